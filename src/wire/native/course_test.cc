// SPDX-License-Identifier: MIT
// Who may say what when: the whole table, and what messages must agree in.
#include "wire/native/course.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "wire/native/examples_for_tests.h"

namespace ttcp::wire::native {
namespace {

using enum model::Direction;
using Said = std::pair<Side, Message>;

// A conversation up to run 7, and what brings it from each phase to the next.
const std::vector<Said> kWay{
    {Side::client, Hello{}},
    {Side::server, Welcome{kSession, {}}},
    {Side::client, Prepare{7, udp_both()}},
    {Side::server, Granted{7, udp_both(), {}, kToken}},
    {Side::server, Ready{7}},
    {Side::client, Go{7}},
};

Course after(std::size_t steps) {
  Course course;
  for (std::size_t i = 0; i < steps; ++i) EXPECT_FALSE(course.pass(kWay.at(i).first, kWay.at(i).second).breach);
  return course;
}

Course in(Phase phase) {
  const std::size_t steps[] = {0, 1, 2, 3, 4, 5, 6};
  Course course = after(steps[static_cast<std::size_t>(phase)]);
  EXPECT_EQ(course.phase(), phase);
  return course;
}

bool is_refused(Course course, Side sayer, const Message& message) {
  const auto judgement = course.pass(sayer, message);
  EXPECT_FALSE(judgement.is_late);
  EXPECT_FALSE(judgement.breach && judgement.breach->sentence.empty());
  return judgement.breach.has_value();
}

std::string name_of(Side sayer, const Message& message) {
  return (sayer == Side::client ? "client " : "server ") + std::string(word(message));
}

// All that is legal in a phase, beside refusal and bye, which always are.
struct Row {
  Phase phase;
  std::set<std::string> legal;
};
const std::set<std::string> kInARun{"client count", "server count", "client stop",  "server stop",    "client ended",
                                    "server ended", "client alive", "server alive", "client outcome", "server outcome"};
const std::vector<Row> kTable{
    {Phase::opening, {"client hello"}},
    {Phase::greeted, {"server wait", "server welcome", "client alive", "server alive"}},
    {Phase::idle, {"client prepare", "client alive", "server alive"}},
    {Phase::asked, {"server granted", "client alive", "server alive"}},
    {Phase::granted, {"server ready", "client alive", "server alive"}},
    {Phase::ready, {"client go", "client alive", "server alive"}},
    {Phase::running, kInARun},
};

TEST(CourseTest, InEachPhaseEachSideMaySayExactlyThis) {
  for (const auto& [phase, legal] : kTable) {
    for (const Message& message : one_of_each()) {
      const bool is_always = std::holds_alternative<Refusal>(message) || std::holds_alternative<Bye>(message);
      for (const Side sayer : {Side::client, Side::server}) {
        const std::string name = name_of(sayer, message);
        EXPECT_EQ(!is_refused(in(phase), sayer, message), is_always || legal.contains(name))
            << name << " " << words(phase);
      }
    }
  }
}

TEST(CourseTest, ARefusalNamesTheSayerTheWordAndThePlace) {
  Course course = in(Phase::idle);
  const auto early = course.pass(Side::client, Go{7});
  EXPECT_EQ(early.breach, (Refusal{"unexpected-message", "the client said \"go\" between runs"}));
  const auto stolen = course.pass(Side::client, Welcome{kSession, {}});
  EXPECT_EQ(stolen.breach->sentence, "the client said \"welcome\", which only the other end says");
  EXPECT_EQ(course.phase(), Phase::idle);
}

TEST(CourseTest, AnotherVersionIsRefusedByItsOwnKind) {
  Course course;
  EXPECT_EQ(course.pass(Side::client, Hello{2, {}}).breach->kind, kOtherVersion);
  EXPECT_EQ(course.phase(), Phase::opening);
}

TEST(CourseTest, ARunIsOverWhenBothEndsHaveSaidTheirOutcome) {
  for (const Side first : {Side::client, Side::server}) {
    const Side second = first == Side::client ? Side::server : Side::client;
    Course course = in(Phase::running);
    EXPECT_TRUE(course.owes_outcome(first));
    EXPECT_FALSE(course.pass(first, Outcome{7, {}}).breach);
    EXPECT_EQ(course.phase(), Phase::running);
    EXPECT_FALSE(course.owes_outcome(first));
    EXPECT_TRUE(course.owes_outcome(second));
    EXPECT_TRUE(is_refused(course, first, Outcome{7, {}}));
    EXPECT_FALSE(is_refused(course, second, Stop{7}));
    EXPECT_FALSE(course.pass(second, Outcome{7, {}}).breach);
    EXPECT_EQ(course.phase(), Phase::idle);
    EXPECT_TRUE(is_refused(course, second, Outcome{7, {}}));
  }
}

Course with_run_7_over() {
  Course course = in(Phase::running);
  course.pass(Side::client, Outcome{7, {}});
  course.pass(Side::server, Outcome{7, {}});
  return course;
}

TEST(CourseTest, ANextRunNeedsAHigherNumber) {
  EXPECT_TRUE(is_refused(with_run_7_over(), Side::client, Prepare{7, tcp_upload()}));
  EXPECT_TRUE(is_refused(with_run_7_over(), Side::client, Prepare{0, tcp_upload()}));
  Course course = with_run_7_over();
  EXPECT_FALSE(course.pass(Side::client, Prepare{9, tcp_upload()}).breach);
  EXPECT_TRUE(is_refused(course, Side::server, Granted{7, tcp_upload(), {}, ""}));
  EXPECT_FALSE(is_refused(course, Side::server, Granted{9, tcp_upload(), {}, ""}));
}

TEST(CourseTest, CountsStopsAndEndsOfARunThatIsOverAreLateNotBreaches) {
  const std::vector<Message> crossing{Count{7, upload, {}}, Stop{7}, Ended{7, upload, {1}}};
  Course half = in(Phase::running);
  half.pass(Side::client, Outcome{7, {}});
  Course next = with_run_7_over();
  next.pass(Side::client, Prepare{8, tcp_upload()});
  for (const Message& message : crossing) {
    EXPECT_TRUE(half.pass(Side::client, message).is_late);
    EXPECT_FALSE(half.pass(Side::server, message).is_late);
    EXPECT_TRUE(with_run_7_over().pass(Side::server, message).is_late);
    EXPECT_TRUE(next.pass(Side::server, message).is_late);
  }
  EXPECT_TRUE(is_refused(next, Side::server, Stop{8}));  // has not begun
  EXPECT_TRUE(is_refused(with_run_7_over(), Side::server, Stop{8}));
}

TEST(CourseTest, AGrantKeepsToWhatWasAsked) {
  model::RunPlan less = udp_both();
  less.traffic.streams = 1;
  model::RunPlan more = udp_both();
  more.traffic.streams = 3;
  model::RunPlan other_way = udp_both();
  other_way.directions = {download};
  EXPECT_FALSE(is_refused(in(Phase::asked), Side::server, Granted{7, less, {}, kToken}));
  EXPECT_TRUE(is_refused(in(Phase::asked), Side::server, Granted{7, more, {}, kToken}));
  EXPECT_TRUE(is_refused(in(Phase::asked), Side::server, Granted{7, other_way, {}, kToken}));
  EXPECT_TRUE(is_refused(in(Phase::asked), Side::server, Granted{7, tcp_upload(), {}, ""}));
}

TEST(CourseTest, ARunKnowsItsOwnNumberDirectionsAndStreamsOnly) {
  Course course = with_run_7_over();
  course.pass(Side::client, Prepare{8, tcp_upload()});
  course.pass(Side::server, Granted{8, tcp_upload(), {}, ""});
  EXPECT_TRUE(is_refused(course, Side::server, Ready{7}));
  course.pass(Side::server, Ready{8});
  EXPECT_TRUE(is_refused(course, Side::client, Go{9}));
  course.pass(Side::client, Go{8});
  EXPECT_TRUE(is_refused(course, Side::server, Count{9, upload, {}}));
  EXPECT_TRUE(is_refused(course, Side::server, Count{8, download, {}}));
  EXPECT_TRUE(is_refused(course, Side::client, Ended{8, download, {1}}));
  EXPECT_TRUE(is_refused(course, Side::client, Ended{8, upload, {1, 1}}));
  EXPECT_TRUE(is_refused(course, Side::client, Outcome{8, {{download, {}}}}));
  EXPECT_TRUE(is_refused(course, Side::client, Outcome{7, {}}));
  EXPECT_FALSE(is_refused(course, Side::client, Outcome{8, {{upload, {}}}}));
}

}  // namespace
}  // namespace ttcp::wire::native
