// SPDX-License-Identifier: MIT
// Two network namespaces joined by a veth pair, for traffic that really leaves a host. They go with this object.
#pragma once

#include <string>

#include "support/process.h"

namespace ttcp::test {

class Namespaces {
 public:
  Namespaces();
  Namespaces(const Namespaces&) = delete;
  Namespaces& operator=(const Namespaces&) = delete;
  ~Namespaces();

  // Why there are none (not root, no ip(8), not allowed); empty: there are.
  const std::string& why_not() const { return why_not_; }

  Surroundings near() const { return {near_, ""}; }
  Surroundings far() const { return {far_, ""}; }

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
  std::string why_not_;
};

}  // namespace ttcp::test
