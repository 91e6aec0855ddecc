// SPDX-License-Identifier: MIT
#include "session/serve/grant.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace ttcp::session::serve {
namespace {
using model::Traffic;

constexpr base::Bytes kLargestBlock{std::int64_t{16} << 20};
constexpr base::Bytes kLargestWindow{std::int64_t{1} << 30};
constexpr base::Duration kLongestRun = std::chrono::hours(24);
constexpr std::int64_t kHighestMss = 65535;
constexpr int kHighestDscp = 63;

base::Error senseless(std::string sentence) {
  return {base::Error::Kind::peer, "grant a test", 0, std::move(sentence)};
}

std::string seconds_text(base::Duration d) { return fmt::format("{:g} s", static_cast<double>(base::in_seconds(d))); }

std::string rate_text(base::BitRate rate) {
  return fmt::format("{:g} Mbit/s", static_cast<double>(rate.in_bits_per_second()) / 1e6);
}

bool has_distinct_directions(const model::RunPlan& plan) {
  return plan.directions.size() == 1 || (plan.directions.size() == 2 && plan.directions[0] != plan.directions[1]);
}

bool is_within(base::Bytes value, base::Bytes low, base::Bytes high) { return value >= low && value <= high; }

std::string fault_in_datagrams(const Traffic& traffic) {
  if (!traffic.rate) return "a UDP run needs a rate";
  if (traffic.block && is_within(*traffic.block, model::kSmallestDatagram, model::kLargestDatagram)) return "";
  return fmt::format("a datagram has {} to {} bytes", model::kSmallestDatagram.count(),
                     model::kLargestDatagram.count());
}

std::string fault_in_blocks(const Traffic& traffic) {
  if (!traffic.block || is_within(*traffic.block, base::Bytes(1), kLargestBlock)) return "";
  return fmt::format("a block has 1 to {} bytes", kLargestBlock.count());
}

std::string fault_in_socket(const Traffic& traffic) {
  if (traffic.window && !is_within(*traffic.window, base::Bytes(1), kLargestWindow)) {
    return fmt::format("a window has 1 to {} bytes", kLargestWindow.count());
  }
  if (traffic.mss && (*traffic.mss < 1 || *traffic.mss > kHighestMss)) return "the mss is out of range";
  if (traffic.dscp && (*traffic.dscp < 0 || *traffic.dscp > kHighestDscp)) return "the DSCP is 0 to 63";
  return "";
}

// Empty: nothing is wrong.
std::string fault_in(const model::RunPlan& plan) {
  const Traffic& traffic = plan.traffic;
  if (!has_distinct_directions(plan)) return "a run has one direction, or both once";
  if (traffic.streams < 1) return "a run has at least one stream";
  if (traffic.time && *traffic.time <= base::Duration(0)) return "the time must be more than 0";
  if (traffic.bytes && *traffic.bytes <= base::Bytes(0)) return "the bytes must be more than 0";
  if (traffic.rate && traffic.rate->in_bits_per_second() < traffic.streams) {
    return "the rate is below 1 bit/s per stream";
  }
  const bool udp = traffic.transport == model::Transport::udp;
  auto fault = udp ? fault_in_datagrams(traffic) : fault_in_blocks(traffic);
  return fault.empty() ? fault_in_socket(traffic) : fault;
}

void limit_time(const model::ServeLimits& limits, Grant& granted) {
  auto& time = granted.plan.traffic.time;
  const auto most = limits.duration.value_or(kLongestRun);
  if (time && *time > most) {
    granted.notes.push_back(fmt::format("asked for {}, the server allows {}", seconds_text(*time), seconds_text(most)));
    time = most;
  }
  // A test without a given time ends by itself after some seconds; a shorter limit must be known to the client.
  if (!time && limits.duration) time = most;
}

void limit_rate(const model::ServeLimits& limits, Grant& granted) {
  if (!limits.rate) return;
  auto& rate = granted.plan.traffic.rate;
  if (rate && *rate <= *limits.rate) return;
  granted.notes.push_back(
      rate ? fmt::format("asked for {}, the server allows {}", rate_text(*rate), rate_text(*limits.rate))
           : fmt::format("the server allows {}", rate_text(*limits.rate)));
  rate = limits.rate;
}

}  // namespace

base::Result<Grant> grant(const model::ServeLimits& limits, model::RunPlan asked) {
  if (auto fault = fault_in(asked); !fault.empty()) return senseless(std::move(fault));
  Grant granted{std::move(asked), {}};
  auto& streams = granted.plan.traffic.streams;
  if (streams > limits.streams) {
    granted.notes.push_back(fmt::format("asked for {} streams, the server allows {}", streams, limits.streams));
    streams = limits.streams;
  }
  limit_time(limits, granted);
  limit_rate(limits, granted);
  return granted;
}

}  // namespace ttcp::session::serve
