// SPDX-License-Identifier: MIT
#include "support/namespaces.h"

#include <unistd.h>

#include <atomic>
#include <sstream>
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

// Empty: it worked.
std::string complaint_of(const std::string& line) {
  Child tool(words_of(line));
  const Ended ended = tool.wait();
  return ended.status == 0 ? "" : "`" + line + "`: " + tool.err();
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

}  // namespace

Namespaces::Namespaces() {
  if (::geteuid() != 0) why_not_ = "only root can make network namespaces";
  if (why_not_.empty() && !find_program("ip")) why_not_ = "ip(8) is not installed";
  if (!why_not_.empty()) return;
  static std::atomic<int> count = 0;
  const std::string name = "ttcp-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
  near_ = name + "-near";
  far_ = name + "-far";
  for (const auto& line : script(near_, far_)) {
    why_not_ = complaint_of(line);
    if (!why_not_.empty()) return;
  }
}

Namespaces::~Namespaces() {
  for (const auto& name : {near_, far_}) {
    if (!name.empty()) complaint_of("ip netns del " + name);
  }
}

}  // namespace ttcp::test
