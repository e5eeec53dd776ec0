/* Linked into a C or C++ program so that it answers many inputs in one process, each from the same memory.
 *
 *   program [ARGUMENT ...] --many KIND [--buffered]
 *
 * Standard input: one JSON list. A text in it is the standard input of one execution, a list is that
 * of a function's host as it stands. A line goes to descriptor 3 for each execution as soon as it has
 * ended, or with --buffered some at a time, as hosts/python_many.py has it.
 *
 * The program is linked statically, so that all of its state, and that of its libraries, is in its own
 * memory: repeated_memory.h puts that back. What it reads and writes goes through memory, and other calls
 * of the kernel end the batch: repeated_calls.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
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
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Branches are those of the program. */
#define HOST __attribute__((no_sanitize_coverage))

enum { DESCRIPTORS = 4, OWN_DESCRIPTOR = 64, BRANCHES = 1 << 16, COMPARISONS = 1 << 13, DISTANCES = 33, FAR = 1 << 15, PAGE = 4096, STACK = 1 << 16, SMALL = 16 };
enum { BUFFERED_US = 2000, MOST_BUFFERED = 1 << 16 };
enum { MOST_OUTPUT = 1 << 26, MOST_HEAP = 1 << 26 };
#define MOST_STACK (1ul << 40)

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
    int runs; /* the program does, not what is here */
    int is_function, is_buffered, reply, status, is_closed[DESCRIPTORS];
    long waited_us; /* so long have the executions taken whose lines are not written */
    const char *input, *input_end;
    struct bytes tasks, printed, result, line, words;
    struct range data, heap;
    char *heap_end, *above;
    size_t stack;
#ifdef __aarch64__
    unsigned long float_control;
#else
    unsigned float_control;
    unsigned short old_float_control;
#endif
    unsigned char seen[BRANCHES];
    jmp_buf ended;
} *state;

extern unsigned char judge_seen[BRANCHES] __attribute__((weak)); /* of coverage.c */
extern unsigned short judge_exact[] __attribute__((weak));
int __real_main(int, char **, char **);

#include "repeated_calls.h"
#include "repeated_memory.h"

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

HOST static int bits(int difference) {
    return difference ? 32 - __builtin_clz(difference < 0 ? -difference : difference) : 0;
}

/* The numbers of the edges that no execution before this one has taken, and of a comparison the difference
   that goes with one of them. */
HOST static void put_branches(struct bytes *to) {
    char number[16];
    int count = 0;
    append(to, ", [", 3);
    for (int i = 0; i < BRANCHES; i++) {
        if (i % 8 == 0 && !*(const unsigned long long *)(judge_seen + i)) i += 7;
        else if (judge_seen[i] && !state->seen[i])
            state->seen[i] = 1, append(to, number, snprintf(number, sizeof number, count++ ? ",%d" : "%d", i));
        else continue;
        if (i < COMPARISONS) continue;
        const int comparison = (i - COMPARISONS) / DISTANCES, difference = judge_exact[comparison] - FAR;
        if (difference == -FAR || bits(difference) != (i - COMPARISONS) % DISTANCES) continue;
        append(to, number, snprintf(number, sizeof number, ",%d", BRANCHES + comparison * 2 * FAR + difference + FAR));
    }
    append(to, "]", 1);
}

HOST static void write_lines(void) {
    struct bytes *line = &state->line;
    for (size_t done = 0; done < line->length;) {
        const long written = __real_syscall(SYS_write, state->reply, line->start + done, line->length - done);
        if (written <= 0) give_up();
        done += written;
    }
    line->length = 0, state->waited_us = 0;
}

HOST static void answer(long microseconds) {
    struct bytes *line = &state->line, *result = &state->result;
    char number[64];
    append(line, number, snprintf(number, sizeof number, "[%ld, ", microseconds));
    if (state->is_function && result->length && result->start[result->length - 1] == '\n') {
        result->length--; /* the line's end says that the function has returned */
        put_text(line, result);
    } else append(line, "null", 4);
    append(line, ", ", 2);
    put_text(line, &state->printed);
    if (state->status) append(line, number, snprintf(number, sizeof number, ", \"exit status %d\"", state->status));
    else append(line, ", null", 6);
    if (judge_seen) put_branches(line);
    append(line, "]\n", 2);
    state->waited_us += microseconds + 1;
    if (!state->is_buffered || state->waited_us >= BUFFERED_US || line->length >= MOST_BUFFERED) write_lines();
}

HOST static long used(void) {
    struct timespec now;
    __real_syscall(SYS_clock_gettime, (long)CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

HOST static void execute(int argc, char **argv, char **environment) {
    state->printed.length = state->result.length = 0;
    const long before = used();
    state->runs = 1;
    errno = 0; /* as in a new process */
    if (!_setjmp(state->ended)) exit(__real_main(argc, argv, environment));
    answer(used() - before);
}

HOST static void read_tasks(void) {
    struct bytes *tasks = &state->tasks;
    long count;
    do {
        count = __real_syscall(SYS_read, 0, room_in(tasks, 1 << 16), 1L << 16);
        tasks->length += count > 0 ? count : 0;
    } while (count > 0);
    *room_in(tasks, 1) = 0;
}

/* Before everything in the program, constructors too. */
HOST static void begin(int argc, char **argv, char **environment) {
    (void)environment;
    const int is_buffered = argc > 3 && !strcmp(argv[argc - 1], "--buffered");
    argc -= is_buffered;
    if (argc < 3 || strcmp(argv[argc - 2], "--many")) give_up();
    state = (struct state *)fresh(sizeof *state);
    state->is_buffered = is_buffered;
    state->is_function = !strcmp(argv[argc - 1], "function");
    mallopt(M_MMAP_MAX, 0); /* all memory comes from the heap, up to where it cannot grow */
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = begin;

HOST int __wrap_main(int argc, char **argv, char **environment) {
    argc -= 2 + state->is_buffered;
    argv[argc] = NULL;
    read_tasks();
    state->reply = (int)__real_syscall(SYS_fcntl, 3, (long)F_DUPFD_CLOEXEC, (long)OWN_DESCRIPTOR);
    keep_memory(argv, environment);
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
        execute(argc, argv, environment);
        put_memory_back();
    }
    write_lines();
    for (;;) __real_syscall(SYS_exit_group, 0);
}

#ifdef __cplusplus
}
#endif
