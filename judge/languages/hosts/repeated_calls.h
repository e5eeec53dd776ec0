/* What a program that answers many inputs may ask of the kernel. Descriptors 0 to 3 are memory. All else
 * that the C library has, as repeated_refused.txt lists it, ends the process: files, threads, processes,
 * signals, timers, limits and mappings would outlast the execution, and the CPU time is not that of one
 * execution alone. Such a program answers each input in a process of its own. */
#ifndef REPEATED_CALLS_H
#define REPEATED_CALLS_H

long __real_syscall(long, ...);
int __real_clock_gettime(clockid_t, struct timespec *);

HOST __attribute__((noreturn)) static void give_up(void) {
    for (;;) __real_syscall(SYS_exit_group, 1);
}

/* What the linker puts in the place of all that is in repeated_refused.txt. */
HOST void judge_refused(void) { give_up(); }

HOST static void *fresh(size_t length) {
    void *made = (void *)__real_syscall(SYS_mmap, NULL, length, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
    if (made == MAP_FAILED) give_up();
    return made;
}

HOST static void *larger(void *start, size_t length, size_t room) {
    void *made = (void *)__real_syscall(SYS_mremap, start, length, room, (long)MREMAP_MAYMOVE);
    if (made == MAP_FAILED) give_up();
    return made;
}

/* Room for so many more bytes. */
HOST static char *room_in(struct bytes *to, size_t more) {
    if (to->length + more > to->room) {
        const size_t room = 2 * (to->length + more) + PAGE;
        if (room > MOST_OUTPUT) give_up();
        to->start = (char *)(to->room ? larger(to->start, to->room, room) : fresh(room));
        to->room = room;
    }
    return to->start + to->length;
}

HOST static void append(struct bytes *to, const void *data, size_t length) {
    if (!length) return;
    memcpy(room_in(to, length), data, length);
    to->length += length;
}

/* Whether the program has this descriptor. Constructors run once and not in each execution: they may do
 * nothing that is seen outside. */
HOST static int is_open(int descriptor) {
    if (!state || !state->runs) give_up();
    const int is_known = descriptor >= 0 && descriptor < (state->is_function ? DESCRIPTORS : DESCRIPTORS - 1);
    if (is_known && !state->is_closed[descriptor]) return 1;
    errno = EBADF;
    return 0;
}

HOST static ssize_t take(int descriptor, void *to, size_t most) {
    if (!is_open(descriptor)) return -1;
    if (descriptor) return errno = EBADF, -1;
    const size_t left = state->input_end - state->input, taken = most < left ? most : left;
    memcpy(to, state->input, taken);
    state->input += taken;
    return taken;
}

HOST static ssize_t give(int descriptor, const void *data, size_t length) {
    if (!is_open(descriptor)) return -1;
    if (!descriptor) return errno = EBADF, -1;
    if (descriptor != 2) append(descriptor == 1 ? &state->printed : &state->result, data, length);
    return length;
}

HOST static ssize_t give_all(int descriptor, const struct iovec *parts, int count) {
    ssize_t written = 0;
    for (int i = 0; i < count; i++) {
        const ssize_t more = give(descriptor, parts[i].iov_base, parts[i].iov_len);
        if (more < 0) return -1;
        written += more;
    }
    return written;
}

HOST static int close_it(int descriptor) {
    if (!is_open(descriptor)) return -1;
    state->is_closed[descriptor] = 1;
    return 0;
}

/* They are pipes. */
HOST static off_t seek(int descriptor) {
    if (is_open(descriptor)) errno = ESPIPE;
    return -1;
}

/* Constructors that print into a buffer do so. */
HOST static int examine(int descriptor, void *status) {
    const int is_early = state && !state->runs && descriptor >= 0 && descriptor < DESCRIPTORS - 1;
    return is_early || is_open(descriptor) ? (int)__real_syscall(SYS_fstat, descriptor, status) : -1;
}

/* Only what tells something. */
HOST static int control(int descriptor, int command) {
    if (command != F_GETFL && command != F_GETFD) give_up();
    return is_open(descriptor) ? (int)__real_syscall(SYS_fcntl, descriptor, (long)command) : -1;
}

HOST static int examine_at(int descriptor, const char *name, void *status) {
    if (!name || *name) give_up();
    return examine(descriptor, status);
}

HOST static int read_clock(clockid_t clock, struct timespec *now) {
    if (clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) give_up();
    return __real_clock_gettime(clock, now);
}

/* The C library itself does so when it starts. */
HOST static int protect(void *start, size_t length, int how) {
    if (state) give_up();
    return (int)__real_syscall(SYS_mprotect, start, length, (long)how);
}

/* The last that a program calls, however it ends by itself. */
HOST __attribute__((noreturn)) static void end_execution(int status) {
    if (!state || !state->runs) give_up();
    state->runs = 0;
    state->status = status & 255;
    longjmp(state->ended, 1);
}

/* Each name that the C library has for them. */
#define READ(name) HOST ssize_t __wrap_##name(int from, void *to, size_t most) { return take(from, to, most); }
#define WRITE(name) HOST ssize_t __wrap_##name(int to, const void *data, size_t length) { return give(to, data, length); }
#define WRITEV(name) HOST ssize_t __wrap_##name(int to, const struct iovec *parts, int count) { return give_all(to, parts, count); }
#define CLOSE(name) HOST int __wrap_##name(int descriptor) { return close_it(descriptor); }
#define SEEK(name) HOST off_t __wrap_##name(int descriptor, off_t by, int from) { return (void)by, (void)from, seek(descriptor); }
#define STAT(name) HOST int __wrap_##name(int from, const char *path, void *to, int how) { return (void)how, examine_at(from, path, to); }
#define OLD_STAT(name) HOST int __wrap_##name(int version, int from, void *to) { return (void)version, examine(from, to); }
#define CONTROL(name) HOST int __wrap_##name(int descriptor, int command, ...) { return control(descriptor, command); }
#define CLOCK(name) HOST int __wrap_##name(clockid_t clock, struct timespec *now) { return read_clock(clock, now); }
#define PROTECT(name) HOST int __wrap_##name(void *start, size_t length, int how) { return protect(start, length, how); }
#define EXIT(name) HOST void __wrap_##name(int status) { end_execution(status); }

READ(read) READ(__read) READ(__libc_read)
WRITE(write) WRITE(__write) WRITE(__libc_write)
WRITEV(writev) WRITEV(__writev)
CLOSE(close) CLOSE(__close) CLOSE(__libc_close) CLOSE(__close_nocancel)
SEEK(lseek) SEEK(lseek64) SEEK(__lseek) SEEK(__lseek64) SEEK(__libc_lseek) SEEK(__libc_lseek64)
STAT(fstatat) STAT(fstatat64) STAT(__fstatat) STAT(__fstatat64)
OLD_STAT(__fxstat) OLD_STAT(__fxstat64) OLD_STAT(___fxstat64)
CONTROL(fcntl) CONTROL(fcntl64) CONTROL(__fcntl) CONTROL(__fcntl64) CONTROL(__libc_fcntl) CONTROL(__libc_fcntl64)
CLOCK(clock_gettime) CLOCK(__clock_gettime)
PROTECT(mprotect) PROTECT(__mprotect)
EXIT(_exit) EXIT(_Exit)

#endif
