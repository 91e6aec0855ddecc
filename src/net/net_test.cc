// SPDX-License-Identifier: MIT
// Addresses as text, options refused with reasons, and the timed waits.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <optional>

#include "net/address.h"
#include "net/loopback_for_tests.h"
#include "net/sockets.h"
#include "net/timed.h"

namespace ttcp::net {
namespace {
namespace asio = boost::asio;
using namespace std::chrono_literals;

Address address_of(const std::string& host, std::uint16_t port) {
  model::Endpoint endpoint;
  endpoint.host = host;
  endpoint.port = port;
  return resolve(endpoint, model::Transport::tcp).value().front();
}

// Runs one coroutine to its end.
template <class Result>
Result run(asio::io_context& context, asio::awaitable<Result> work) {
  std::optional<Result> result;
  asio::co_spawn(context, std::move(work), [&](std::exception_ptr, Result value) { result = std::move(value); });
  context.run();
  return std::move(result.value());
}

TEST(AddressTest, IsShownNumericAndWithBracketsWhereAPortFollows) {
  EXPECT_EQ(text_of(address_of("127.0.0.1", 80)), "127.0.0.1");
  EXPECT_EQ(endpoint_text(address_of("127.0.0.1", 5001)), "127.0.0.1:5001");
  EXPECT_EQ(endpoint_text(address_of("::1", 5001)), "[::1]:5001");
}

TEST(AddressTest, AMappedAddressIsShownAsIpv4UnlessAskedOtherwise) {
  const auto mapped = address_of("::ffff:192.0.2.1", 1);
  EXPECT_EQ(text_of(mapped), "192.0.2.1");
  EXPECT_EQ(text_of(mapped, false), "::ffff:192.0.2.1");
}

TEST(AddressTest, AFailedLookupSaysWhyAndNeverErrnoZero) {
  model::Endpoint endpoint;
  endpoint.host = "no such host";
  const auto found = resolve(endpoint, model::Transport::tcp);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().attempt, "bad hostname");
  EXPECT_EQ(found.error().os_errno, 0);
  EXPECT_NE(found.error().detail, "no such host: Success");
}

TEST(AddressTest, AReceiverListensOnIpv6First) {
  const auto own = resolve_own(model::Endpoint{}, model::Transport::tcp);
  ASSERT_TRUE(own);
  bool v4_seen = false;
  for (const auto& address : *own) {
    if (address.family() == AF_INET) v4_seen = true;
    EXPECT_FALSE(v4_seen && address.family() == AF_INET6);
  }
}

TEST(SocketOptionTest, AnUnknownCongestionControlNamesThoseThatExist) {
  const auto pair = tcp_pair();
  const auto set = set_congestion(pair.near.get(), "nosuch");
  ASSERT_FALSE(set);
  EXPECT_NE(set.error().detail.find("choose one of: "), std::string::npos);
}

TEST(SocketOptionTest, ABufferThatTheKernelCutsIsSaid) {
  const auto pair = tcp_pair();
  EXPECT_FALSE(set_buffer(pair.near.get(), model::Role::transmit, base::Bytes(65536)).value());
  const auto cut = set_buffer(pair.near.get(), model::Role::receive, base::Bytes(INT32_MAX / 2));
  ASSERT_TRUE(cut && cut.value());
  EXPECT_NE(cut.value()->find("net.core.rmem_max"), std::string::npos);
}

TEST(TimedWaitTest, EndsAtTheDeadlineByTheStopOrWhenReady) {
  const auto pair = tcp_pair();
  const int fd = pair.near.get();
  asio::io_context first, second, third;
  EXPECT_EQ(run(first, wait_for(fd, Ready::readable, Until(base::now()))), WaitEnd::timed_out);
  std::stop_source stop;
  asio::post(second, [&stop] { stop.request_stop(); });
  EXPECT_EQ(run(second, wait_for(fd, Ready::readable, Until(std::nullopt, stop.get_token()))), WaitEnd::stopped);
  EXPECT_EQ(run(third, wait_for(fd, Ready::writable, Until(std::nullopt))), WaitEnd::ready);
}

TEST(TimedWaitTest, AClosedFarEndReadsAsEmpty) {
  auto pair = tcp_pair();
  pair.far.reset();
  asio::io_context context;
  const auto chunk = run(context, read_some(pair.near.get(), 100, Until(base::now() + 30s)));
  ASSERT_TRUE(chunk);
  EXPECT_TRUE(chunk->empty());
}

TEST(TimedWaitTest, ARefusedConnectionNamesTheAddress) {
  Address nobody = loopback_any_port();
  {
    const base::OwnedFd holder(::socket(AF_INET, SOCK_STREAM, 0));
    ASSERT_TRUE(bind_socket(holder.get(), nobody, false));
    nobody = own_address(holder.get()).value();  // bound but not listening: nobody else gets this port meanwhile
    const auto fd = open_socket(AF_INET, model::Transport::tcp);
    asio::io_context context;
    const auto connected = run(context, connect_socket(fd->get(), nobody, Until(base::now() + 30s)));
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().kind, base::Error::Kind::connect);
    EXPECT_EQ(connected.error().detail, endpoint_text(nobody));
  }
}

}  // namespace
}  // namespace ttcp::net
