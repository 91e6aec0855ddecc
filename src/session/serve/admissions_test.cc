// SPDX-License-Identifier: MIT
// The queue of a server, in one thread.
#include "session/serve/admissions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <vector>

namespace ttcp::session::serve {
namespace {
namespace asio = boost::asio;
using testing::ElementsAre;
using testing::IsEmpty;
using Answer = Admissions::Answer;

struct Client {
  std::vector<int> places;
  std::optional<Answer> answer;
  bool gone = false;
};

class AdmissionsTest : public testing::Test {
 protected:
  std::shared_ptr<Client> come(Admissions& admissions) {
    auto client = std::make_shared<Client>();
    asio::co_spawn(context_, enter(admissions, client, stop_.get_token()), asio::detached);
    settle();
    return client;
  }
  static asio::awaitable<void> enter(Admissions& admissions, std::shared_ptr<Client> client, std::stop_token stop) {
    Admissions::Visitor visitor;
    visitor.told = [client](int place) { client->places.push_back(place); };
    visitor.gone = [client] { return client->gone; };
    client->answer = co_await admissions.enter(std::move(visitor), stop);
  }
  // Whatever can happen without waiting for a timer.
  void settle() {
    context_.restart();
    context_.poll();
  }

  asio::io_context context_{1};
  std::stop_source stop_;
};

TEST_F(AdmissionsTest, WhoFindsAPlaceIsAdmittedWithoutAWordAboutAQueue) {
  Admissions admissions(context_.get_executor(), 2);
  for (const auto& client : {come(admissions), come(admissions)}) {
    EXPECT_EQ(client->answer, Answer::admitted);
    EXPECT_THAT(client->places, IsEmpty());
  }
}

TEST_F(AdmissionsTest, WhoComesLaterWaitsAndIsServedInOrder) {
  Admissions admissions(context_.get_executor(), 1);
  const auto first = come(admissions);
  const auto second = come(admissions);
  const auto third = come(admissions);
  EXPECT_FALSE(second->answer);
  EXPECT_THAT(second->places, ElementsAre(1));
  EXPECT_THAT(third->places, ElementsAre(2));
  admissions.leave();
  settle();
  EXPECT_EQ(second->answer, Answer::admitted);
  EXPECT_FALSE(third->answer);
  EXPECT_THAT(third->places, ElementsAre(2, 1));
  admissions.leave();
  settle();
  EXPECT_EQ(third->answer, Answer::admitted);
}

TEST_F(AdmissionsTest, AFreePlaceIsNotTakenPastThoseWhoWait) {
  Admissions admissions(context_.get_executor(), 1);
  const auto first = come(admissions);
  const auto second = come(admissions);
  admissions.leave();
  EXPECT_FALSE(admissions.try_enter());
  settle();
  EXPECT_EQ(second->answer, Answer::admitted);
}

TEST_F(AdmissionsTest, WhoGivesUpMakesTheOthersMoveUp) {
  Admissions admissions(context_.get_executor(), 1);
  const auto first = come(admissions);
  const auto second = come(admissions);
  const auto third = come(admissions);
  second->gone = true;
  context_.restart();
  while (!second->answer) context_.run_one();
  settle();
  EXPECT_EQ(second->answer, Answer::gone);
  EXPECT_THAT(third->places, ElementsAre(2, 1));
}

TEST_F(AdmissionsTest, AStopEndsTheWait) {
  Admissions admissions(context_.get_executor(), 1);
  const auto first = come(admissions);
  const auto second = come(admissions);
  stop_.request_stop();
  context_.restart();
  while (!second->answer) context_.run_one();
  EXPECT_EQ(second->answer, Answer::stopped);
}

TEST_F(AdmissionsTest, AFullQueueSaysSo) {
  Admissions admissions(context_.get_executor(), 0);
  std::vector<std::shared_ptr<Client>> waiting;
  for (std::size_t count = 0; count < kMostWaiting; ++count) waiting.push_back(come(admissions));
  EXPECT_FALSE(waiting.back()->answer);
  EXPECT_EQ(come(admissions)->answer, Answer::full);
  stop_.request_stop();
  for (const auto& client : waiting) client->gone = true;
}

}  // namespace
}  // namespace ttcp::session::serve
