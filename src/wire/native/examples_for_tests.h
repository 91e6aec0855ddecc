// SPDX-License-Identifier: MIT
// For tests: hosts, plans, views, and one of each message.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "wire/native/messages.h"

namespace ttcp::wire::native {

inline const std::string kToken = "00112233445566778899aabbccddeeff";
inline const std::string kSession = "5f0c1d2e3b4a59687786958493a2b1c0";

inline model::HostFacts host_called(const std::string& name) {
  model::HostFacts host;
  host.name = name;
  host.program = "ttcp 0.1.0";
  host.cpus = 4;
  host.congestion_control = "cubic";
  return host;
}

inline model::HostFacts full_host() {
  model::HostFacts host = host_called("lab2");
  host.system = "Debian GNU/Linux 12 (bookworm)";
  host.kernel = "Linux 6.1.0-18-amd64";
  host.architecture = "x86_64";
  model::LinkFacts link;
  link.name = "eth0";
  link.mtu = 1500;
  link.speed_mbps = 1000;
  link.duplex = "full";
  host.link = link;
  host.sysctls = {{"net.ipv4.tcp_rmem", "4096 131072 6291456"}};
  return host;
}

inline model::RunPlan tcp_upload() {
  model::RunPlan plan;
  plan.directions = {model::Direction::upload};
  plan.traffic.bytes = base::Bytes(1048576);
  return plan;
}

inline model::RunPlan udp_both() {
  using namespace std::chrono_literals;
  model::RunPlan plan;
  plan.directions = {model::Direction::upload, model::Direction::download};
  plan.traffic.transport = model::Transport::udp;
  plan.traffic.streams = 2;
  plan.traffic.time = 2s;
  plan.traffic.rate = base::BitRate::bits_per_second(200'000'000);
  plan.traffic.block = base::Bytes(1472);
  plan.traffic.congestion = "bbr";
  return plan;
}

inline model::Sample sample_at(base::Duration at, std::int64_t bytes) {
  model::Sample sample;
  sample.at = at;
  sample.bytes = base::Bytes(bytes);
  return sample;
}

inline model::EndView view_of(std::int64_t bytes) {
  using namespace std::chrono_literals;
  model::EndView view;
  model::FlowView flow;
  flow.bytes = base::Bytes(bytes);
  flow.first_byte_after = 210us;
  flow.last_byte_after = 9ms;
  view.flows = {flow};
  view.samples = {sample_at(9ms, bytes)};
  view.real = 9200us;
  view.mover = "recv";
  return view;
}

// One of each, as full as it may be, in the order of the variant.
inline std::vector<Message> one_of_each() {
  using namespace std::chrono_literals;
  using enum model::Direction;
  return {Hello{kVersion, full_host()},
          Welcome{kSession, host_called("lab1")},
          Wait{3},
          Refusal{"not-allowed", "192.0.2.9 is not among the networks that this server takes"},
          Prepare{7, udp_both()},
          Granted{7, udp_both(), {"asked for 4 streams, got 2"}, kToken},
          Ready{7},
          Go{7},
          Count{7, upload, sample_at(100ms, 250000)},
          Stop{7},
          Ended{7, download, {1000, 999}},
          Outcome{7, {{upload, view_of(500)}, {download, view_of(0)}}},
          Alive{},
          Bye{}};
}

// Without the four bytes in front.
inline std::string json_in(const std::string& frame) { return frame.substr(kLengthBytes); }

}  // namespace ttcp::wire::native
