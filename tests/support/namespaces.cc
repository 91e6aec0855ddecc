// SPDX-License-Identifier: MIT
#include "support/namespaces.h"

#include <unistd.h>

#include <atomic>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "support/child.h"
#include "support/tools.h"

namespace ttcp::test {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// Addresses without duplicate detection: they can be used at once.
std::vector<std::string> script(const std::string& near, const std::string& far) {
  std::vector<std::string> lines{"ip netns add " + near, "ip netns add " + far,
                                 "ip -n " + near + " link add veth type veth peer name veth netns " + far};
  for (const auto& [name, number] : {std::pair(near, "1"), std::pair(far, "2")}) {
    const std::string in = "ip -n " + name + " ";
    const std::string host = number;
    lines.push_back(in + "link set veth addrgenmode none");
    lines.push_back(in + "link set veth up");
    lines.push_back(in + "link set lo up");
    lines.push_back(in + "addr add 10.77.0." + host + "/24 dev veth");
    lines.push_back(in + "addr add fd77::" + host + "/64 dev veth nodad");
    lines.push_back(in + "addr add fe80::" + host + "/64 dev veth nodad");
  }
  return lines;
}

// The router has one address for both sides; each end knows the other one only by a route through it.
std::vector<std::string> routed_script(const std::string& near, const std::string& middle, const std::string& far) {
  std::vector<std::string> lines{"ip netns add " + near, "ip netns add " + middle, "ip netns add " + far};
  const std::string router = "10.77.0.254";
  const std::string at_router = "ip -n " + middle + " ";
  for (const auto& [name, side, own, other] : {std::tuple(near, "left", Namespaces::kNearIpv4, Namespaces::kFarIpv4),
                                               std::tuple(far, "right", Namespaces::kFarIpv4, Namespaces::kNearIpv4)}) {
    const std::string in = "ip -n " + name + " ";
    lines.push_back(in + "link add veth type veth peer name " + side + " netns " + middle);
    lines.push_back(in + "link set lo up");
    lines.push_back(in + "link set veth up");
    lines.push_back(at_router + "link set " + side + " up");
    lines.push_back(at_router + "addr add " + router + "/32 dev " + side);
    lines.push_back(at_router + "route add " + own + " dev " + side);
    lines.push_back(in + "addr add " + own + "/32 dev veth");
    lines.push_back(in + "route add " + router + " dev veth");
    lines.push_back(in + "route add " + other + " via " + router);
  }
  return lines;
}

// Empty: packets are forwarded.
std::string make_router(const std::string& name) {
  Io in_there;
  in_there.around = {name, ""};
  Child shell({"sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward"}, in_there);
  const Ended ended = shell.wait();
  return ended.status == 0 ? "" : "ip_forward: " + shell.err();
}

}  // namespace

std::string complaint_of(const std::string& line) {
  Child tool(words_of(line));
  const Ended ended = tool.wait();
  return ended.status == 0 ? "" : "`" + line + "`: " + tool.err();
}

Namespaces::Namespaces(Path path) {
  if (::geteuid() != 0) why_not_ = "only root can make network namespaces";
  if (why_not_.empty() && !find_program("ip")) why_not_ = "ip(8) is not installed";
  if (!why_not_.empty()) return;
  static std::atomic<int> count = 0;
  const std::string name = "ttcp-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
  near_ = name + "-near";
  far_ = name + "-far";
  if (path == Path::routed) middle_ = name + "-middle";
  for (const auto& line : middle_.empty() ? script(near_, far_) : routed_script(near_, middle_, far_)) {
    why_not_ = complaint_of(line);
    if (!why_not_.empty()) return;
  }
  if (!middle_.empty()) why_not_ = make_router(middle_);
}

Namespaces::~Namespaces() {
  for (const auto& name : {near_, middle_, far_}) {
    if (!name.empty()) complaint_of("ip netns del " + name);
  }
}

Device Namespaces::egress(Towards end) const {
  if (!middle_.empty()) return {middle_, end == Towards::far ? "right" : "left"};
  return {end == Towards::far ? near_ : far_, "veth"};
}

void Namespaces::set_near_link(bool up) {
  const std::string line = "ip -n " + near_ + " link set veth " + (up ? "up" : "down");
  if (const auto complaint = complaint_of(line); !complaint.empty()) throw std::runtime_error(complaint);
}

}  // namespace ttcp::test
