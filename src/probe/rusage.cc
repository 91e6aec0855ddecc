// SPDX-License-Identifier: MIT
#include "probe/rusage.h"

#include <chrono>

namespace ttcp::probe {
namespace {

base::Duration duration_of(const timeval& t) {
  return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
}

}  // namespace

model::Usage usage_from(const rusage& raw) {
  model::Usage usage;
  usage.user = duration_of(raw.ru_utime);
  usage.system = duration_of(raw.ru_stime);
  usage.max_rss_kib = raw.ru_maxrss;
  usage.integral_shared = raw.ru_ixrss;
  usage.integral_unshared = raw.ru_idrss + raw.ru_isrss;
  usage.minor_faults = raw.ru_minflt;
  usage.major_faults = raw.ru_majflt;
  usage.voluntary_switches = raw.ru_nvcsw;
  usage.involuntary_switches = raw.ru_nivcsw;
  return usage;
}

model::Usage read_usage() {
  rusage raw{};
  getrusage(RUSAGE_SELF, &raw);
  return usage_from(raw);
}

model::Usage usage_between(const model::Usage& before, const model::Usage& after) {
  model::Usage usage = after;
  usage.user -= before.user;
  usage.system -= before.system;
  usage.integral_shared -= before.integral_shared;
  usage.integral_unshared -= before.integral_unshared;
  usage.minor_faults -= before.minor_faults;
  usage.major_faults -= before.major_faults;
  usage.voluntary_switches -= before.voluntary_switches;
  usage.involuntary_switches -= before.involuntary_switches;
  return usage;
}

}  // namespace ttcp::probe
