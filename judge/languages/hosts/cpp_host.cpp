// The host of a posted C++ function: the posted source stands in it, and both are compiled as one.
//
//   cpp_host [--mutated]
//
// Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
// Arguments are made of the types that the function declares; where it says auto, of @arguments@. A
// pointer gets a list, and the number behind it its length; two pointers or iterators of one type get
// the beginning and the end of a list; a parameter more than there are arguments is room for the result.
// cpp_records.awk writes what visits the fields of the source's own structures.
@headers@
#include <iostream> // first: it can be a compiled one
#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

@cpp_memory.h@
// What is posted begins.
#define malloc(...) noted_malloc(__VA_ARGS__)
#define calloc(...) noted_calloc(__VA_ARGS__)
#define realloc(...) noted_realloc(__VA_ARGS__)
#line 1 "@source@"
@declaration@
;
#undef malloc
#undef calloc
#undef realloc
namespace host {
template <class T> struct Fields { static constexpr int count = 0; };
}
#if __has_include("fields.h")
#include "fields.h"
#endif
#line 1 "cpp_host.cpp, below the posted source"
namespace host {

struct Object { // any value: what has no other type is one
    std::string word; // a number, true, false, null, or a text
    std::vector<Object> items;
    std::vector<std::string> keys; // of the items
    enum { is_word, is_text, is_list } kind = is_word;
    bool is_null() const { return kind == is_word && word == "null"; }
};
using Json = Object;

using Spelled = std::tuple<@arguments@>;
constexpr std::size_t count = std::tuple_size_v<Spelled>;

// The four digits of a code behind \u, or the two codes of one character, as UTF-8.
std::string character(std::istream &in) {
    auto code = [&in] {
        char digits[5] = {};
        in.read(digits, 4);
        return unsigned(std::strtoul(digits, nullptr, 16));
    };
    unsigned one = code();
    if (one >> 10 == 0x36) in.ignore(2), one = 0x10000 + ((one & 0x3ff) << 10 | (code() & 0x3ff));
    if (one < 0x80) return {char(one)};
    auto low = [one](int shift) { return char(0x80 | (one >> shift & 0x3f)); };
    if (one < 0x800) return {char(0xc0 | one >> 6), low(0)};
    if (one < 0x10000) return {char(0xe0 | one >> 12), low(6), low(0)};
    return {char(0xf0 | one >> 18), low(12), low(6), low(0)};
}

Json parse(std::istream &in) {
    Json made;
    char c = 0;
    in >> c;
    if (c == '[' || c == '{') {
        const char end = c == '[' ? ']' : '}';
        made.kind = Json::is_list;
        while (in >> std::ws && in.peek() != end) {
            if (c == '{') made.keys.push_back(parse(in).word), (in >> std::ws).get();
            made.items.push_back(parse(in));
            if ((in >> std::ws).peek() == ',') in.get();
        }
        in.get();
    } else if (c == '"') {
        made.kind = Json::is_text;
        while (in.get(c) && c != '"') {
            if (c != '\\') made.word += c;
            else if (in.get(c), c == 'u') made.word += character(in);
            else made.word += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
        }
    } else {
        made.word = c;
        while (in.peek() != EOF && !std::strchr(", \n]}", in.peek())) made.word += char(in.get());
    }
    return made;
}

template <class T> constexpr bool is_tuple = false;
template <class A, class B> constexpr bool is_tuple<std::pair<A, B>> = true;
template <class... A> constexpr bool is_tuple<std::tuple<A...>> = true;
template <class T, std::size_t n> constexpr bool is_tuple<std::array<T, n>> = true;

[[noreturn]] void fail(const char *why) {
    std::fprintf(stderr, "%s\n", why);
    std::exit(1);
}

// What a pointer or an iterator points to: a list, or its end, or room for a result, filled with a sign.
constexpr int sign = 0xa5, spare_items = 64, room_items = 1 << 16;
template <class T, class P> struct Items {
    std::vector<T> items;
    std::size_t given = 0; // the length of the list
    Items *behind = nullptr; // the list whose end this is
    operator P() {
        Items &own = behind ? *behind : *this;
        if constexpr (std::is_pointer_v<P>) return own.items.data() + (behind ? own.given : 0);
        else return own.items.begin() + (behind ? own.given : 0);
    }

    std::vector<T> content() const {
        const auto bytes = reinterpret_cast<const unsigned char *>(items.data());
        std::size_t written = given ? given * sizeof(T) : items.size() * sizeof(T);
        while (!given && written && bytes[written - 1] == sign) written--;
        return {items.begin(), items.begin() + (written + sizeof(T) - 1) / sizeof(T)};
    }
};
template <class T> constexpr bool is_items = false;
template <class T, class P> constexpr bool is_items<Items<T, P>> = true;
template <class T> constexpr bool is_rows = false; // behind pointers to pointers
template <class T, class P> constexpr bool is_rows<Items<T *, P>> = !std::is_same_v<T, char>;
template <class T> constexpr bool is_pair_only = false;
template <class T, class P> constexpr bool is_pair_only<Items<T, P>> = !std::is_pointer_v<P>;
template <class P> constexpr auto value_type() {
    if constexpr (std::is_pointer_v<P> && std::is_object_v<std::remove_pointer_t<P>>)
        return std::type_identity<Items<std::remove_const_t<std::remove_pointer_t<P>>, P>>();
    else if constexpr (requires { typename std::iterator_traits<P>::value_type; requires !std::is_pointer_v<P>; }) {
        using V = std::vector<typename std::iterator_traits<P>::value_type>;
        if constexpr (std::is_same_v<P, typename V::iterator> || std::is_same_v<P, typename V::const_iterator>)
            return std::type_identity<Items<typename V::value_type, P>>();
        else return std::type_identity<P>();
    } else return std::type_identity<P>();
}
template <class P> using Value = typename decltype(value_type<std::remove_cvref_t<P>>())::type;

template <class T> T to(const Json &json);
void show(std::ostream &out, const auto &value, bool inside = false);
@cpp_pointers.h@

// A value for any field of a structure that holds a number, and how many a structure has.
struct Field {
    const Json *json = nullptr;
    template <class U> requires std::is_arithmetic_v<U> operator U() const { return to<U>(*json); }
};
template <class T> constexpr std::size_t fields() {
    if constexpr (Fields<T>::count) return 0;
    else if constexpr (!std::is_class_v<T> || requires { typename T::value_type; }) return 0;
    else if constexpr (requires(Field f) { T{f, f, f, f}; }) return 4;
    else if constexpr (requires(Field f) { T{f, f, f}; }) return 3;
    else if constexpr (requires(Field f) { T{f, f}; }) return 2;
    else return 0;
}

// Whether an argument is a text: then characters of the answer are no numbers.
inline bool has_text = false;

template <class T> constexpr bool is_variant = false;
template <class... A> constexpr bool is_variant<std::variant<A...>> = true;
template <class T> constexpr bool is_text = std::is_constructible_v<T, std::string>;

// Whether a value can be made from an argument, where several types are possible.
template <class T> bool fits(const Json &json) {
    if constexpr (std::is_empty_v<T> || std::is_null_pointer_v<T>) return json.is_null();
    else if (json.is_null()) return false;
    else if constexpr (std::is_same_v<T, bool>) return json.word == "true" || json.word == "false";
    else if constexpr (std::is_arithmetic_v<T>)
        return json.kind == Json::is_word && json.word != "true" && json.word != "false" &&
               (std::is_floating_point_v<T> || json.word.find_first_of(".eE") == std::string::npos);
    else if constexpr (is_text<T>) return json.kind == Json::is_text;
    else if constexpr (requires { typename T::value_type; }) {
        for (const Json &item : json.items) if (!fits<typename T::value_type>(item)) return false;
        return json.kind == Json::is_list;
    } else return json.kind == Json::is_list;
}

// A field of a structure: by its name, or by its place where no name of a field is a key.
template <class T> T of_fields(const Json &json) {
    T made{};
    int place = 0, named = 0;
    Fields<T>::visit(made, [&](auto &, const char *name) {
        for (const std::string &key : json.keys) named += key == name;
    });
    if (!named && json.items.size() != Fields<T>::count) fail("a list or an object has other fields than its structure");
    Fields<T>::visit(made, [&](auto &field, const char *name) {
        std::size_t at = place++;
        if (named) at = std::find(json.keys.begin(), json.keys.end(), name) - json.keys.begin();
        using F = std::remove_cvref_t<decltype(field)>;
        if (at >= json.items.size()) return;
        if constexpr (std::is_array_v<F>)
            for (std::size_t i = 0; i < std::extent_v<F> && i < json.items[at].items.size(); i++)
                field[i] = to<std::remove_extent_t<F>>(json.items[at].items[i]);
        else field = to<F>(json.items[at]);
    });
    return made;
}

template <class T, std::size_t at = 0> T one_of(const Json &json) {
    if constexpr (at == std::variant_size_v<T>) fail("no type of a variant fits an argument");
    else {
        using A = std::variant_alternative_t<at, T>;
        if (!fits<A>(json)) return one_of<T, at + 1>(json);
        if constexpr (std::is_empty_v<A> || std::is_null_pointer_v<A>) return A{};
        else return to<A>(json);
    }
}

template <class T> T to(const Json &json) {
    if constexpr (std::is_same_v<T, Json>) return json;
    else if constexpr (is_variant<T>) return one_of<T>(json);
    else if constexpr (Fields<T>::count > 0) return of_fields<T>(json);
    else if constexpr (requires(T made) { made.has_value(); *made; })
        return json.is_null() ? T() : T(to<typename T::value_type>(json));
    else if constexpr (std::is_pointer_v<T> && std::is_object_v<Pointed<T>>) return behind<T>(json);
    else if constexpr (requires { typename T::mapped_type; requires !is_items<T>; }) {
        T made;
        Json key;
        if (json.keys.empty())
            for (const Json &item : json.items) made.insert(to<std::pair<typename T::key_type, typename T::mapped_type>>(item));
        for (std::size_t i = 0; i < json.keys.size(); i++) {
            key.word = json.keys[i];
            made.insert({to<typename T::key_type>(key), to<typename T::mapped_type>(json.items[i])});
        }
        return made;
    } else if constexpr (is_items<T>) {
        T made;
        using Item = std::remove_reference_t<decltype(made.items[0])>;
        if constexpr (std::is_same_v<Item, char>) has_text = true, made.items.assign(json.word.begin(), json.word.end());
        else for (const Json &item : json.items) made.items.push_back(to<Item>(item));
        made.given = made.items.size();
        made.items.resize(made.given + spare_items);
        return made;
    } else if constexpr (std::is_same_v<T, bool>) {
        return json.word == "true" || json.word == "1";
    } else if constexpr (std::is_same_v<T, char>) {
        if (json.word.size() == 1 && !std::isdigit(json.word[0])) return has_text = true, json.word[0];
        return T(std::strtoll(json.word.c_str(), nullptr, 10));
    } else if constexpr (std::is_integral_v<T>) {
        return T(std::strtoll(json.word.c_str(), nullptr, 10));
    } else if constexpr (std::is_floating_point_v<T>) {
        return T(std::strtod(json.word.c_str(), nullptr));
    } else if constexpr (std::is_constructible_v<T, std::string>) {
        has_text = true;
        return T(*new std::string(json.word)); // a view of it lasts as long as the program
    } else if constexpr (is_tuple<T>) {
        if (json.items.size() != std::tuple_size_v<T>) fail("a list has another length than its type");
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return T{to<std::remove_cvref_t<std::tuple_element_t<i, T>>>(json.items[i])...};
        }(std::make_index_sequence<std::tuple_size_v<T>>());
    } else if constexpr (fields<T>() > 0) {
        if (json.items.size() != fields<T>()) fail("a list has another length than its structure");
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return T{Field{&json.items[i]}...};
        }(std::make_index_sequence<fields<T>()>());
    } else {
        using Item = typename T::value_type;
        if constexpr (requires(T made) { made.insert(made.end(), std::declval<Item>()); }) {
            T made;
            if constexpr (std::is_same_v<Item, char>)
                for (char c : json.word) has_text = true, made.insert(made.end(), c);
            for (const Json &item : json.items) made.insert(made.end(), to<Item>(item));
            return made;
        } else {
            return T(*new auto(to<std::vector<Item>>(json)));
        }
    }
}

void show_quoted(std::ostream &out, const std::string &text) {
    out << '"';
    for (char c : text) {
        if (c == '"' || c == '\\') out << '\\';
        c == '\n' ? out << "\\n" : out << c;
    }
    out << '"';
}

void show(std::ostream &out, const auto &value, bool inside) {
    using T = std::remove_cvref_t<decltype(value)>;
    if constexpr (is_items<T>) {
        const auto content = value.content();
        if constexpr (std::is_same_v<decltype(content), const std::vector<char>>)
            out << std::string(content.begin(), content.end()).c_str();
        else show(out, content);
    } else if constexpr (is_pointer<T>) {
        show_behind(out, value);
    } else if constexpr (std::is_same_v<T, bool>) {
        out << (value ? "true" : "false");
    } else if constexpr (requires { value.has_value(); *value; }) {
        value ? show(out, *value, inside) : void(out << "null");
    } else if constexpr (Fields<T>::count > 0) {
        const char *between = "";
        out << '[';
        T copy = value;
        Fields<T>::visit(copy, [&](auto &field, const char *) { out << between, show(out, field, true), between = ", "; });
        out << ']';
    } else if constexpr (std::is_aggregate_v<T> && fields<T>() == 2) {
        const auto &[a, b] = value;
        show(out, std::tie(a, b), inside);
    } else if constexpr (std::is_aggregate_v<T> && fields<T>() == 3) {
        const auto &[a, b, c] = value;
        show(out, std::tie(a, b, c), inside);
    } else if constexpr (std::is_convertible_v<T, std::string>) {
        if (inside) show_quoted(out, value);
        else out << value;
    } else if constexpr (requires { std::begin(value); }) {
        const char *between = "";
        out << '[';
        for (const auto &item : value) out << between, show(out, item, true), between = ", ";
        out << ']';
    } else if constexpr (is_tuple<T>) {
        const char *between = "";
        out << '[';
        std::apply([&](const auto &...items) {
            ((out << between, show(out, items, true), between = ", "), ...);
        }, value);
        out << ']';
    } else if constexpr (std::is_same_v<T, char>) {
        if (!has_text || !std::isprint(static_cast<unsigned char>(value))) out << +value;
        else inside ? out << '"' << value << '"' : out << value;
    } else if constexpr (std::is_same_v<T, __int128> || std::is_same_v<T, unsigned __int128>) {
        if (value < 0 || value > 9) {
            if (const T most = value / 10) show(out, most);
            else out << '-';
        }
        out << (value < 0 ? -int(value % 10) : int(value % 10));
    } else if constexpr (requires { +value; }) {
        out << +value;
    } else {
        out << "object";
    }
}

// What a function that takes the answer is called with, each time: the values of a call are one item.
inline std::vector<std::string> calls;
void record(const auto &...values) {
    std::ostringstream out;
    out.precision(17);
    if constexpr (sizeof...(values) == 1) (show(out, values, true), ...);
    else show(out, std::tie(values...));
    calls.push_back(out.str());
}
template <class R> R more() {
    if constexpr (!std::is_void_v<R>) return R(1); // true asks for more
}
template <class V> constexpr bool is_callback = false;
template <class R, class... A> constexpr bool is_callback<std::function<R(A...)>> = true;
template <class R, class... A> constexpr bool is_callback<R (*)(A...)> = true;
template <class R, class... A> void make_callback(std::function<R(A...)> &made) {
    made = [](A... values) -> R { record(values...); return more<R>(); };
}
template <class R, class... A> void make_callback(R (*&made)(A...)) {
    made = [](A... values) -> R { record(values...); return more<R>(); };
}
void show_calls(std::ostream &out) {
    if (calls.size() == 1) {
        out << calls[0];
        return;
    }
    const char *between = "";
    out << '[';
    for (const std::string &call : calls) out << between << call, between = ", ";
    out << ']';
}

// The types of a callable's parameters; none where it leaves them open.
template <class... P> struct Types { using Values = std::tuple<Value<P>...>; };
template <class R, class... P> Types<P...> types(R (*)(P...));
template <class R, class F, class... P> Types<P...> types(R (F::*)(P...));
template <class R, class F, class... P> Types<P...> types(R (F::*)(P...) const);

// A method as a function: each call has an object of its own.
template <class C, class R, class... P> auto method(R (C::*posted)(P...)) {
    return std::function<R(P...)>([posted](P... p) -> R { C made{}; return (made.*posted)(std::forward<P>(p)...); });
}
template <class C, class R, class... P> auto method(R (C::*posted)(P...) const) {
    return std::function<R(P...)>([posted](P... p) -> R { return (C{}.*posted)(std::forward<P>(p)...); });
}
template <class R, class... P> auto method(R (*posted)(P...)) { return posted; }

template <class F, class... A> constexpr bool takes(std::tuple<A...> *) {
    return std::is_invocable_v<F, A &...>;
}

template <std::size_t from, class F> auto values_of() {
    if constexpr (requires { types(std::declval<F>()); })
        return typename decltype(types(std::declval<F>()))::Values();
    else if constexpr (requires { types(&F::operator()); })
        return typename decltype(types(&F::operator()))::Values();
    else if constexpr (from == 0 && takes<F>(static_cast<Spelled *>(nullptr)))
        return Spelled();
    else
        return std::tuple<std::tuple_element_t<from, Spelled>>();
}

template <class V> V emptied() {
    V made{decltype(V::items)(room_items)};
    std::memset(made.items.data(), sign, room_items * sizeof made.items[0]);
    return made;
}

// Where a parameter's value comes from: the index of an argument, or one of these.
constexpr int length = -1, room = -2, end_of_list = -3, width = -4;

template <class T> constexpr char same_type = 0;

template <class... V, class... S>
constexpr auto sources(std::tuple<V...> *, std::tuple<S...> *, std::size_t from) {
    std::array<int, sizeof...(V) + 1> found{};
    const bool pointer[] = {is_items<V>..., false}, number[] = {std::is_arithmetic_v<V>..., false};
    const bool whole[] = {std::is_integral_v<V>..., false}, is_list[] = {!std::is_arithmetic_v<S>..., false};
    const char *const type[] = {&same_type<V>..., nullptr};
    const bool rows[] = {is_rows<V>..., false};
    const int all = sizeof...(V), arguments = sizeof...(S) - from;
    // Pairs are beginnings and ends if no number is left that could be a length.
    int pairs = 0, numbers = 0, lists = 0;
    for (int i = 0; i < all; i++) {
        numbers += number[i];
        if (pointer[i] && pointer[i + 1] && type[i] == type[i + 1]) pairs++, i++;
    }
    for (int i = 0; i < arguments; i++) lists += is_list[from + i];
    const bool in_pairs = lists && pairs >= lists && ((is_pair_only<V> || ...) || numbers == arguments - lists);
    int taken = 0;
    for (int i = 0; i < all; i++) {
        const bool spare = all - i > arguments - taken, is_open = taken < arguments;
        const bool behind = i && pointer[i - 1] && found[i - 1] >= 0;
        if (in_pairs && behind && type[i] == type[i - 1]) found[i] = end_of_list;
        else if (behind && whole[i] && spare) found[i] = length;
        else if (i > 1 && rows[i - 2] && found[i - 1] == length && whole[i] && spare) found[i] = width;
        else if (pointer[i] && spare && is_open && !is_list[from + taken]) found[i] = room;
        else found[i] = is_open ? taken++ : room;
    }
    found[all] = taken;
    return found;
}

// The parameters that are room for the result: those that are more than a number, or else all; their
// number stands last.
template <class... V> constexpr auto rooms_of(std::tuple<V...> *, const auto &source) {
    const bool number[] = {std::is_arithmetic_v<V>..., false};
    std::array<int, sizeof...(V) + 1> found{};
    bool are_numbers = true;
    for (int i = 0; i < int(sizeof...(V)); i++) are_numbers &= source[i] != room || number[i];
    for (int i = 0; i < int(sizeof...(V)); i++)
        if (source[i] == room && (are_numbers || !number[i])) found[found[sizeof...(V)]++] = i;
    return found;
}

// The arguments with an iterator pair for each list, as the algorithms of the standard library take
// them, and with an iterator behind them that keeps what is written to it.
auto range(auto &value) {
    using V = std::remove_cvref_t<decltype(value)>;
    if constexpr (!std::is_constructible_v<V, std::string> && requires { std::begin(value); })
        return std::tuple(std::begin(value), std::end(value));
    else return std::tuple(value);
}
auto ranges(Spelled &values) {
    return std::apply([](auto &...one) { return std::tuple_cat(range(one)...); }, values);
}
using Ranges = decltype(ranges(std::declval<Spelled &>()));
using Kept = std::vector<long long>;
struct Sink : std::back_insert_iterator<Kept> { // or a function to call
    using std::back_insert_iterator<Kept>::back_insert_iterator;
    bool operator()(const auto &...values) const { record(values...); return true; }
};
using Filled = decltype(std::tuple_cat(std::declval<Ranges>(), std::tuple(Sink(std::declval<Kept &>()))));
template <class F> constexpr bool takes_ranges() {
    if constexpr (requires { types(std::declval<F>()); } || requires { types(&F::operator()); }) return false;
    else if constexpr (takes<F>(static_cast<Spelled *>(nullptr))) return false;
    else return takes<F>(static_cast<Ranges *>(nullptr)) || takes<F>(static_cast<Filled *>(nullptr));
}
template <class F> void call_with_ranges(F function, const Json &json, bool mutated, std::ostream &out) {
    Spelled values = [&]<std::size_t... i>(std::index_sequence<i...>) {
        return Spelled{to<std::tuple_element_t<i, Spelled>>(json.items.at(i))...};
    }(std::make_index_sequence<count>());
    Kept kept;
    Ranges given = ranges(values);
    if constexpr (takes<F>(static_cast<Filled *>(nullptr))) {
        Filled filled = std::tuple_cat(given, std::tuple(Sink(kept)));
        std::apply(function, filled);
        calls.empty() ? show(out, kept) : show_calls(out);
    } else if constexpr (std::is_void_v<decltype(std::apply(function, given))>) {
        std::apply(function, given);
        if (!mutated) out << "void";
    } else {
        const auto result = std::apply(function, given);
        if (!mutated) show(out, result);
    }
    if (mutated && !takes<F>(static_cast<Filled *>(nullptr))) show(out, std::get<0>(values));
}

template <std::size_t from, class F>
void call(F function, const Json &json, bool mutated, std::ostream &out) {
    using Values = decltype(values_of<from, F>());
    constexpr std::size_t parameters = std::tuple_size_v<Values>;
    constexpr auto source = sources(static_cast<Values *>(nullptr), static_cast<Spelled *>(nullptr), from);
    constexpr std::size_t taken = source[parameters];
    constexpr auto rooms = rooms_of(static_cast<Values *>(nullptr), source);
    constexpr int filled = rooms[parameters];

    Values values = [&]<std::size_t... i>(std::index_sequence<i...>) {
        const auto value = [&]<std::size_t at>() {
            using V = std::tuple_element_t<at, Values>;
            if constexpr (source[at] == length) return V(json.items.at(from + source[at - 1]).items.size());
            else if constexpr (source[at] == width) {
                const Json &rows = json.items.at(from + source[at - 2]);
                return V(rows.items.empty() ? 0 : rows.items[0].items.size());
            } else if constexpr (source[at] >= 0) return to<V>(json.items.at(from + source[at]));
            else if constexpr (is_items<V> && source[at] == room) return emptied<V>();
            else {
                V made{};
                if constexpr (is_callback<V>) make_callback(made);
                return made;
            }
        };
        return Values{value.template operator()<i>()...};
    }(std::make_index_sequence<parameters>());
    [&]<std::size_t... i>(std::index_sequence<i...>) {
        const auto bound = [&]<std::size_t at>() {
            if constexpr (source[at] == end_of_list) std::get<at>(values).behind = &std::get<at - 1>(values);
        };
        (bound.template operator()<i>(), ...);
    }(std::make_index_sequence<parameters>());
    const auto calling = [&]() -> decltype(auto) {
        if constexpr (takes<F>(static_cast<Values *>(nullptr))) return std::apply(function, values);
        else return std::apply(function, std::move(values));
    };
    const auto show_room = [&]<int at>() {
        if constexpr (is_callback<std::tuple_element_t<at, Values>>) show_calls(out);
        else show(out, std::get<at>(values), filled > 1);
    };
    const auto show_rooms = [&]<std::size_t... i>(std::index_sequence<i...>) {
        const char *between = filled > 1 ? "[" : "";
        ((out << between, show_room.template operator()<rooms[i]>(), between = ", "), ...);
        if (filled > 1) out << ']';
    };
    // What a room of whole numbers says of the length of a result behind a pointer.
    const auto said = [&]<int at>() -> long long {
        using V = std::tuple_element_t<at, Values>;
        if constexpr (std::is_integral_v<V>) return std::get<at>(values);
        else if constexpr (std::is_same_v<V, Items<int, int *>>) return std::get<at>(values).items[0];
        else return -1;
    };
    const auto show_result = [&](auto result) {
        if constexpr (filled == 0) show(out, result);
        else if constexpr (filled == 1) show_behind(out, result, said.template operator()<rooms[0]>());
        else if constexpr (std::is_same_v<std::tuple_element_t<rooms[1], Values>, Items<int *, int **>>)
            show_behind(out, result, said.template operator()<rooms[0]>(), std::get<rooms[1]>(values).items[0]);
        else show_behind(out, result, said.template operator()<rooms[0]>(), nullptr, said.template operator()<rooms[1]>());
    };
    for (const Json &one : json.items)
        if (!first_length && one.kind == Json::is_list) first_length = one.items.size();
    if constexpr (is_pointer<std::remove_cvref_t<decltype(calling())>>) {
        is_noting = true;
        const auto result = calling();
        is_noting = false;
        if (!mutated) show_result(result);
    } else if constexpr (std::is_void_v<decltype(calling())>) {
        calling();
        if constexpr (filled > 0) show_rooms(std::make_index_sequence<filled>());
        else if (!mutated) out << "void";
    } else {
        auto result = calling();
        if constexpr (from + taken < count && parameters == taken && std::is_class_v<decltype(result)>) return call<from + taken>(result, json, mutated, out);
        else if constexpr (std::is_integral_v<decltype(result)> && filled > 0) {
            if (!mutated) show_rooms(std::make_index_sequence<filled>()); // what is returned is its length, or a status
        } else if (!mutated) show(out, result);
    }
    if constexpr (parameters > 0)
        if (mutated) show(out, std::get<0>(values));
}

} // namespace host

int main(int argc, char **argv) {
    const host::Json json = host::parse(std::cin);
    std::ostringstream out;
    out.precision(17);
#define malloc(...) noted_malloc(__VA_ARGS__)
#define calloc(...) noted_calloc(__VA_ARGS__)
#define realloc(...) noted_realloc(__VA_ARGS__)
    auto posted = @expression@
    ;
#undef malloc
#undef calloc
#undef realloc
    const bool mutated = argc > 1 && !std::strcmp(argv[argc - 1], "--mutated");
    if constexpr (host::takes_ranges<decltype(posted)>()) host::call_with_ranges(posted, json, mutated, out);
    else host::call<0>(posted, json, mutated, out);
    std::cout.flush();
    std::FILE *reply = fdopen(3, "w");
    if (!reply || std::fprintf(reply, "%s\n", out.str().c_str()) < 0 || std::fclose(reply)) return 1;
}
