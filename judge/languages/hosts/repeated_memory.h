/* All state that a program with one thread and no files has: its data and heap, its stack with the words
 * above it (arguments and environment), and how the processor computes with floating point. It is kept
 * before the first execution and put back after each one. */
#ifndef REPEATED_MEMORY_H
#define REPEATED_MEMORY_H

extern char __data_start[], edata[], end[];

HOST static int is_zero(const char *page) {
    const unsigned long *words = (const unsigned long *)page;
    for (unsigned i = 0; i < PAGE / sizeof *words; i++)
        if (words[i]) return 0;
    return 1;
}

HOST static char *rounded(const void *address, size_t more) {
    return (char *)(((size_t)address + more) / PAGE * PAGE);
}

HOST static void drop(char *pages, size_t length) { __real_syscall(SYS_madvise, pages, length, (long)MADV_DONTNEED); }

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
        else drop(page, zeros * PAGE);
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

/* The first bytes above the stack: where arguments and environment are. */
HOST static void keep_words(char **argv, char **environment) {
    char *last = (char *)argv;
    for (; *environment; environment++)
        if (*environment > last) last = *environment;
    state->above = (char *)argv;
    append(&state->words, argv, last + (last > (char *)argv ? strlen(last) : 0) - (char *)argv);
}

HOST static void keep_registers(void) {
#ifdef __x86_64__
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(state->float_control), "=m"(state->old_float_control));
#elif defined(__aarch64__)
    __asm__ volatile("mrs %0, fpcr" : "=r"(state->float_control));
#endif
}

HOST static void put_registers_back(void) {
#ifdef __x86_64__
    __asm__ volatile("ldmxcsr %0\n\tfninit\n\tfldcw %1" : : "m"(state->float_control), "m"(state->old_float_control));
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, xzr" : : "r"(state->float_control));
#endif
}

HOST static void keep_memory(char **argv, char **environment) {
    struct rlimit stack;
    char *start = heap_start();
    state->stack = getrlimit(RLIMIT_STACK, &stack) || stack.rlim_cur > MOST_STACK ? MOST_STACK : stack.rlim_cur;
    keep_words(argv, environment);
    keep_registers();
    free(malloc(1));
    state->heap_end = (char *)sbrk(0);
    if (start >= state->heap_end || state->heap_end - start > MOST_HEAP) give_up();
    keep(&state->data, rounded(__data_start, 0), rounded(edata, PAGE - 1), rounded(end, PAGE - 1));
    keep(&state->heap, start, start, rounded(state->heap_end, PAGE - 1));
    copy_pages(&state->data);
    copy_pages(&state->heap);
}

HOST static __attribute__((noinline)) void clear_room(void) {
    char room[STACK];
    memset(room, 0, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory");
}

/* Programs that use what they have not set find zeros, as in a new process. What is deep in the stack is
 * given back: the kernel skips what was never used. That begins far below the frame of the call that does
 * it, which would lose its return address. */
HOST static __attribute__((noinline)) void clear_stack(void) {
    char *deep = rounded((char *)__builtin_frame_address(0) - STACK / 2, 0);
    const size_t depth = state->stack / PAGE * PAGE;
    clear_room();
    drop(depth < (size_t)deep ? deep - depth : (char *)PAGE, depth < (size_t)deep ? depth : (size_t)deep - PAGE);
}

HOST static void put_memory_back(void) {
    if (sbrk(0) != state->heap_end && brk(state->heap_end)) give_up();
    put_back(&state->data);
    put_back(&state->heap);
    memcpy(state->above, state->words.start, state->words.length);
    memset(state->is_closed, 0, sizeof state->is_closed);
    put_registers_back();
    clear_stack();
}

#endif
