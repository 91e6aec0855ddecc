// SPDX-License-Identifier: MIT
// One grammar for ADDR:PORT, and prefixes on the bits that inet_pton(3) gives.
#include "cli/modern/addresses.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/numbers.h"
#include "cli/option_value.h"

namespace ttcp::cli::modern {
namespace {

constexpr std::size_t kLongestName = 253;  // RFC 1035 section 2.3.4, as text
constexpr std::array<std::string_view, 4> kLaterSchemes{"iperf3", "ndt7", "tcp", "nettp"};

bool is_letter_or_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_of(std::string_view text, std::string_view marks) {
  const auto fits = [marks](char c) { return is_letter_or_digit(c) || marks.find(c) != std::string_view::npos; };
  return !text.empty() && std::ranges::all_of(text, fits);
}

struct Bits {
  std::array<unsigned char, 16> bytes{};
  int family = AF_UNSPEC;
  int count() const { return family == AF_INET ? 32 : 128; }
};

// No zone.
std::optional<Bits> bits_of(std::string_view text) {
  for (const int family : {AF_INET, AF_INET6}) {
    Bits bits{{}, family};
    if (inet_pton(family, std::string(text).c_str(), bits.bytes.data()) == 1) return bits;
  }
  return std::nullopt;
}

std::string text_of(const Bits& bits) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(bits.family, bits.bytes.data(), text.data(), text.size());
  return text.data();
}

Bits first_of_network(Bits bits, int prefix) {
  for (int bit = prefix; bit < bits.count(); ++bit) {
    const auto at = static_cast<std::size_t>(bit) / 8;
    const unsigned mask = 0x80U >> (static_cast<unsigned>(bit) % 8);
    bits.bytes.at(at) = static_cast<unsigned char>(bits.bytes.at(at) & ~mask);
  }
  return bits;
}

struct Parts {
  std::string_view address;
  std::optional<std::string_view> port;
};

// "[ADDR]", "[ADDR]:PORT", bare IPv6, "ADDR:PORT", ":PORT", "ADDR"; nullopt: brackets or colons that don't fit.
std::optional<Parts> parts_of(std::string_view text) {
  if (text.starts_with('[')) {
    const auto close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    const auto inside = text.substr(1, close - 1);
    const auto rest = text.substr(close + 1);
    if (family_of(inside) != model::Family::ipv6) return std::nullopt;
    if (rest.empty()) return Parts{inside, std::nullopt};
    if (rest.front() != ':') return std::nullopt;
    return Parts{inside, rest.substr(1)};
  }
  if (family_of(text) == model::Family::ipv6) return Parts{text, std::nullopt};
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return Parts{text, std::nullopt};
  if (text.find(':', colon + 1) != std::string_view::npos) return std::nullopt;
  return Parts{text.substr(0, colon), text.substr(colon + 1)};
}

bool is_host(std::string_view text) {
  if (family_of(text) != model::Family::any) return true;
  return is_of(text, ".-_") && !text.starts_with('-') && text.size() <= kLongestName;
}

std::string lower(std::string_view text) {
  std::string result(text);
  const auto lowered = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::ranges::transform(result, result.begin(), lowered);
  return result;
}

base::Error refuse_scheme(std::string_view text, const std::string& scheme) {
  if (std::ranges::find(kLaterSchemes, scheme) == kLaterSchemes.end()) {
    return bad_value("HOST", text, "no such kind of URL; ttcp://HOST[:PORT] is one");
  }
  return bad_value("HOST", text,
                   fmt::format("this version doesn't measure against {}:// yet, only against ttcp serve", scheme));
}

base::Result<std::uint16_t> port_in(std::string_view name, std::string_view text, std::string_view port, Range range) {
  const auto number = base::parse_whole(port, range.low, range.high);
  if (!number) return bad_value(name, text, fmt::format("the port is {}", number.error().detail));
  return static_cast<std::uint16_t>(*number);
}

}  // namespace

model::Family family_of(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return model::Family::any;
  const auto percent = text.find('%');
  const auto bits = bits_of(text.substr(0, percent));
  if (!bits) return model::Family::any;
  if (percent == std::string_view::npos) return bits->family == AF_INET ? model::Family::ipv4 : model::Family::ipv6;
  const bool has_zone = bits->family == AF_INET6 && is_of(text.substr(percent + 1), ".-_");
  return has_zone ? model::Family::ipv6 : model::Family::any;
}

base::Result<Place> place_of(std::string_view text) {
  std::string_view rest = text;
  if (const auto mark = text.find("://"); mark != std::string_view::npos) {
    const std::string scheme = lower(text.substr(0, mark));
    if (scheme != "ttcp") return refuse_scheme(text, scheme);
    rest.remove_prefix(mark + 3);
    if (rest.ends_with('/')) rest.remove_suffix(1);
  }
  const auto parts = parts_of(rest);
  if (!parts || !is_host(parts->address)) {
    return bad_value("HOST", text, "neither a name nor an address such as lab2, lab2:5001, 192.0.2.7 or [::1]:5001");
  }
  Place place{std::string(parts->address), std::nullopt};
  if (!parts->port) return place;
  const auto port = port_in("HOST", text, *parts->port, {1, kLargestPort});
  if (!port) return port.error();
  place.port = *port;
  return place;
}

base::Result<model::ListenAt> listen_at(std::string_view name, std::string_view text) {
  const auto parts = parts_of(text);
  const bool is_any = parts && parts->address.empty() && parts->port;
  if (!parts || (!is_any && family_of(parts->address) == model::Family::any)) {
    return bad_value(name, text, "not an address such as 192.0.2.7, 192.0.2.7:5001, [::1]:5001 or :5001");
  }
  model::ListenAt listen{std::string(parts->address)};
  if (!parts->port) return listen;
  const auto port = port_in(name, text, *parts->port, {0, kLargestPort});
  if (!port) return port.error();
  listen.port = *port;
  return listen;
}

base::Result<model::Network> network_of(std::string_view name, std::string_view text) {
  const auto slash = text.find('/');
  const auto bits = text.find('\0') == std::string_view::npos ? bits_of(text.substr(0, slash)) : std::nullopt;
  if (!bits) return bad_value(name, text, "not a network such as 192.0.2.0/24 or 2001:db8::/32, nor one address");
  int prefix = bits->count();
  if (slash != std::string_view::npos) {
    const auto number = base::parse_whole(text.substr(slash + 1), 0, bits->count());
    if (!number) return bad_value(name, text, fmt::format("the prefix is {}", number.error().detail));
    prefix = static_cast<int>(*number);
  }
  const std::string first = text_of(first_of_network(*bits, prefix));
  if (first != text_of(*bits)) {
    return bad_value(name, text, fmt::format("has bits past its prefix; the network is {}/{}", first, prefix));
  }
  return model::Network{first, prefix};
}

}  // namespace ttcp::cli::modern
