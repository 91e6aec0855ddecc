// SPDX-License-Identifier: MIT
#include "session/native/carry_out.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ttcp::session::native {
namespace asio = boost::asio;
namespace {
using namespace std::chrono_literals;
namespace wire = wire::native;
using model::Direction;

// Once the senders were told to stop, for what is still on its way. A queue of 4 MB at 10 Mbit/s takes 3.3 s.
constexpr base::Duration kDrain = 5s;
// After an interruption the user wants the prompt back, and a server has 2 s to leave.
constexpr base::Duration kHurriedDrain = 1s;
// For the far end's view, once this end has said its own and the far end may still be draining.
constexpr base::Duration kExchange = 8s;
// A run that ends by bytes may take as long as it likes, but not stand still for as long as this.
constexpr base::Duration kStandstill = 10s;
constexpr base::Duration kLook = 100ms;
// How much of its time a run must have had when the far end's clock says that it is over: clocks differ in pace.
constexpr double kWholeTime = 0.99;
// Flows that were cut need no longer than a system call.
constexpr base::Duration kSoon = 1ms;

class Run {
 public:
  Run(Running running, std::stop_token stop) : it_(std::move(running)), stop_(std::move(stop)) {}

  asio::awaitable<RunOutcome> until_over() {
    it_.flows->go();
    while (!is_over()) {
      const net::Until look(base::now() + kLook, stop_seen_ ? std::stop_token() : stop_);
      auto message = co_await it_.control->next(look);
      if (message) std::visit([this](auto& said) { take(said); }, *message);
      const bool is_gone = !message && it_.control->over();
      if (is_gone && outcome_.far.empty()) lose(*it_.control->over());
      const auto now = base::now();
      note_movement(now);
      consider(now);
      if (is_gone && !is_over()) co_await take_a_breath();
    }
    it_.flows->cut();
    while (!it_.flows->over()) {
      const net::Until soon(base::now() + kSoon);
      static_cast<void>(co_await it_.control->next(soon));
      if (it_.control->over()) co_await take_a_breath();
    }
    outcome_.own = it_.flows->views();
    if (cut_short_) explain_cut();
    co_return std::move(outcome_);
  }

 private:
  bool is_over() const {
    if (said_outcome_ && !outcome_.far.empty()) return true;
    return lost_ || gave_up_;
  }

  // With the control connection gone next() doesn't wait, and nothing else would run.
  static asio::awaitable<void> take_a_breath() {
    const net::Until soon(base::now() + kSoon);
    co_await net::sleep_until(soon);
  }

  template <class Other>
  void take(Other&) {}  // whatever else is legal here says nothing about this run
  void take(wire::Stop&) {
    cut_short_ = cut_short_ || (it_.leads && !stopping_ && !time_is_up());
    it_.flows->stop_sending();
    drain_until(base::now() + kDrain);
  }
  void take(wire::Count& count) {
    auto& samples = outcome_.far_counts[count.direction];
    if (samples.empty() || samples.back().bytes != count.sample.bytes) progressed_at_ = base::now();
    samples.push_back(count.sample);
  }
  void take(wire::Ended& ended) { it_.flows->expect(ended.direction, ended.datagrams); }
  void take(wire::Outcome& seen) { outcome_.far = std::move(seen.views); }

  bool is_whole_time(base::Duration real) const {
    const auto& time = it_.flows->plan().traffic.time;
    return time && real >= std::chrono::duration_cast<base::Duration>(*time * kWholeTime);
  }
  bool time_is_up() const { return is_whole_time(base::now() - it_.flows->started()); }
  // By its own clock, which may have started well before this end's where this end was held up at the start.
  bool far_end_had_its_time() const {
    const auto had = [this](const auto& seen) { return is_whole_time(seen.view.real); };
    return !outcome_.far.empty() && std::ranges::all_of(outcome_.far, had);
  }
  // A flow that broke is the better reason, and it is in the views.
  void explain_cut() {
    if (far_end_had_its_time()) return;
    const auto is_broken = [](const auto& flow) { return flow.failure.has_value(); };
    const auto has_broken = [&](const auto& seen) { return std::ranges::any_of(seen.view.flows, is_broken); };
    if (outcome_.ending != model::Ending::complete || std::ranges::any_of(outcome_.far, has_broken)) return;
    outcome_.ending = model::Ending::interrupted;
    outcome_.failure = base::Error{base::Error::Kind::peer, "", 0, "the server ended it"};
  }

  void note_movement(base::TimePoint now) {
    const auto moved = it_.flows->moved();
    if (moved == moved_) return;
    it_.control->heard_elsewhere();
    moved_ = moved;
    progressed_at_ = now;
  }

  void consider(base::TimePoint now) {
    if (stop_.stop_requested() && !stop_seen_) interrupt(now);
    if (const auto broken = it_.flows->broken(); broken && !outcome_.failure) {
      fail(*broken);
      end_senders(now);
    }
    if (!stopping_ && it_.judge && it_.judge(*it_.flows, outcome_.far_counts) == Verdict::stop) end_senders(now);
    // What was sent for a time is drained for a time; what was sent for its bytes must all arrive.
    if (!ends_by_bytes() && it_.flows->has_senders() && it_.flows->senders_over()) end_senders(now);
    tell_counts();
    tell_ends();
    if (it_.flows->over()) tell_outcome(now);
    if (deadline_ && now >= *deadline_) run_out(now);
    if (ends_by_bytes() && said_outcome_ && now - progressed_at_ >= kStandstill) run_out(now);
  }
  bool ends_by_bytes() const { return it_.flows->plan().traffic.bytes.has_value() && !stopping_; }
  void drain_until(base::TimePoint at) { deadline_ = std::min(deadline_.value_or(base::TimePoint::max()), at); }

  void lose(const base::Error& why) {
    lost_ = true;
    if (outcome_.failure) return;
    outcome_.ending = model::Ending::peer_lost;
    outcome_.failure = why;
  }
  void interrupt(base::TimePoint now) {
    stop_seen_ = true;
    if (!outcome_.failure) outcome_.ending = model::Ending::interrupted;
    end_senders(now);
    drain_until(now + kHurriedDrain);
  }
  void fail(const base::Error& why) {
    outcome_.failure = why;
    outcome_.ending = why.kind == base::Error::Kind::peer ? model::Ending::peer_lost : model::Ending::failed;
  }

  // This end's senders, and by a word the far end's.
  void end_senders(base::TimePoint now) {
    if (stopping_) return;
    stopping_ = true;
    it_.control->say(wire::Stop{it_.run});
    it_.flows->stop_sending();
    drain_until(now + kDrain);
  }

  void tell_counts() {
    if (!it_.tells_counts) return;
    for (const Direction direction : {Direction::upload, Direction::download}) {
      const auto& samples = it_.flows->samples(direction);
      if (it_.flows->sends(direction) || samples.size() == told_[direction]) continue;
      told_[direction] = samples.size();
      it_.control->say(wire::Count{it_.run, direction, samples.back()});
    }
  }

  // A UDP receiver can't see the end of its flows.
  void tell_ends() {
    if (said_ended_ || !it_.flows->senders_over()) return;
    said_ended_ = true;
    for (const Direction direction : {Direction::upload, Direction::download}) {
      const auto sent = it_.flows->datagrams_sent(direction);
      if (!sent.empty() && it_.flows->is_udp()) it_.control->say(wire::Ended{it_.run, direction, sent});
    }
  }

  void tell_outcome(base::TimePoint now) {
    if (said_outcome_) return;
    said_outcome_ = true;
    it_.control->say(wire::Outcome{it_.run, it_.flows->views()});
    if (ends_by_bytes()) return;
    deadline_ = now + (stop_seen_ ? kHurriedDrain : kExchange);
  }

  // First the flows are cut, then the far end's view is given up.
  void run_out(base::TimePoint now) {
    if (!it_.flows->over()) {
      it_.flows->cut();
      deadline_ = now + kHurriedDrain;
      return;
    }
    gave_up_ = true;
    if (outcome_.failure || outcome_.ending != model::Ending::complete) return;
    outcome_.ending = model::Ending::peer_lost;
    outcome_.failure = base::Error{base::Error::Kind::timeout, "wait for the far end's result", 0, "none came"};
  }

  Running it_;
  std::stop_token stop_;
  RunOutcome outcome_;
  std::map<Direction, std::size_t> told_;
  base::Bytes moved_;
  base::TimePoint progressed_at_ = base::now();
  std::optional<base::TimePoint> deadline_;
  bool stopping_ = false;
  bool stop_seen_ = false;
  bool cut_short_ = false;  // by the far end, as far as this end's clock tells
  bool said_ended_ = false;
  bool said_outcome_ = false;
  bool lost_ = false;
  bool gave_up_ = false;
};

}  // namespace

asio::awaitable<RunOutcome> carry_out(Running running, std::stop_token stop) {
  Run run(std::move(running), std::move(stop));
  co_return co_await run.until_over();
}

}  // namespace ttcp::session::native
