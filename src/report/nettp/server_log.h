// SPDX-License-Identifier: MIT
// What `ttcp nettp -s` says while it serves.
#pragma once

#include <string>

#include "base/text_sink.h"
#include "model/observer.h"

namespace ttcp::report::nettp {

// A line per client on `out`, trouble on `err`. Doesn't own the sinks, which outlive it.
class ServerLog : public model::ServerObserver {
 public:
  ServerLog(std::string host, base::TextSink& out, base::TextSink& err)
      : host_(std::move(host)), out_(out), err_(err) {}
  void on_listening(std::uint16_t port) override;
  void on_refused(const std::string& address, std::uint16_t port, const base::Error& why) override;
  void on_trouble(const base::Error& why) override;
  void on_finished(const model::FlowRecord& record) override;

 private:
  std::string host_;
  base::TextSink& out_;
  base::TextSink& err_;
};

}  // namespace ttcp::report::nettp
