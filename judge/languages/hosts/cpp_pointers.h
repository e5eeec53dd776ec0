// The part of the C++ host for pointers: those to rows that a function gets, and those that it returns.
// A result behind a pointer is as long as a further parameter says that the function fills, else as its
// memory, else, as with a static array, as the first list among the arguments.

// How many bytes a pointer has: of memory that was asked for while `is_noting`, and of rows.
constexpr std::size_t noted = 1 << 16;
inline struct { const void *start; std::size_t bytes; } notes[noted];
inline bool is_noting = false;
void note(const void *start, std::size_t bytes) {
    std::size_t at = reinterpret_cast<std::uintptr_t>(start) / 16 % noted;
    for (std::size_t tries = 0; tries < 64; tries++, at = (at + 1) % noted)
        if (!notes[at].start || notes[at].start == start) return void(notes[at] = {start, bytes});
}
long long memory_of(const void *start) { // -1: not known
    std::size_t at = reinterpret_cast<std::uintptr_t>(start) / 16 % noted;
    for (std::size_t tries = 0; tries < 64; tries++, at = (at + 1) % noted)
        if (notes[at].start == start) return notes[at].bytes;
    return -1;
}
} // namespace host

// The linker puts these in the place of malloc and the like.
extern "C" {
void *__real_malloc(std::size_t);
void *__real_calloc(std::size_t, std::size_t);
void *__real_realloc(void *, std::size_t);
void *__wrap_malloc(std::size_t bytes) {
    void *made = __real_malloc(bytes);
    if (host::is_noting && made) host::note(made, bytes);
    return made;
}
void *__wrap_calloc(std::size_t items, std::size_t size) {
    void *made = __real_calloc(items, size);
    if (host::is_noting && made) host::note(made, items * size);
    return made;
}
void *__wrap_realloc(void *old, std::size_t bytes) {
    void *made = __real_realloc(old, bytes);
    if (host::is_noting && made) host::note(made, bytes);
    return made;
}
}
void *operator new(std::size_t bytes) {
    if (void *made = __wrap_malloc(bytes ? bytes : 1)) {
        if (host::is_noting) host::note(made, bytes);
        return made;
    }
    throw std::bad_alloc();
}
void *operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void *made) noexcept { std::free(made); }
void operator delete[](void *made) noexcept { std::free(made); }
void operator delete(void *made, std::size_t) noexcept { std::free(made); }
void operator delete[](void *made, std::size_t) noexcept { std::free(made); }

namespace host {
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
