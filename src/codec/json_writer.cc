// SPDX-License-Identifier: MIT
// TestRecord -> JSON.
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>
#include <vector>

#include "codec/fields.h"
#include "codec/goodput.h"
#include "codec/record_json.h"
#include "codec/wall_time.h"
#include "codec/words.h"

namespace ttcp::codec {
namespace {

using Out = nlohmann::ordered_json;  // keeps the order in which a reader wants the fields

template <class T>
Out written(const T& value);

template <class T>
Out written(const std::optional<T>& value) {
  return value ? written(*value) : Out(nullptr);
}

template <class T>
Out written(const NullByDefault<T>& field) {
  return field.value == std::remove_const_t<T>{} ? Out(nullptr) : written(field.value);
}

template <class T>
Out written(const std::vector<T>& values) {
  Out array = Out::array();
  for (const T& value : values) array.push_back(written(value));
  return array;
}

template <class Enum>
Out written_word(Enum value) {
  for (const auto& [known, word] : words_of(Enum{})) {
    if (known == value) return word;
  }
  return nullptr;
}

template <class Struct>
void write_fields(const Struct& value, Out& object) {
  each_field([&object](const char* name, const auto& field) { object[name] = written(field); }, value);
}

// As a number an address would lose bits in readers that know only doubles.
std::string hexadecimal(std::uint64_t value) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
  return "0x" + std::string(digits.data(), end);
}

template <class T>
Out written(const T& value) {
  if constexpr (std::is_same_v<T, base::Bytes> || std::is_same_v<T, base::Duration>) {
    return value.count();
  } else if constexpr (std::is_same_v<T, WallTime>) {
    return to_rfc3339(value);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    return hexadecimal(value);
  } else if constexpr (std::is_enum_v<T>) {
    return written_word(value);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
    return value;
  } else {
    Out object = Out::object();
    write_fields(value, object);
    return object;
  }
}

Out number_or_null(const std::optional<double>& value) { return value ? Out(*value) : Out(nullptr); }

double seconds_of(base::Duration d) { return static_cast<double>(d.count()) / 1e9; }

std::optional<double> bits_per_second(base::Bytes bytes, base::Duration span) {
  if (span <= base::Duration::zero()) return std::nullopt;
  return 8 * static_cast<double>(bytes.count()) / seconds_of(span);
}

Out intervals_of(const model::TestRecord& record) {
  Out array = Out::array();
  for (const model::Interval& interval : record.intervals) {
    Out one = written(interval);
    one["start_s"] = seconds_of(interval.start);
    one["end_s"] = seconds_of(interval.end);
    one["bps"] = number_or_null(bits_per_second(interval.bytes, interval.end - interval.start));
    array.push_back(std::move(one));
  }
  return array;
}

// Classic datagrams carry no sequence number, so only refusals are known.
Out udp_of(const model::TestRecord& record) {
  if (record.plan.transport != model::Transport::udp) return nullptr;
  Out udp = Out::object();
  for (const char* name : {"sent", "received", "lost", "reordered", "duplicated", "jitter_ms"}) udp[name] = nullptr;
  udp["refused"] = written(record.refused_datagrams);
  return udp;
}

// Only the end that sends payload repeats segments of it.
std::optional<std::int64_t> retransmits_of(const model::TestRecord& record) {
  const bool transmits = record.plan.role == model::Role::transmit;
  return transmits && record.tcp_at_end ? record.tcp_at_end->retransmits : std::nullopt;
}

std::optional<base::Bytes> received_bytes(const model::TestRecord& record) {
  if (record.plan.role == model::Role::receive) return record.bytes;
  return record.far ? std::optional(record.far->bytes) : std::nullopt;
}

// What goodput_bps is over; where that is unknown, this end's clock.
std::optional<double> seconds_in(const model::TestRecord& record) {
  if (const auto known = goodput(record)) return seconds_of(known->span);
  return record.real > base::Duration::zero() ? std::optional(seconds_of(record.real)) : std::nullopt;
}

Out result_of(const model::TestRecord& record) {
  const bool transmits = record.plan.role == model::Role::transmit;
  const auto known = goodput(record);
  Out result = Out::object();
  result["direction"] = transmits ? "upload" : "download";
  result["transport"] = written(record.plan.transport);
  result["streams"] = 1;
  result["bytes"] = written(received_bytes(record));
  result["bytes_sent"] = transmits ? written(record.bytes) : Out(nullptr);
  result["seconds"] = number_or_null(seconds_in(record));
  result["goodput_bps"] = known ? number_or_null(bits_per_second(known->bytes, known->span)) : Out(nullptr);
  result["goodput_ci95_bps"] = nullptr;
  result["ceiling_bps"] = nullptr;
  result["retransmits"] = written(retransmits_of(record));
  result["latency_ms"] = nullptr;
  result["udp"] = udp_of(record);
  result["intervals"] = intervals_of(record);
  return result;
}

}  // namespace

std::string to_json(const model::TestRecord& record) {
  Out out = Out::object();
  out["schema"] = "ttcp.test/1";
  out["ended"] = written(record.ending);
  out["results"] = Out::array({result_of(record)});
  out["findings"] = Out::array();
  write_fields(record, out);
  if (record.failure) out["failure"]["text"] = base::to_text(*record.failure);
  return out.dump(-1, ' ', false, Out::error_handler_t::replace);
}

}  // namespace ttcp::codec
