// SPDX-License-Identifier: MIT
#include "support/aftermath.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "support/report.h"

namespace ttcp::test {

void wait_until_it_moves(Child& client, std::string_view direction) {
  const bool is_idle = direction == "idle";
  const auto is_figure = [&](const std::string& line) {
    const auto event = nlohmann::json::parse(line, nullptr, false);  // the last line may not be whole
    if (event.is_discarded() || event.at("event") != "progress") return false;
    const bool is_of_it = is_idle ? event.at("direction").is_null() : event.at("direction") == direction;
    const auto& figure = event.at(is_idle ? "rtt_ms" : "rate_bps");
    return is_of_it && figure.is_number() && figure.get<double>() > 0;
  };
  const auto is_measured = [&] {
    const auto lines = lines_of(client.out());
    return std::any_of(lines.begin(), lines.end(), is_figure);
  };
  client.wait_until(is_measured, "a figure of the " + std::string(direction));
}

nlohmann::json record_of(const Child& client) {
  const auto lines = lines_of(client.out());
  if (lines.empty()) throw std::runtime_error("no events\n" + client.transcript());
  const auto last = nlohmann::json::parse(lines.back());
  if (last.at("event") != "end") throw std::runtime_error("no record\n" + client.transcript());
  return last.at("record");
}

nlohmann::json record_in(const std::string& out) { return nlohmann::json::parse(out); }

std::string only_line(const std::string& text) {
  const auto lines = lines_of(text);
  EXPECT_EQ(lines.size(), 1U) << text;
  return lines.empty() ? "" : lines.front();
}

void expect_serves_the_next_client(const Server& server) {
  const Finished next = measure(server, {"-t", "0.2", "-J"});
  EXPECT_EQ(next.ended.status, 0) << next.out << next.err << server.transcript();
  EXPECT_EQ(record_in(next.out).at("ended"), "complete");
}

}  // namespace ttcp::test
