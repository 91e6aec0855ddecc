// SPDX-License-Identifier: MIT
// Members of a JSON object, checked.
#include "wire/native/fields.h"

#include "wire/native/text.h"

namespace ttcp::wire::native {
namespace {

using In = nlohmann::json;

// What every reader of JSON holds exactly (RFC 8259, section 6).
constexpr std::int64_t kGreatest = (std::int64_t{1} << 53) - 1;

// The parser let only UTF-8 through, so C1 is C2 80 to C2 9F and nothing else.
std::string printable(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto after = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool is_c1 = c == 0xC2 && after < 0xA0;
    const bool is_control = c < 0x20 || c == 0x7F || is_c1;
    out += is_control ? '?' : text[i];
    i += is_c1 ? 1 : 0;
  }
  return out;
}

bool is_whole(const In& in, std::int64_t low, std::int64_t high) {
  if (!in.is_number_integer()) return false;
  if (in.is_number_unsigned() && in.get<std::uint64_t>() > static_cast<std::uint64_t>(high)) return false;
  const auto value = in.get<std::int64_t>();
  return value >= low && value <= high;
}

bool is_text(const In& in, std::size_t longest) {
  return in.is_string() && in.get_ref<const std::string&>().size() <= longest;
}

std::string quoted(const char* name) { return "\"" + std::string(name) + "\""; }

}  // namespace

void make_printable(In& json) {
  if (json.is_string()) json = printable(json.get_ref<const std::string&>());
  if (!json.is_structured()) return;
  for (In& inner : json) make_printable(inner);
}

void Fields::spoil(std::string fault) {
  if (!fault_) fault_ = std::move(fault);
}

void Fields::adopt(const Fields& inner) {
  if (inner.fault_) spoil(*inner.fault_);
}

const In* Fields::member(const char* name) {
  const auto found = object_.find(name);
  if (found != object_.end()) return &*found;
  spoil(quoted(name) + " is missing");
  return nullptr;
}

const In* Fields::array(const char* name, std::size_t most) {
  const In* in = member(name);
  if (in == nullptr || (in->is_array() && in->size() <= most)) return in;
  spoil(quoted(name) + " is not a list of at most " + std::to_string(most));
  return nullptr;
}

std::int64_t Fields::whole(const char* name, std::int64_t low, std::int64_t high) {
  const In* in = member(name);
  if (in == nullptr) return low;
  if (is_whole(*in, low, high)) return in->get<std::int64_t>();
  spoil(quoted(name) + " is not a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return low;
}

std::string Fields::text(const char* name, std::size_t longest) {
  const In* in = member(name);
  if (in == nullptr) return "";
  if (is_text(*in, longest)) return in->get<std::string>();
  spoil(quoted(name) + " is not text of at most " + std::to_string(longest) + " bytes");
  return "";
}

model::Direction Fields::direction() {
  constexpr std::size_t kLongestWord = 8;
  const auto known = direction_of(text("direction", kLongestWord));
  if (!known) spoil("\"direction\" is neither upload nor download");
  return known.value_or(model::Direction::upload);
}

std::vector<std::string> Fields::texts(const char* name, std::size_t most, std::size_t longest) {
  std::vector<std::string> all;
  const In* in = array(name, most);
  if (in == nullptr) return all;
  for (const In& one : *in) {
    if (is_text(one, longest)) {
      all.push_back(one.get<std::string>());
    } else {
      spoil(quoted(name) + " has something else than text of at most " + std::to_string(longest) + " bytes");
    }
  }
  return all;
}

std::vector<std::int64_t> Fields::wholes(const char* name, std::size_t most) {
  std::vector<std::int64_t> all;
  const In* in = array(name, most);
  if (in == nullptr) return all;
  for (const In& one : *in) {
    if (is_whole(one, 0, kGreatest)) {
      all.push_back(one.get<std::int64_t>());
    } else {
      spoil(quoted(name) + " has something else than a count");
    }
  }
  return all;
}

std::vector<Fields> Fields::objects(const char* name, std::size_t most) {
  std::vector<Fields> all;
  const In* in = array(name, most);
  if (in == nullptr) return all;
  for (const In& one : *in) {
    if (one.is_object()) {
      all.emplace_back(one);
    } else {
      spoil(quoted(name) + " has something else than an object");
    }
  }
  return all;
}

}  // namespace ttcp::wire::native
