/* Linked into a C or C++ program so that it answers many inputs in one process, each from the same memory.
 *
 *   program [ARGUMENT ...] --many KIND
 *
 * Standard input: one JSON list. A text in it is the standard input of one execution, a list is that
 * of a function's host as it stands. A line goes to descriptor 3 for each execution as soon as it has
 * ended, as hosts/python_many.py has it. Without --many the program starts as ever.
 *
 * The program is linked statically, so that all of its state, and that of its libraries, is in its data,
 * in its heap and on its stack. The first two are put back before each execution, and the stack is
 * cleared. What the program reads and writes goes through memory. An execution ends by exit, whose
 * handlers all run; what ends the process otherwise ends the batch. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <features.h>
#ifndef __GLIBC__
#error "made for glibc"
#endif
#include <link.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Branches are those of the program. */
#define HOST __attribute__((no_sanitize_coverage))

enum { DESCRIPTORS = 4, FIRST_COPY = 64, BRANCHES = 1 << 14, PAGE = 4096, STACK = 1 << 16, SMALL = 16, MOST_OUTPUT = 1 << 26, MOST_HEAP = 1 << 26 };

struct bytes {
    char *start;
    size_t length, room;
};

/* Pages of zeros are not kept. */
struct range {
    char *start;
    size_t pages, kept_below; /* from the start on, so many are kept whatever they hold */
    char **copies;
};

/* In memory of its own, which is not put back. */
static struct state {
    int is_on, descriptors[DESCRIPTORS], first_free;
    struct stat files[DESCRIPTORS];
    const char *input, *input_end;
    struct bytes tasks, printed, result, line;
    struct range data, heap;
    char *heap_end;
    int status;
    unsigned char seen[BRANCHES];
    jmp_buf ended;
} *state;

extern char __data_start[], edata[], end[];
extern unsigned char judge_seen[BRANCHES] __attribute__((weak)); /* of coverage.c */
int __real_main(int, char **, char **);
ssize_t __real_read(int, void *, size_t);
ssize_t __real___read(int, void *, size_t);
ssize_t __real_write(int, const void *, size_t);
ssize_t __real___write(int, const void *, size_t);
ssize_t __real_writev(int, const struct iovec *, int);

HOST static void *fresh(size_t length) {
    void *made = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) _exit(1);
    return made;
}

/* Room for so many more bytes. */
HOST static char *room_in(struct bytes *to, size_t more) {
    if (to->length + more > to->room) {
        const size_t room = 2 * (to->length + more) + PAGE;
        void *made = to->room ? mremap(to->start, to->room, room, MREMAP_MAYMOVE) : fresh(room);
        if (made == MAP_FAILED || room > MOST_OUTPUT) _exit(1);
        to->start = (char *)made, to->room = room;
    }
    return to->start + to->length;
}

HOST static void append(struct bytes *to, const void *data, size_t length) {
    memcpy(room_in(to, length), data, length);
    to->length += length;
}

/* Reading and writing. */

/* Whether it is what it was at the start: the program may have closed it or put another file in its place. */
HOST static int is_kept(int descriptor) {
    struct stat now;
    return fstat(descriptor, &now) == 0 && now.st_ino == state->files[descriptor].st_ino &&
           now.st_dev == state->files[descriptor].st_dev;
}

HOST static int is_input(int descriptor) { return state && state->is_on && descriptor == 0 && is_kept(0); }
HOST static int is_output(int descriptor) {
    return state && state->is_on && descriptor > 0 && descriptor < DESCRIPTORS && is_kept(descriptor);
}

HOST static ssize_t take(void *to, size_t most) {
    const size_t left = state->input_end - state->input, taken = most < left ? most : left;
    memcpy(to, state->input, taken);
    state->input += taken;
    return taken;
}

HOST static ssize_t give(int descriptor, const void *data, size_t length) {
    if (descriptor != 2) append(descriptor == 1 ? &state->printed : &state->result, data, length);
    return length;
}

HOST ssize_t __wrap_read(int from, void *to, size_t most) {
    return is_input(from) ? take(to, most) : __real_read(from, to, most);
}
HOST ssize_t __wrap___read(int from, void *to, size_t most) {
    return is_input(from) ? take(to, most) : __real___read(from, to, most);
}
HOST ssize_t __wrap_write(int to, const void *data, size_t length) {
    return is_output(to) ? give(to, data, length) : __real_write(to, data, length);
}
HOST ssize_t __wrap___write(int to, const void *data, size_t length) {
    return is_output(to) ? give(to, data, length) : __real___write(to, data, length);
}
HOST ssize_t __wrap_writev(int to, const struct iovec *parts, int count) {
    ssize_t written = 0;
    if (!is_output(to)) return __real_writev(to, parts, count);
    for (int i = 0; i < count; i++) written += give(to, parts[i].iov_base, parts[i].iov_len);
    return written;
}

HOST static void keep_descriptors(void) {
    for (int i = 0; i < DESCRIPTORS; i++) {
        state->descriptors[i] = fcntl(i, F_DUPFD_CLOEXEC, FIRST_COPY);
        if (fstat(i, &state->files[i])) _exit(1);
    }
    state->first_free = dup(0);
    close(state->first_free);
}

/* And the program's own ones are closed. */
HOST static void put_descriptors_back(void) {
    for (int i = 0; i < DESCRIPTORS; i++)
        if (!is_kept(i)) dup2(state->descriptors[i], i);
    syscall(SYS_close_range, state->first_free, FIRST_COPY - 1, 0);
}

/* Memory. */

HOST static int is_zero(const char *page) {
    const unsigned long *words = (const unsigned long *)page;
    for (unsigned i = 0; i < PAGE / sizeof *words; i++)
        if (words[i]) return 0;
    return 1;
}

HOST static char *rounded(const void *address, size_t more) {
    return (char *)(((size_t)address + more) / PAGE * PAGE);
}

HOST static void keep(struct range *range, char *begin, char *fixed_end, char *finish) {
    range->start = begin;
    range->pages = (finish - begin) / PAGE;
    range->kept_below = fixed_end > begin ? (fixed_end - begin) / PAGE : 0;
    range->copies = (char **)fresh((range->pages + 1) * sizeof *range->copies);
}

HOST static void copy_pages(struct range *range) {
    for (size_t i = 0; i < range->pages; i++) {
        const char *page = range->start + i * PAGE;
        if (i >= range->kept_below && is_zero(page)) continue;
        range->copies[i] = (char *)fresh(PAGE);
        memcpy(range->copies[i], page, PAGE);
    }
}

HOST static void put_back(const struct range *range) {
    size_t i = 0, zeros;
    while (i < range->pages) {
        char *page = range->start + i * PAGE;
        if (range->copies[i]) {
            memcpy(page, range->copies[i++], PAGE);
            continue;
        }
        for (zeros = 0; i < range->pages && !range->copies[i]; i++) zeros++;
        if (zeros <= SMALL) memset(page, 0, zeros * PAGE);
        else if (madvise(page, zeros * PAGE, MADV_DONTNEED)) _exit(1);
    }
}

HOST static int find_thread_data(struct dl_phdr_info *program, size_t size, void *length) {
    (void)size;
    for (int i = 0; i < program->dlpi_phnum; i++)
        if (program->dlpi_phdr[i].p_type == PT_TLS)
            *(size_t *)length = program->dlpi_phdr[i].p_memsz + program->dlpi_phdr[i].p_align;
    return 1;
}

/* The heap begins with the data of the thread, which a static program has there. */
HOST static char *heap_start(void) {
    size_t length = 0;
    dl_iterate_phdr(find_thread_data, &length);
    return rounded((char *)__builtin_thread_pointer() - length, 0);
}

HOST static void keep_memory(void) {
    char *start = heap_start();
    mallopt(M_MMAP_MAX, 0); /* all memory comes from the heap, up to where it cannot grow */
    free(malloc(1));
    fflush(NULL);
    state->heap_end = (char *)sbrk(0);
    if (start >= state->heap_end || state->heap_end - start > MOST_HEAP) _exit(1);
    keep(&state->data, rounded(__data_start, 0), rounded(edata, PAGE - 1), rounded(end, PAGE - 1));
    keep(&state->heap, start, start, rounded(state->heap_end, PAGE - 1));
    copy_pages(&state->data);
    copy_pages(&state->heap);
}

HOST static void put_memory_back(void) {
    if (sbrk(0) != state->heap_end && brk(state->heap_end)) _exit(1);
    put_back(&state->data);
    put_back(&state->heap);
}

/* Programs that use what they have not set find zeros, as in a new process. */
HOST static __attribute__((noinline)) void clear_stack(void) {
    char room[STACK];
    memset(room, 0, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory");
}

/* Tasks and answers. */

HOST static unsigned hexadecimal(const char *digits) {
    char four[5] = {digits[0], digits[1], digits[2], digits[3], 0};
    return (unsigned)strtoul(four, NULL, 16);
}

HOST static char *put_character(char *to, unsigned code) {
    if (code < 0x80) return *to++ = (char)code, to;
    if (code < 0x800) *to++ = (char)(0xc0 | code >> 6);
    else {
        if (code < 0x10000) *to++ = (char)(0xe0 | code >> 12);
        else *to++ = (char)(0xf0 | code >> 18), *to++ = (char)(0x80 | (code >> 12 & 63));
        *to++ = (char)(0x80 | (code >> 6 & 63));
    }
    *to++ = (char)(0x80 | (code & 63));
    return to;
}

/* The text after a quotation mark, decoded in its place; its end is stored, and what follows returned. */
HOST static char *decoded(char *from, char **text_end) {
    static const char letters[] = "n\nt\tr\rb\bf\f";
    char *to = from;
    while (*from && *from != '"') {
        if (*from != '\\') {
            *to++ = *from++;
        } else if (from[1] == 'u') {
            unsigned code = hexadecimal(from + 2);
            from += 6;
            if (code >> 10 == 0x36 && *from == '\\')
                code = 0x10000 + ((code & 0x3ff) << 10) + (hexadecimal(from + 2) & 0x3ff), from += 6;
            to = put_character(to, code);
        } else {
            const char *letter = strchr(letters, from[1]);
            *to++ = letter && (letter - letters) % 2 == 0 ? letter[1] : from[1];
            from += 2;
        }
    }
    *text_end = to;
    return from + (*from == '"');
}

/* What follows a list, whose beginning is passed. */
HOST static char *past_list(char *at) {
    int depth = 0, in_text = 0;
    for (; *at; at++) {
        if (in_text && *at == '\\' && at[1]) at++;
        else if (in_text) in_text = *at != '"';
        else if (*at == '"') in_text = 1;
        else if (*at == '[' || *at == '{') depth++;
        else if ((*at == ']' || *at == '}') && !--depth) return at + 1;
    }
    return at;
}

HOST static void put_text(struct bytes *to, const struct bytes *text) {
    append(to, "\"", 1);
    for (size_t i = 0; i < text->length; i++) {
        const unsigned char c = text->start[i];
        char code[8];
        if (c < ' ' || c == '"' || c == '\\') append(to, code, snprintf(code, sizeof code, "\\u%04x", c));
        else append(to, text->start + i, 1);
    }
    append(to, "\"", 1);
}

/* The numbers of the edges that no execution before this one has taken. */
HOST static void put_branches(struct bytes *to) {
    char number[16];
    int count = 0;
    append(to, ", [", 3);
    for (int i = 0; i < BRANCHES; i++) {
        if (i % 8 == 0 && !*(const unsigned long long *)(judge_seen + i)) i += 7;
        else if (judge_seen[i] && !state->seen[i])
            state->seen[i] = 1, append(to, number, snprintf(number, sizeof number, count++ ? ",%d" : "%d", i));
    }
    append(to, "]", 1);
}

HOST static void answer(long microseconds, int is_function) {
    struct bytes *line = &state->line, *result = &state->result;
    char number[64];
    line->length = 0;
    append(line, number, snprintf(number, sizeof number, "[%ld, ", microseconds));
    if (is_function && result->length && result->start[result->length - 1] == '\n') {
        result->length--; /* the line's end says that the function has returned */
        put_text(line, result);
    } else append(line, "null", 4);
    append(line, ", ", 2);
    put_text(line, &state->printed);
    if (state->status) append(line, number, snprintf(number, sizeof number, ", \"exit status %d\"", state->status));
    else append(line, ", null", 6);
    if (judge_seen) put_branches(line);
    append(line, "]\n", 2);
    for (size_t done = 0; done < line->length;) {
        const ssize_t written = __real_write(state->descriptors[3], line->start + done, line->length - done);
        if (written <= 0) _exit(1);
        done += written;
    }
}

HOST static long used(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

HOST static void execution_ended(int status, void *unused) {
    (void)unused;
    if (!state || !state->is_on) return;
    fflush(NULL);
    state->status = status & 255;
    longjmp(state->ended, 1);
}

/* The handler of exit that is registered first runs last. */
HOST static void begin(int argc, char **argv, char **environment) {
    (void)argc, (void)argv, (void)environment;
    on_exit(execution_ended, NULL);
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = begin;

HOST static void execute(int argc, char **argv, char **environment, const char *kind) {
    state->printed.length = state->result.length = 0;
    const long before = used();
    state->is_on = 1;
    if (!_setjmp(state->ended)) exit(__real_main(argc, argv, environment));
    state->is_on = 0;
    answer(used() - before, !strcmp(kind, "function"));
}

HOST static void read_tasks(void) {
    struct bytes *tasks = &state->tasks;
    ssize_t count;
    do {
        count = __real_read(0, room_in(tasks, 1 << 16), 1 << 16);
        tasks->length += count > 0 ? count : 0;
    } while (count > 0);
    *room_in(tasks, 1) = 0;
}

HOST int __wrap_main(int argc, char **argv, char **environment) {
    if (argc < 3 || strcmp(argv[argc - 2], "--many")) return __real_main(argc, argv, environment);
    const char *kind = argv[argc - 1];
    argv[argc - 2] = NULL;
    state = (struct state *)fresh(sizeof *state);
    read_tasks();
    keep_descriptors();
    keep_memory();
    char *at = strchr(state->tasks.start, '[');
    for (at += at != NULL; at && *(at += strspn(at, ", \n")) && *at != ']';) {
        char *text_end;
        if (*at == '"') {
            state->input = at + 1;
            at = decoded(at + 1, &text_end);
            state->input_end = text_end;
        } else {
            state->input = at;
            state->input_end = at = past_list(at);
        }
        execute(argc - 2, argv, environment, kind);
        put_descriptors_back();
        put_memory_back();
        clear_stack();
    }
    _exit(0);
}

#ifdef __cplusplus
}
#endif
