// SPDX-License-Identifier: MIT
// What the world can do to us, as a value. Our own bugs are assertions; exceptions stop at the folder that met them.
#pragma once

#include <boost/system/result.hpp>
#include <string>

namespace ttcp::base {

struct Error {
  enum class Kind { usage, resolve, connect, peer, system, timeout, cancelled };
  Kind kind = Kind::system;  // picks the exit status and whether a retry makes sense
  std::string attempt;       // what we tried, in the words of the classic programs: "connect", "bind", "IO"
  int os_errno = 0;          // 0 when the kernel said nothing
  std::string detail;        // operands, or the reason where the kernel gave none: "[::1]:5001", "no such name"
  bool operator==(const Error&) const = default;
};

// One line without a final newline: "connect 192.0.2.7:5001: Connection refused".
std::string to_text(const Error& error);

// Called by Result::value() on an unchecked failure: a bug of ours, so std::logic_error.
[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location& where);

// C++20 has no std::expected.
template <class T>
using Result = boost::system::result<T, Error>;

// The errno of the call that just failed, as an Error of kind system.
Error os_error(std::string attempt, std::string detail = "");
Error usage_error(std::string detail);

}  // namespace ttcp::base
