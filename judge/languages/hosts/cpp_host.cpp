// The host of a posted C++ function: the posted source stands in it, and both are compiled as one.
//
//   cpp_host [--mutated]
//
// Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
// Arguments are made of the types that the function declares; where it says auto, of @arguments@.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#line 1 "@source@"
@declaration@
;
#line 1 "cpp_host.cpp, below the posted source"
namespace host {

using Spelled = std::tuple<@arguments@>;
constexpr std::size_t count = std::tuple_size_v<Spelled>;

struct Json {
    std::string word; // a number, true, false, null, or a text
    std::vector<Json> items;
};

Json parse(std::istream &in) {
    Json made;
    char c = 0;
    in >> c;
    if (c == '[') {
        while (in >> std::ws && in.peek() != ']') {
            made.items.push_back(parse(in));
            if ((in >> std::ws).peek() == ',') in.get();
        }
        in.get();
    } else if (c == '"') {
        while (in.get(c) && c != '"') {
            if (c == '\\') in.get(c), c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
            made.word += c;
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

template <class T> T to(const Json &json) {
    if constexpr (std::is_same_v<T, bool>) {
        return json.word == "true" || json.word == "1";
    } else if constexpr (std::is_integral_v<T>) {
        return T(std::strtoll(json.word.c_str(), nullptr, 10));
    } else if constexpr (std::is_floating_point_v<T>) {
        return T(std::strtod(json.word.c_str(), nullptr));
    } else if constexpr (std::is_constructible_v<T, std::string>) {
        return T(json.word);
    } else if constexpr (is_tuple<T>) {
        if (json.items.size() != std::tuple_size_v<T>) fail("a list has another length than its type");
        return [&]<std::size_t... i>(std::index_sequence<i...>) {
            return T{to<std::remove_cvref_t<std::tuple_element_t<i, T>>>(json.items[i])...};
        }(std::make_index_sequence<std::tuple_size_v<T>>());
    } else {
        using Item = typename T::value_type;
        T made;
        for (const Json &item : json.items) made.insert(made.end(), to<Item>(item));
        return made;
    }
}

void show(std::ostream &out, const auto &value, bool inside = false) {
    using T = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<T, bool>) {
        out << (value ? "true" : "false");
    } else if constexpr (std::is_convertible_v<T, std::string>) {
        inside ? out << '"' << value << '"' : out << value;
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
    } else {
        out << +value;
    }
}

// The types of a callable's parameters; none where it leaves them open.
template <class... P> struct Types { using Values = std::tuple<std::remove_cvref_t<P>...>; };
template <class R, class... P> Types<P...> types(R (*)(P...));
template <class R, class F, class... P> Types<P...> types(R (F::*)(P...));
template <class R, class F, class... P> Types<P...> types(R (F::*)(P...) const);

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

template <std::size_t from, class F>
void call(F function, const Json &json, bool mutated, std::ostream &out) {
    using Values = decltype(values_of<from, F>());
    constexpr std::size_t taken = std::tuple_size_v<Values>;
    static_assert(from + taken <= count, "the function takes more arguments than a case has");

    Values values = [&]<std::size_t... i>(std::index_sequence<i...>) {
        return Values{to<std::tuple_element_t<i, Values>>(json.items.at(from + i))...};
    }(std::make_index_sequence<taken>());
    const auto calling = [&]() -> decltype(auto) {
        if constexpr (takes<F>(static_cast<Values *>(nullptr))) return std::apply(function, values);
        else return std::apply(function, std::move(values));
    };
    if constexpr (std::is_void_v<decltype(calling())>) {
        calling();
        if (!mutated) out << "void";
    } else {
        auto result = calling();
        if constexpr (from + taken < count && std::is_class_v<decltype(result)>) return call<from + taken>(result, json, mutated, out);
        else if (!mutated) show(out, result);
    }
    if constexpr (taken > 0)
        if (mutated) show(out, std::get<0>(values));
}

} // namespace host

int main(int argc, char **argv) {
    const host::Json json = host::parse(std::cin);
    std::ostringstream out;
    out.precision(17);
    auto posted = @expression@
    ;
    host::call<0>(posted, json, argc > 1 && !std::strcmp(argv[argc - 1], "--mutated"), out);
    std::cout.flush();
    std::FILE *reply = fdopen(3, "w");
    if (!reply || std::fprintf(reply, "%s\n", out.str().c_str()) < 0 || std::fclose(reply)) return 1;
}
