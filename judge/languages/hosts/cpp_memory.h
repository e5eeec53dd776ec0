// The part of the C++ host that notes how much memory a function asks for. What is posted has it in the
// place of malloc and the like.
namespace host {
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

inline void *noted_memory(void *made, std::size_t bytes) noexcept {
    if (host::is_noting && made) host::note(made, bytes);
    return made;
}
inline void *noted_malloc(std::size_t bytes) noexcept { return noted_memory(std::malloc(bytes), bytes); }
inline void *noted_calloc(std::size_t items, std::size_t size) noexcept {
    return noted_memory(std::calloc(items, size), items * size);
}
inline void *noted_realloc(void *old, std::size_t bytes) noexcept {
    return noted_memory(std::realloc(old, bytes), bytes);
}
namespace std {
using ::noted_malloc, ::noted_calloc, ::noted_realloc;
}
void *operator new(std::size_t bytes) {
    if (void *made = noted_malloc(bytes ? bytes : 1)) return made;
    throw std::bad_alloc();
}
void *operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void *made) noexcept { std::free(made); }
void operator delete[](void *made) noexcept { std::free(made); }
void operator delete(void *made, std::size_t) noexcept { std::free(made); }
void operator delete[](void *made, std::size_t) noexcept { std::free(made); }
