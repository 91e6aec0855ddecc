// SPDX-License-Identifier: MIT
#include "support/aftermath.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "support/report.h"

namespace ttcp::test {

void wait_until_it_moves(Child& client, std::string_view direction) {
  if (direction == "idle") {
    client.line_with(R"("event":"phase","directions":[])", Stream::out);
    return;
  }
  const std::string told = R"("event":"progress","direction":")" + std::string(direction) + "\"";
  const auto has_rate = [&] {
    for (const auto& line : lines_of(client.out())) {
      if (line.find(told) != std::string::npos && line.find(R"("rate_bps":null)") == std::string::npos) return true;
    }
    return false;
  };
  client.wait_until(has_rate, "a rate of the " + std::string(direction));
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
