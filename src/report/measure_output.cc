// SPDX-License-Identifier: MIT
#include "report/measure_output.h"

#include "codec/test_record_json.h"
#include "report/csv/report.h"
#include "report/json/events.h"
#include "report/modern/report.h"

namespace ttcp::report {
namespace {

live::Terminal quiet(live::Terminal terminal) {
  terminal.is_terminal = false;
  return terminal;
}

// Progress for people beside a result for programs: nothing unless they watch.
class Nobody : public base::TextSink {
 public:
  void write(std::string_view) override {}
};

Nobody& nobody() {
  static Nobody sink;  // has no state
  return sink;
}

}  // namespace

// Each event as a line at once; the last one of a test has its record.
class MeasureOutput::Events : public model::TestObserver {
 public:
  explicit Events(base::TextSink& out) : out_(out) {}
  void on_event(const model::TestEvent& event) override { out_.write(json::event_line(event)); }

 private:
  base::TextSink& out_;
};

MeasureOutput::MeasureOutput(const model::Measure& command, Places places) : command_(command), places_(places) {
  const bool text = command.output == model::TestOutput::text;
  base::TextSink& notes = text ? places_.out : places_.err;
  for (const auto& note : command.notes) notes.write(note_line(note));
  if (command.output == model::TestOutput::csv) places_.out.write(csv::heading());
}

MeasureOutput::~MeasureOutput() = default;

model::TestObserver& MeasureOutput::watch(const model::TestPlan& plan) {
  if (command_.output == model::TestOutput::json_lines) {
    events_ = std::make_unique<Events>(places_.out);
    return *events_;
  }
  const bool text = command_.output == model::TestOutput::text;
  if (text && !records_.empty()) places_.out.write("\n");
  const auto terminal = text ? places_.out_terminal : places_.err_terminal;
  const bool shows = text || (terminal.is_terminal && !command_.quiet);
  base::TextSink& sink = text ? places_.out : (shows ? places_.err : nobody());
  live_ = std::make_unique<live::Live>(sink, command_.quiet ? quiet(terminal) : terminal, plan);
  return *live_;
}

void MeasureOutput::measured(const model::TestRecord& record) {
  put(record);
  records_.push_back(record);
}

void MeasureOutput::failed(const model::TestRecord& record) {
  if (record.failure) places_.err.write(modern::failure_line(record.plan.endpoint.host, *record.failure));
  if (command_.output == model::TestOutput::json_lines) {
    places_.out.write(json::event_line(model::TestEvent(model::TestOver{record})));
  } else if (command_.output != model::TestOutput::text) {
    put(record);
  }
  records_.push_back(record);
}

void MeasureOutput::put(const model::TestRecord& record) {
  switch (command_.output) {
    case model::TestOutput::text:
      places_.out.write(modern::text(record, live_ ? live_->shown() : Shown{}));
      break;
    case model::TestOutput::json:
      places_.out.write(codec::to_json(record) + "\n");
      break;
    case model::TestOutput::json_lines:
      break;  // its last event was the record
    case model::TestOutput::csv:
      places_.out.write(csv::rows(record));
      break;
  }
}

void MeasureOutput::close() {
  live_.reset();
  if (command_.output == model::TestOutput::text && records_.size() > 1) {
    places_.out.write("\n" + modern::comparison(records_));
  }
}

}  // namespace ttcp::report
