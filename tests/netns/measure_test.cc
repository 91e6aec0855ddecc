// SPDX-License-Identifier: MIT
// `ttcp test` against what is known of the path: token buckets, queues, the kernel's counters, a pulled cable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "support/aftermath.h"
#include "support/namespaces.h"
#include "support/report.h"
#include "support/shaping.h"
#include "support/ttcp.h"

namespace ttcp::test {
namespace {
using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

constexpr std::int64_t kMega = 1'000'000;
const Words kServe{"serve", "--listen", ":0"};  // on every address, of IPv4 and IPv6

// Holds for 100 ms of the rate, so that a bucket never stands idle because an end was held up; and makes up for as much
// as 40 ms in which the kernel itself did not get round to it.
Bucket bucket_of(std::int64_t bits_per_second) {
  const std::int64_t bytes_per_ms = bits_per_second / 8 / 1000;
  return {bits_per_second, 40 * bytes_per_ms, 100 * bytes_per_ms};
}

class Measured : public ::testing::Test {
 protected:
  explicit Measured(Path path) : spaces_(path) {}
  void SetUp() override {
    if (!spaces_.why_not().empty()) GTEST_SKIP() << spaces_.why_not();
    near_.around = spaces_.near();
    far_.around = spaces_.far();
  }
  static Words words(Ttcp& server, Words options, const std::string& host = Namespaces::kFarIpv4) {
    Words all{"test", "-p", std::to_string(server.port())};
    all.insert(all.end(), options.begin(), options.end());
    if (std::find(all.begin(), all.end(), "-u") == all.end()) all.insert(all.end(), {"-C", "cubic"});
    all.push_back(host);
    return all;
  }
  // The whole record of a test that must succeed; null if it doesn't.
  Json record(Ttcp& server, Words options, const std::string& host = Namespaces::kFarIpv4) {
    options.emplace_back("-J");
    const Finished test = run_ttcp(words(server, std::move(options), host), near_);
    EXPECT_EQ(test.ended.status, 0) << test.out << test.err;
    return test.ended.status == 0 ? Json::parse(test.out) : Json();
  }
  Namespaces spaces_;
  Io near_;
  Io far_;
};

// Both ways through buckets in the router.
class Shaped : public Measured {
 protected:
  Shaped() : Measured(Path::routed) {}
  void shape_both(const Bucket& bucket) {
    for (const auto end : {Towards::far, Towards::near}) {
      if (const auto why = shape(spaces_.egress(end), bucket); !why.empty()) GTEST_SKIP() << why;
    }
  }
};

struct Load {
  const char* direction;
  std::int64_t mbits;
  friend std::ostream& operator<<(std::ostream& out, const Load& one) {
    return out << one.direction << " at " << one.mbits;
  }
};

class ShapedAt : public Shaped, public ::testing::WithParamInterface<Load> {
 protected:
  double rate() const { return static_cast<double>(GetParam().mbits * kMega); }
  Device device() const {
    return spaces_.egress(std::string_view(GetParam().direction) == "up" ? Towards::far : Towards::near);
  }
  // The bucket's own rate from 1.5 s to 5.5 s of the run, in bit/s.
  double rate_of_bucket(Ttcp& client) const {
    const auto [began, first] = look_at(client, 1.5);
    const auto [ended, last] = look_at(client, 5.5);
    return 8.0 * static_cast<double>(last - first) / std::chrono::duration<double>(ended - began).count();
  }

 private:
  std::pair<Clock::time_point, std::int64_t> look_at(Ttcp& client, double second) const {
    client.wait_until([&] { return elapsed(client.out()) >= second; }, "progress");
    const std::int64_t bytes = bytes_through(device());
    return {Clock::now(), bytes};
  }
  static double elapsed(const std::string& events) {
    const auto lines = lines_of(events);
    if (lines.empty()) return 0;
    const Json newest = Json::parse(lines.back(), nullptr, false);  // it may be half a line
    return newest.is_object() && newest.at("event") == "progress" ? newest.at("elapsed_s").get<double>() : 0;
  }
};

// 1448 bytes of payload (timestamps are in force) in 1500 of IP in 1514 of what a bucket counts. The bucket starts full
// and has 40 ms to give away: the first second is left out.
constexpr double kShare = 1448.0 / 1514;

TEST_P(ShapedAt, GoodputIsWithinOnePercentOfWhatTheBucketLetsThrough) {
  shape_both(bucket_of(GetParam().mbits * kMega));
  if (IsSkipped()) return;
  Ttcp server(kServe, far_);
  const std::string way = std::string("--") + GetParam().direction;
  Ttcp client(words(server, {way, "-t", "6", "-O", "1", "--no-idle", "--json-lines"}), near_);
  const double through = rate_of_bucket(client);
  expect_exit(client, 0);
  const Json test = record_of(client);
  const Json& result = test.at("results").at(0);
  // Whatever the rate was: all payload came through the bucket, and next to nothing else did.
  const double counted = static_cast<double>(bytes_through(device())) * kShare;
  EXPECT_LE(result.at("bytes").get<double>(), counted);
  EXPECT_GE(result.at("bytes").get<double>(), counted * 0.985);
  if (through < 0.995 * rate()) {
    GTEST_SKIP() << "this machine is too busy to fill the bucket: " << through << " bit/s came through";
  }
  const double goodput = result.at("goodput_bps");
  EXPECT_NEAR(goodput, rate() * kShare, rate() * kShare / 100);
  ASSERT_FALSE(result.at("goodput_ci95_bps").is_null()) << result.at("steady") << result.at("receiver").at("samples");
  const double low = result.at("goodput_ci95_bps").at(0);
  const double high = result.at("goodput_ci95_bps").at(1);
  EXPECT_LT(low, goodput);
  EXPECT_GT(high, goodput);
  EXPECT_LT(high - low, goodput / 5);
}

INSTANTIATE_TEST_SUITE_P(Of, ShapedAt,
                         ::testing::Values(Load{"up", 50}, Load{"down", 50}, Load{"up", 500}, Load{"down", 500}),
                         [](const auto& tested) {
                           return std::string(tested.param.direction) + std::to_string(tested.param.mbits);
                         });

TEST_F(Shaped, LatencyUnderLoadShowsTheQueueThatIdleLatencyDoesNot) {
  shape_both(bucket_of(50 * kMega));
  if (IsSkipped()) return;
  Ttcp server(kServe, far_);
  const Json test = record(server, {"-t", "3"});
  if (test.is_null()) return;
  const double idle = test.at("results").at(0).at("latency_ms").at("idle").at("p50");
  EXPECT_LT(idle, 10);
  for (const Json& result : test.at("results")) {
    SCOPED_TRACE(result.at("direction"));
    const double loaded = result.at("latency_ms").at("loaded").at("p50");
    EXPECT_GT(loaded, 30);  // of 100 ms of queue
    EXPECT_GT(loaded, 3 * idle);
  }
}

// Room for a payload of 1472 bytes; hellos are shorter, and so they are in no count of the bucket.
constexpr int kMtu = 1500;
constexpr double kDatagramShare = 1472.0 / 1514;

// Where datagrams get lost: at the router, or in the sender's own host, where the kernel tells the sender nothing.
struct Place {
  const char* name;
  Path path;
  friend std::ostream& operator<<(std::ostream& out, const Place& one) { return out << one.name; }
};

class Lossy : public Measured, public ::testing::WithParamInterface<Place> {
 protected:
  Lossy() : Measured(GetParam().path) {}
  void shape_datagrams_both(const Bucket& bucket) {
    for (const auto end : {Towards::far, Towards::near}) {
      const auto why = shape_datagrams(spaces_.egress(end), bucket, kMtu);
      if (!why.empty()) GTEST_SKIP() << why;
    }
  }
};

TEST_P(Lossy, UdpCountsAreThoseOfTheKernelToTheDatagram) {
  const std::int64_t bytes_per_ms = 50 * kMega / 8 / 1000;
  shape_datagrams_both({50 * kMega, 4 * bytes_per_ms, 20 * bytes_per_ms});
  if (IsSkipped()) return;
  Ttcp server(kServe, far_);
  const Json test = record(server, {"-u", "-b", "200M", "-l", "1472", "-t", "2", "--no-idle"});
  if (test.is_null()) return;
  for (const Json& result : test.at("results")) {
    SCOPED_TRACE(result.at("direction"));
    const bool upload = result.at("direction") == "upload";
    const Passed seen = passed(spaces_.egress(upload ? Towards::far : Towards::near));
    const Surroundings receiver = upload ? spaces_.far() : spaces_.near();
    // A receiver that was held up for too long loses some more, which its kernel counts.
    const std::int64_t overrun = udp_counter(receiver, "RcvbufErrors");
    const Json& udp = result.at("udp");
    EXPECT_EQ(udp.at("sent"), seen.packets + seen.dropped);
    EXPECT_EQ(udp.at("received"), seen.packets - overrun);
    EXPECT_EQ(udp.at("lost"), seen.dropped + overrun);
    EXPECT_GT(seen.dropped, 0);
    EXPECT_EQ(udp.at("duplicated"), 0);
    EXPECT_EQ(result.at("bytes"), udp.at("received").get<std::int64_t>() * 1472);
  }
  // The same once more by the receivers' kernels. All that is UDP here and no payload is hellos: one, or more where the
  // server was slow; none gets lost, for the queue is empty then and not theirs.
  const Json& up = test.at("results").at(0).at("udp");
  const Json& down = test.at("results").at(1).at("udp");
  const std::int64_t hellos = udp_counter(spaces_.far(), "InDatagrams") - up.at("received").get<std::int64_t>();
  EXPECT_GE(hellos, 2);
  EXPECT_EQ(udp_counter(spaces_.near(), "InDatagrams"), down.at("received"));
  EXPECT_EQ(udp_counter(spaces_.near(), "OutDatagrams") + udp_counter(spaces_.near(), "SndbufErrors"),
            up.at("sent").get<std::int64_t>() + hellos);
  EXPECT_EQ(udp_counter(spaces_.far(), "OutDatagrams") + udp_counter(spaces_.far(), "SndbufErrors"), down.at("sent"));
}

// The sender offered less than it was to: it didn't get the processor, because such rates are nothing to it.
bool fell_short(double sent, double offered) { return sent < 0.97 * offered; }

bool fell_short(const Json& result) {
  for (const Json& step : result.at("search")) {
    if (fell_short(step.at("sent_bps"), step.at("offered_bps"))) return true;
  }
  const double seconds = result.at("granted").at("time_ns").get<double>() / 1e9;
  const double sent = 8 * result.at("bytes_sent").get<double>() / seconds;
  return fell_short(sent, result.at("granted").at("rate_bps"));
}

// A burst of 4 ms in 2 s is 0.2 % above the rate. A queue of 40 ms bears the pauses of a busy machine.
TEST_P(Lossy, TheRateSearchFindsTheBucketsRate) {
  const std::int64_t bytes_per_ms = 50 * kMega / 8 / 1000;
  shape_datagrams_both({50 * kMega, 4 * bytes_per_ms, 40 * bytes_per_ms});
  if (IsSkipped()) return;
  Ttcp server(kServe, far_);
  const Json test = record(server, {"-u", "-l", "1472", "--no-idle"});
  if (test.is_null()) return;
  const double truth = 50.0 * kMega * kDatagramShare;
  for (const Json& result : test.at("results")) {
    SCOPED_TRACE(result.at("search").dump());
    EXPECT_LE(result.at("goodput_bps").get<double>(), 1.005 * truth);
    EXPECT_GE(result.at("search").size(), 3U);
    const bool found = result.at("goodput_bps").get<double>() >= 0.9 * truth;
    if (!found && fell_short(result)) GTEST_SKIP() << "this machine is too busy to send at the rates of the search";
    EXPECT_TRUE(found) << result.at("goodput_bps");
  }
}

INSTANTIATE_TEST_SUITE_P(At, Lossy,
                         ::testing::Values(Place{"TheRouter", Path::routed}, Place{"TheSender", Path::direct}),
                         [](const auto& tested) { return std::string(tested.param.name); });

class Direct : public Measured {
 protected:
  Direct() : Measured(Path::direct) {}
};

struct Way {
  const char* name;
  const char* host;  // what the user types
  const char* peer;  // the same in the record
  const char* source;
  int datagram;  // that fits into 1500 bytes
  friend std::ostream& operator<<(std::ostream& out, const Way& one) { return out << one.name; }
};

class Addressed : public Direct, public ::testing::WithParamInterface<Way> {};

TEST_P(Addressed, TcpArrivesInBothDirections) {
  Ttcp server(kServe, far_);
  const Json test = record(server, {"-t", "0.5", "--no-idle"}, GetParam().host);
  if (test.is_null()) return;
  EXPECT_EQ(test.at("ended"), "complete");
  EXPECT_EQ(test.at("peer_address"), GetParam().peer);
  ASSERT_EQ(test.at("results").size(), 2U);
  for (const Json& result : test.at("results")) {
    EXPECT_EQ(result.at("bytes"), result.at("bytes_sent"));
    EXPECT_GT(result.at("bytes"), 0);
    EXPECT_GT(result.at("latency_ms").at("loaded").at("count"), 0);
  }
  EXPECT_THAT(server.line_with(" test: ", Stream::out), StartsWith(GetParam().source));
}

TEST_P(Addressed, UdpArrivesInBothDirectionsInDatagramsThatFitThePath) {
  Ttcp server(kServe, far_);
  const Json test = record(server, {"-u", "-b", "20M", "-t", "0.5", "--no-idle"}, GetParam().host);
  if (test.is_null()) return;
  ASSERT_EQ(test.at("results").size(), 2U);
  for (const Json& result : test.at("results")) {
    const Json& udp = result.at("udp");
    EXPECT_EQ(result.at("granted").at("block_bytes"), GetParam().datagram);
    EXPECT_GT(udp.at("received"), 0);
    EXPECT_EQ(udp.at("sent"), udp.at("received").get<std::int64_t>() + udp.at("lost").get<std::int64_t>());
  }
}

INSTANTIATE_TEST_SUITE_P(Over, Addressed,
                         ::testing::Values(Way{"Ipv4", Namespaces::kFarIpv4, Namespaces::kFarIpv4, "10.77.0.1:", 1472},
                                           Way{"Ipv6", Namespaces::kFarIpv6, Namespaces::kFarIpv6, "[fd77::1]:", 1452},
                                           Way{"LinkLocal", Namespaces::kFarLinkLocal, Namespaces::kFarLinkLocal,
                                               "[fe80::1%veth]:", 1452}),
                         [](const auto& tested) { return std::string(tested.param.name); });

class Cut : public Direct, public ::testing::WithParamInterface<const char*> {
 protected:
  std::string direction() const { return GetParam(); }
};

// 3 s of silence until the far end counts as lost, and up to 1 s for what is then still to be done; the rest is for a
// busy machine.
constexpr auto kNoticed = 6s;

TEST_P(Cut, APathThatIsCutInMidTestEndsItAtBothEndsWithThePartialResult) {
  Ttcp server(kServe, far_);
  Ttcp client(words(server, {"--" + direction(), "-t", "600", "--no-idle", "--json-lines"}), near_);
  wait_until_it_moves(client, direction() + "load");
  spaces_.set_near_link(false);
  EXPECT_EQ(client.wait(Deadline(kNoticed)).status, 4) << client.transcript();
  const Json test = record_of(client);
  EXPECT_EQ(test.at("ended"), "peer-lost");
  ASSERT_EQ(test.at("results").size(), 1U);
  EXPECT_EQ(test.at("results").at(0).at("ended"), "peer-lost");
  EXPECT_GT(test.at("results").at(0).at("bytes"), 0);
  EXPECT_THAT(server.line_with(" test: ", Stream::out, Deadline(kNoticed)), HasSubstr("the far end was lost"));
  spaces_.set_near_link(true);
  EXPECT_EQ(record(server, {"--up", "-t", "0.5", "--no-idle"}).value("ended", ""), "complete");
}

INSTANTIATE_TEST_SUITE_P(While, Cut, ::testing::Values("up", "down"),
                         [](const auto& tested) { return std::string(tested.param); });

// The first one takes long enough for the second to be over before it is.
TEST_F(Direct, ASecondClientIsServedWhileTheFirstOneIsAndBothComplete) {
  Ttcp server(kServe, far_);
  Ttcp first(words(server, {"--up", "-t", "8", "--no-idle", "--json-lines"}), near_);
  wait_until_it_moves(first, "upload");
  const Json second = record(server, {"--down", "-t", "1", "--no-idle"});
  expect_exit(first, 0);
  const Json test = record_of(first);
  for (const Json* one : {&test, &second}) {
    ASSERT_FALSE(one->is_null());
    EXPECT_EQ(one->at("ended"), "complete");
    EXPECT_EQ(one->at("results").at(0).at("bytes"), one->at("results").at(0).at("bytes_sent"));
  }
  EXPECT_THAT(server.line_with(" upload ", Stream::out), HasSubstr("complete"));
  EXPECT_THAT(server.out(), ::testing::ContainsRegex("download [^\n]*complete[^\n]*\n[^\n]*upload [^\n]*complete"));
}

}  // namespace
}  // namespace ttcp::test
