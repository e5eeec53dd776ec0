// The part of the C++ host for pointers: those to rows that a function gets, and those that it returns.
// A result behind a pointer is as long as a further parameter says that the function fills, else as its
// memory, else, as with a static array, as the first list among the arguments.

template <class T> using Pointed = std::remove_const_t<std::remove_pointer_t<T>>;
// Whether a type points to numbers, texts, structures or rows of these; `char *` is a text itself.
template <class T>
constexpr bool is_pointer = std::is_pointer_v<T> && std::is_object_v<Pointed<T>> && !std::is_same_v<Pointed<T>, char>;

inline long long first_length = 0; // of the lists among the arguments
// Chains of pointers may have no end: what is deeper is not shown.
constexpr int deepest = 3;
inline int depth = 0;

template <class T> T behind(const Object &json) {
    using U = Pointed<T>;
    if (json.is_null()) return nullptr;
    if constexpr (std::is_same_v<U, char>) return strdup(json.word.c_str());
    else {
        const std::size_t given = json.items.size();
        U *made = new U[given + spare_items]();
        for (std::size_t i = 0; i < given; i++) made[i] = to<U>(json.items[i]);
        note(made, given * sizeof(U));
        return made;
    }
}

// The items behind a pointer; `length` of them, if the function has said so.
template <class T> void show_behind(std::ostream &out, T pointer, long long length = -1, const int *lengths = nullptr, long long width = -1) {
    if (!pointer || depth >= deepest) return void(out << "null");
    const long long bytes = memory_of(pointer), room = bytes / (long long)sizeof *pointer;
    long long items = length >= 0 ? length : bytes >= 0 ? room : first_length;
    if (bytes >= 0) items = std::min(items, room);
    depth++;
    out << '[';
    for (long long i = 0; i < items; i++) {
        if (i) out << ", ";
        if constexpr (is_pointer<Pointed<T>>) show_behind(out, pointer[i], lengths ? lengths[i] : width);
        else show(out, pointer[i], true);
    }
    out << ']';
    depth--;
}
