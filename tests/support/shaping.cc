// SPDX-License-Identifier: MIT
#include "support/shaping.h"

#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "support/child.h"
#include "support/tools.h"

namespace ttcp::test {
namespace {

std::string text_of(std::int64_t number) { return std::to_string(number); }

std::string tc(const Device& device) { return "tc -n " + device.network_namespace + " "; }

std::string complaint_of_all(const std::vector<std::string>& lines) {
  if (!find_program("tc")) return "tc(8) is not installed";
  for (const auto& line : lines) {
    if (auto complaint = complaint_of(line); !complaint.empty()) return complaint;
  }
  return "";
}

std::string output_of(const std::vector<std::string>& command, const Surroundings& where) {
  Io io;
  io.around = where;
  Child tool(command, io);
  if (tool.wait().status != 0) throw std::runtime_error(tool.transcript());
  return tool.out();
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

nlohmann::json queue_of(const Device& device, std::string_view kind) {
  const auto queues =
      nlohmann::json::parse(output_of(words_of(tc(device) + "-s -j qdisc show dev " + device.name), {}));
  for (const auto& queue : queues) {
    if (queue.at("kind") == kind) return queue;
  }
  throw std::runtime_error("no such queue: " + queues.dump());
}

}  // namespace

std::string shape(const Device& device, const Bucket& bucket) {
  return complaint_of_all({tc(device) + "qdisc add dev " + device.name + " root tbf rate " +
                           text_of(bucket.bits_per_second) + "bit burst " + text_of(bucket.burst_bytes) + "b limit " +
                           text_of(bucket.queue_bytes) + "b"});
}

std::string shape_datagrams(const Device& device, const Bucket& bucket, int ip_length) {
  const std::string dev = " dev " + device.name + " ";
  const std::string burst = text_of(bucket.burst_bytes) + "b";
  // quantum: how much a class may send before the other one has its turn; without it tc(8) complains of these rates.
  return complaint_of_all(
      {tc(device) + "qdisc add" + dev + "root handle 1: htb default 2",
       tc(device) + "class add" + dev + "parent 1: classid 1:1 htb rate " + text_of(bucket.bits_per_second) +
           "bit burst " + burst + " cburst " + burst + " quantum 1514",
       tc(device) + "class add" + dev + "parent 1: classid 1:2 htb rate 10gbit quantum 60000",
       tc(device) + "qdisc add" + dev + "parent 1:1 handle 11: bfifo limit " + text_of(bucket.queue_bytes),
       // IP's protocol, and at offset 2 its total length.
       tc(device) + "filter add" + dev + "parent 1: protocol ip u32 match ip protocol 17 0xff match u16 " +
           std::to_string(ip_length) + " 0xffff at 2 flowid 1:1"});
}

std::int64_t bytes_through(const Device& device) { return queue_of(device, "tbf").at("bytes"); }

Passed passed(const Device& device) {
  const auto queue = queue_of(device, "bfifo");
  return {queue.at("packets"), queue.at("drops")};
}

std::int64_t udp_counter(const Surroundings& where, const std::string& name) {
  std::istringstream table(output_of({"cat", "/proc/net/snmp"}, where));
  std::vector<std::string> names;
  for (std::string line; std::getline(table, line);) {
    const auto words = words_of(line);
    if (words.empty() || words[0] != "Udp:") continue;
    for (std::size_t column = 1; column < names.size(); ++column) {
      if (names[column] == name) return std::stoll(words.at(column));
    }
    names = words;
  }
  throw std::runtime_error("no Udp counter " + name);
}

}  // namespace ttcp::test
