// SPDX-License-Identifier: MIT
// Two network namespaces joined by veth, for traffic that really leaves a host. They go with this object.
#pragma once

#include <string>

#include "support/process.h"

namespace ttcp::test {

// Routed: through a third namespace, which forwards IPv4 and nothing else. Only so can a queue on the path fill up: in
// the sender's own host the kernel gives a TCP socket about 1 ms of a queue (TCP small queues), but to a router a
// packet belongs to nobody.
enum class Path { direct, routed };

enum class Towards { near, far };

// Where packets leave, for traffic control.
struct Device {
  std::string network_namespace;
  std::string name;
};

// Runs a command line, whose words are parted by blanks, to its end. Empty: it worked.
std::string complaint_of(const std::string& line);

class Namespaces {
 public:
  explicit Namespaces(Path path = Path::direct);
  Namespaces(const Namespaces&) = delete;
  Namespaces& operator=(const Namespaces&) = delete;
  ~Namespaces();

  // Why there are none (not root, no ip(8), not allowed); empty: there are.
  const std::string& why_not() const { return why_not_; }

  Surroundings near() const { return {near_, ""}; }
  Surroundings far() const { return {far_, ""}; }

  // The last queue on the way there: of the sending end, or of the router.
  Device egress(Towards end) const;
  // Pulls the near end's cable, or puts it back. The addresses stay, but for IPv6's.
  void set_near_link(bool up);

  // Addresses of the far end, as seen from the near one.
  static constexpr const char* kFarIpv4 = "10.77.0.2";
  static constexpr const char* kFarIpv6 = "fd77::2";
  static constexpr const char* kFarLinkLocal = "fe80::2%veth";
  static constexpr const char* kNearIpv4 = "10.77.0.1";
  static constexpr const char* kNearIpv6 = "fd77::1";
  static constexpr const char* kNearLinkLocal = "fe80::1%veth";  // as seen from the far end

 private:
  std::string near_;
  std::string far_;
  std::string middle_;  // empty: there is none
  std::string why_not_;
};

}  // namespace ttcp::test
