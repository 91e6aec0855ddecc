// SPDX-License-Identifier: MIT
// A far end that breaks the protocol, or closes, at each of its states: a made-up client at the server, and a made-up
// server at the client.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <system_error>

#include "support/aftermath.h"
#include "support/native.h"
#include "support/server.h"

namespace ttcp::test {
namespace {
using ::testing::HasSubstr;

constexpr const char* kSession = "00ff";

// What is said at the wrong place, and how it is refused; an empty kind: the connection is closed instead.
struct Wrong {
  const char* name;
  const char* kind;
  std::string bytes;
};
const std::vector<Wrong>& wrongs() {
  static const std::vector<Wrong> kWrongs{
      {"an empty frame", "bad-length", std::string(4, '\0')},
      {"an endless frame", "bad-length", "\xff\xff\xff\xff"},
      {"no JSON", "bad-message", native_frame("GET / HTTP/1.1")},
      {"JSON without a type", "bad-message", native_frame("[1, 2]")},
      {"a member missing", "bad-message", native_frame(R"({"type":"stop"})")},
      {"an unknown type", "unknown-message", native_frame(R"({"type":"sing"})")},
      {"a message of no phase", "unexpected-message", native_frame(R"({"type":"wait","place":1})")},
      {"a close", "", ""}};
  return kWrongs;
}

// Goes wrong on a connection that waits for a word of this end.
void go_wrong(NativeTalk& talk, const Wrong& wrong) {
  if (wrong.bytes.empty()) return talk.socket().close();
  talk.socket().send(wrong.bytes);
}

enum class State { opening, greeted, granted, ready, running };
constexpr State kStates[] = {State::opening, State::greeted, State::granted, State::ready, State::running};
std::string name_of(State state) {
  constexpr const char* kNames[] = {"opening", "greeted", "granted", "ready", "running"};
  return kNames[static_cast<int>(state)];
}

// A client by hand, led to a state and kept there.
class Stranger {
 public:
  Stranger(const Server& server, State state) : control_(NativeTalk::to_server(server.port())) {
    if (state == State::opening) return;
    control_.say(native_hello());
    const std::string session = control_.hear("welcome").at("session");
    if (state == State::greeted) return;
    control_.say(native_prepare(1, native_plan("upload", 600)));
    control_.hear("granted");
    if (state == State::granted) return;
    data_.emplace(native_data(server.port(), session, 1, "upload"));
    control_.hear("ready");
    if (state == State::ready) return;
    control_.say(native_of_run("go", 1));
    data_->send(std::string(100'000, 'x'));
    control_.hear("count");
  }
  NativeTalk& control() { return control_; }

 private:
  NativeTalk control_;
  std::optional<TcpSocket> data_;
};

class StrangeClient : public ::testing::TestWithParam<State> {};

TEST_P(StrangeClient, IsRefusedByKindAndGivesItsPlaceBack) {
  Server server({"--max-tests", "1"});
  for (const Wrong& wrong : wrongs()) {
    SCOPED_TRACE(wrong.name);
    Stranger stranger(server, GetParam());
    go_wrong(stranger.control(), wrong);
    if (!wrong.bytes.empty()) {
      EXPECT_EQ(stranger.control().refusal_kind(Deadline(kInTime)), wrong.kind);
    }
  }
  expect_serves_the_next_client(server);
}

INSTANTIATE_TEST_SUITE_P(At, StrangeClient, ::testing::ValuesIn(kStates),
                         [](const auto& tested) { return name_of(tested.param); });

TEST(StrangeClientLog, SaysWhoWasRefusedAndWhy) {
  Server server;
  Stranger early(server, State::opening);
  early.control().socket().send(native_frame(R"({"type":"sing"})"));
  EXPECT_THAT(server.line_with(" refused: "), HasSubstr("sing"));
  Stranger midway(server, State::granted);
  midway.control().socket().send(native_frame(R"({"type":"dance"})"));
  EXPECT_THAT(server.line_with("dance"), HasSubstr(" refused: "));
  Stranger running(server, State::running);
  running.control().socket().send(native_frame(R"({"type":"shout"})"));
  EXPECT_THAT(server.line_with("shout"), HasSubstr(" test: upload "));
}

// Until the far end closes, with a reset or without.
std::string all_from(TcpSocket& socket) {
  try {
    return socket.receive_all(Deadline(kInTime));
  } catch (const std::system_error&) {
    return "";
  }
}

TEST(StrangeClientPreface, IsNotAnsweredAndHarmsNobody) {
  Server server;
  for (const std::string preface : {"TTCP/2 control\n", "TTCP/1 nonsense\n", "TTCP/1 data zz 1 0 upload\n",
                                    "TTCP/1 data 00 1 0 upload\n", "TTCP/1 probe 00\n"}) {
    auto socket = TcpSocket::connected_to(server.port());
    EXPECT_TRUE(socket.send(preface));
    EXPECT_EQ(all_from(socket), "") << preface;
  }
  auto endless = TcpSocket::connected_to(server.port());
  EXPECT_TRUE(endless.send("TTCP/1 " + std::string(121, 'x')));
  EXPECT_EQ(all_from(endless), "");
  expect_serves_the_next_client(server);
}

// A server by hand, which leads the client to a state. What it heard is dropped.
class StrangeServer : public ::testing::TestWithParam<State> {
 protected:
  void lead(NativeTalk& talk) {
    talk.hear("hello");
    if (GetParam() == State::opening) return;
    talk.say(native_welcome(kSession));
    const Json plan = talk.hear("prepare").at("plan");
    if (GetParam() == State::greeted) return;
    talk.say(native_granted(1, plan));
    while (!data_) take_connection();
    if (GetParam() == State::granted) return;
    talk.say(native_of_run("ready", 1));
    talk.hear("go");
    if (GetParam() == State::ready) return;
    EXPECT_NE(data_->receive(1), "");
  }
  // Before the welcome there is no test; afterwards there is one, and it broke.
  bool is_under_way() const { return GetParam() != State::opening; }
  // The probe and the data connection come in any order.
  void take_connection() {
    TcpSocket socket = listener_->accept();
    const bool is_data = socket.receive_exactly(11) == "TTCP/1 data";
    (is_data ? data_ : probe_).emplace(std::move(socket));
  }
  std::vector<std::string> client() const {
    return {"test",  "-J",        "-C",
            "cubic", "--no-idle", "--up",
            "-t",    "600",       "127.0.0.1:" + std::to_string(listener_->port())};
  }

  std::optional<TcpListener> listener_;  // a new one for each client, which leaves connections behind
  std::optional<TcpSocket> data_, probe_;
};

TEST_P(StrangeServer, IsReportedInTimeWithARecord) {
  for (const Wrong& wrong : wrongs()) {
    SCOPED_TRACE(wrong.name);
    data_.reset();
    probe_.reset();
    listener_.emplace();
    Ttcp client(this->client());
    auto talk = NativeTalk::from_client(*listener_);
    lead(talk);
    // "wait" is in order before the welcome: there a second hello is not.
    const bool is_in_order = GetParam() == State::opening && wrong.kind == std::string("unexpected-message");
    go_wrong(talk, is_in_order ? Wrong{"", wrong.kind, native_frame(native_of_run("go", 1).dump())} : wrong);
    if (!wrong.bytes.empty()) {
      EXPECT_EQ(talk.refusal_kind(Deadline(kInTime)), wrong.kind);
    }
    talk.socket().close();
    EXPECT_EQ(client.wait(Deadline(kInTime)).status, is_under_way() ? 4 : 3) << client.transcript();
    const auto record = record_in(client.out());
    EXPECT_NE(record.at("ended"), "complete");
    EXPECT_FALSE(record.at("failure").is_null());
    if (!is_under_way()) {
      EXPECT_THAT(only_line(client.err()), ::testing::StartsWith("ttcp: 127.0.0.1"));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(At, StrangeServer, ::testing::ValuesIn(kStates),
                         [](const auto& tested) { return name_of(tested.param); });

TEST(StrangeServerWords, ThatRefuseAreShownWithoutTheirControlCharacters) {
  TcpListener listener;
  Ttcp client({"test", "--no-idle", "127.0.0.1:" + std::to_string(listener.port())});
  auto talk = NativeTalk::from_client(listener);
  talk.hear("hello");
  talk.say({{"type", "refusal"}, {"kind", "tea-time"}, {"sentence", "come back\x1b[2J at\nfive"}});
  talk.socket().send_no_more();
  EXPECT_EQ(client.wait(Deadline(kInTime)).status, 3);
  EXPECT_THAT(only_line(client.err()), HasSubstr("the server refused: come back?[2J at?five"));
}

TEST(StrangeServerOfAnotherKind, IsReportedInTime) {
  TcpListener listener;
  Ttcp client({"test", "--no-idle", "127.0.0.1:" + std::to_string(listener.port())});
  auto talk = NativeTalk::from_client(listener);
  talk.socket().send("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  talk.socket().send_no_more();
  EXPECT_EQ(client.wait(Deadline(kInTime)).status, 3);
  EXPECT_THAT(only_line(client.err()), ::testing::StartsWith("ttcp: 127.0.0.1"));
}

TEST(StrangeServerOfAnotherKind, ThatSaysNothingIsReportedInTime) {
  TcpListener listener;
  Ttcp client({"test", "--no-idle", "127.0.0.1:" + std::to_string(listener.port())});
  auto talk = NativeTalk::from_client(listener);
  EXPECT_EQ(client.wait(Deadline(kInTime)).status, 3);
  EXPECT_THAT(only_line(client.err()), HasSubstr("nothing came from the far end for 3 s"));
}

}  // namespace
}  // namespace ttcp::test
