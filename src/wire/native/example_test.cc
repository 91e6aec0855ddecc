// SPDX-License-Identifier: MIT
// The worked examples of docs/protocols/native.md are what this code says, byte by byte. With TTCP_UPDATE_GOLDEN set
// in the environment the document is written anew first: look at the difference before keeping it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "wire/native/conversation.h"
#include "wire/native/datagram.h"
#include "wire/native/examples_for_tests.h"
#include "wire/native/preface.h"
#include "wire/native/prober.h"

namespace ttcp::wire::native {
namespace {

using namespace std::string_literals;
using namespace std::chrono_literals;

constexpr base::TimePoint kT0{1000s};

std::filesystem::path document() {
  for (auto folder = std::filesystem::path(__FILE__).parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    auto file = folder / "docs" / "protocols" / "native.md";
    if (std::filesystem::exists(file)) return file;
  }
  return "native.md";
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What stands in the document between the mark of `example` and the end of the block behind it; first `text` is put
// there where that was asked for.
std::string in_document(const std::string& example, const std::string& text) {
  std::string all = contents(document());
  const std::string mark = "<!-- example: " + example + " -->\n\n```text\n";
  const auto found = all.find(mark);
  if (found == std::string::npos) return "no example \"" + example + "\" in " + document().string();
  const auto start = found + mark.size();
  const auto end = std::min(all.find("```\n", start), all.size());
  if (std::getenv("TTCP_UPDATE_GOLDEN") == nullptr) return all.substr(start, end - start);
  all.replace(start, end - start, text);
  std::ofstream(document(), std::ios::binary) << all;
  return text;
}

// Sixteen bytes a line, in hexadecimal and as text.
std::string dump(std::string_view bytes) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 16) {
    const std::string_view line = bytes.substr(at, 16);
    std::string hex;
    std::string text;
    for (const char c : line) {
      hex += fmt::format("{:02x} ", static_cast<unsigned char>(c));
      text += c >= ' ' && c <= '~' ? c : '.';
    }
    out += fmt::format("  {:04x}  {:<48} {}\n", at, hex, text);
  }
  return out;
}

// The two ends, and what an onlooker would write down.
class Stage {
 public:
  Stage() {
    const std::string preface = client_.start(kT0).send;
    server_.start(kT0);
    note("client opens the control connection", preface);
  }

  void say(Side side, const Message& message) {
    Conversation& sayer = side == Side::client ? client_ : server_;
    Conversation& hearer = side == Side::client ? server_ : client_;
    const std::string bytes = sayer.say(message, kT0).send;
    EXPECT_EQ(bytes, encode(message));
    EXPECT_EQ(hearer.on_bytes(bytes, kT0).arrived, std::vector{message});
    note((side == Side::client ? "client: " : "server: ") + std::string(word(message)), bytes);
  }

  void note(const std::string& what, std::string_view bytes) {
    log_ += (log_.empty() ? "" : "\n") + what + "\n" + dump(bytes);
  }
  const std::string& log() const { return log_; }

 private:
  Conversation client_{Side::client};
  Conversation server_{Side::server};
  std::string log_;
};

// 0.2 s at 8 Mbit/s.
model::RunPlan plan_of_example() {
  model::RunPlan plan;
  plan.directions = {model::Direction::upload};
  plan.traffic.time = 200ms;
  plan.traffic.rate = base::BitRate::bits_per_second(8'000'000);
  return plan;
}

Outcome outcome_of_client() {
  model::FlowView flow;
  flow.bytes = base::Bytes(200000);
  model::EndView view;
  view.flows = {flow};
  view.samples = {sample_at(100ms, 100000), sample_at(200ms, 200000)};
  view.real = 200ms;
  view.mover = "send";
  return {1, {{model::Direction::upload, view}}};
}

Outcome outcome_of_server() {
  model::FlowView flow;
  flow.bytes = base::Bytes(200000);
  flow.first_byte_after = 312us;
  flow.last_byte_after = 199'840us;
  model::EndView view;
  view.flows = {flow};
  view.samples = {sample_at(100ms, 100000), sample_at(200'400us, 200000)};
  view.real = 200'400us;
  view.mover = "recv";
  return {1, {{model::Direction::upload, view}}};
}

TEST(NativeExampleTest, TheUploadOfTheDocumentIsWhatBothEndsSay) {
  Stage stage;
  stage.say(Side::client, Hello{kVersion, host_called("lab1")});
  stage.say(Side::server, Welcome{kSession, host_called("lab2")});
  stage.say(Side::client, Prepare{1, plan_of_example()});
  stage.say(Side::server, Granted{1, plan_of_example(), {}, ""});
  stage.note("client opens a data connection",
             encode(Preface{Connection::data, kSession, 1, 0, model::Direction::upload}));
  stage.say(Side::server, Ready{1});
  stage.say(Side::client, Go{1});
  stage.say(Side::server, Count{1, model::Direction::upload, sample_at(100ms, 100000)});
  stage.say(Side::client, Stop{1});
  stage.say(Side::server, outcome_of_server());
  stage.say(Side::client, outcome_of_client());
  stage.say(Side::client, Bye{});
  EXPECT_EQ(in_document("upload", stage.log()), stage.log());
}

TEST(NativeExampleTest, TheDatagramsOfTheDocumentAreWhatThisCodeSends) {
  std::array<std::byte, kDatagramHeader> data{};
  stamp(data, {3, tag_of(kToken), 258, 1'234'567'890'123ns});
  const std::string_view stamped(reinterpret_cast<const char*>(data.data()), data.size());
  const std::string log = "hello of stream 3\n" + dump(hello_datagram(kToken, 3)) +
                          "\nhead of datagram 258 of stream 3, sent at 1234.567890123 s\n" + dump(stamped);
  EXPECT_EQ(in_document("datagrams", log), log);
}

TEST(NativeExampleTest, TheProbesOfTheDocumentAreWhatThisCodeSends) {
  Prober prober;
  const std::string first = prober.start(kT0).send;
  const std::string second = prober.on_time(kT0 + 20ms).send;
  const std::string log = "client opens a probe connection\n" +
                          dump(encode(Preface{Connection::probe, kSession, 0, 0, model::Direction::upload})) +
                          "\nclient, at once\n" + dump(first) + "\nserver, as soon as it comes\n" + dump(first) +
                          "\nclient, 20 ms after the first\n" + dump(second);
  EXPECT_EQ(prober.on_bytes(first, kT0 + 30ms).times.size(), 1U);
  EXPECT_EQ(in_document("probes", log), log);
}

}  // namespace
}  // namespace ttcp::wire::native
