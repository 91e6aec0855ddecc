// SPDX-License-Identifier: MIT
// What a user sees of a test while it runs.
#include "report/live/live.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "report/facts.h"
#include "report/human.h"

namespace ttcp::report::live {
namespace {

constexpr base::Duration kRedraw = std::chrono::milliseconds(100);
constexpr std::size_t kNameWidth = 8;
constexpr const char* kEraseToEnd = "\x1b[K";  // ECMA-48, EL

// "0.0-1.0 s", with as many decimals as the interval needs to be told from the next.
std::string range(const model::IntervalOver& interval, base::Duration length) {
  const int decimals = length >= std::chrono::milliseconds(100) ? 1 : length >= std::chrono::milliseconds(10) ? 2 : 3;
  const auto seconds = [](base::Duration d) { return static_cast<double>(d.count()) / 1e9; };
  return fmt::format("{:.{}f}-{:.{}f} s", seconds(interval.start), decimals, seconds(interval.end), decimals);
}

std::string interval_line(const model::IntervalOver& interval, base::Duration length) {
  const base::Duration took = interval.end - interval.start;
  const std::string rate = took > base::Duration::zero() ? rate_text(base::rate_of(interval.bytes, took)) : "-";
  std::string text = fmt::format("  {}  {} {}", left(word(interval.direction), kNameWidth),
                                 left(range(interval, length), 11), right(rate, 12));
  if (interval.retransmits) text += fmt::format("  retransmits {}", *interval.retransmits);
  if (interval.rtt) text += fmt::format("  rtt {}", brief_time(*interval.rtt));
  return text + "\n";
}

std::string step_line(const model::StepOver& over) {
  const model::RateStep& step = over.step;
  const auto rate = [](const std::optional<base::BitRate>& r) { return r ? rate_text(*r) : "unknown"; };
  return fmt::format("  {}  offered {}: sent {}, received {}, loss {}{}\n", left(word(over.direction), kNameWidth),
                     wished_rate(step.offered), rate(step.sent), rate(step.received),
                     step.loss ? percent(*step.loss) : "unknown", step_mark(step));
}

}  // namespace

Live::Live(base::TextSink& out, Terminal terminal, const model::TestPlan& plan)
    : out_(out), terminal_(terminal), plan_(plan) {}

Live::~Live() { erase(); }

void Live::on_event(const model::TestEvent& event) {
  std::visit([this](const auto& happened) { on(happened); }, event);
}

void Live::on(const model::Connected& connected) {
  say(heading(plan_, connected));
  shown_.heading = true;
}

void Live::on(const model::Queued& queued) {
  if (place_ == queued.place) return;
  place_ = queued.place;
  if (terminal_.is_terminal) {
    draw("  " + queue_words(queued));
  } else {
    say(queue_words(queued) + "\n");
  }
}

void Live::on(const model::Noted& noted) {
  say(note_line(noted.text));
  shown_.notes.push_back(noted.text);
}

void Live::on(const model::PhaseStarted& phase) {
  phase_ = phase;
  newest_.clear();
  drawn_for_.reset();
  draw(line(phase_, newest_, {terminal_.columns, terminal_.colour}));
}

void Live::on(const model::Progress& progress) {
  const auto known = std::ranges::find(newest_, progress.direction, &model::Progress::direction);
  if (known != newest_.end()) {
    *known = progress;
  } else {
    newest_.push_back(progress);
    std::ranges::stable_sort(newest_, {}, &model::Progress::direction);
  }
  const base::Duration tenth = progress.elapsed / kRedraw * kRedraw;
  if (drawn_for_ && tenth <= *drawn_for_) return;
  drawn_for_ = tenth;
  draw(line(phase_, newest_, {terminal_.columns, terminal_.colour}));
}

void Live::on(const model::IntervalOver& interval) {
  if (plan_.interval) say(interval_line(interval, *plan_.interval));
}

void Live::on(const model::StepOver& step) {
  if (terminal_.is_terminal || plan_.interval) say(step_line(step));
}

void Live::say(const std::string& line) {
  erase();
  out_.write(line);
}

void Live::draw(const std::string& line) {
  if (!terminal_.is_terminal || line.empty()) return;
  out_.write("\r" + line + kEraseToEnd);
  is_drawn_ = true;
}

void Live::erase() {
  if (is_drawn_) out_.write(std::string("\r") + kEraseToEnd);
  is_drawn_ = false;
}

}  // namespace ttcp::report::live
