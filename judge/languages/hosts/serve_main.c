/* Linked into a compiled program, so that one start of it serves all cases, each in a fork of its own.
 *
 * Descriptor 3 is the supervisor's socket where the program is to serve; anywhere else this does nothing.
 * It runs as the first of the functions that the C library calls before any other of the program: the library
 * has started, which takes most of the time of a short program, and no line of the source has run. Only
 * programs may serve of whose source nothing can run earlier; judge/running/object_file.py looks.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "../../sandbox/call_begin.h"
#include "../../sandbox/call_end.h"

enum { SOCKET = 3, CANNOT_BEGIN = 70 };

extern const ElfW(Ehdr) __ehdr_start;

/* Fork does not copy the page tables of a mapping that was never written to, so that each call would have a
 * page fault for each part of the code that it executes. They are copied where one page has been written to:
 * here one gets the byte that it has, after all have been read. */
static void have_tables_copied(void) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t head = (uintptr_t)&__ehdr_start;
    const ElfW(Phdr) *const parts = (const void *)(head + __ehdr_start.e_phoff);
    for (int i = 0; i < __ehdr_start.e_phnum; i++) {
        const ElfW(Phdr) *part = &parts[i];
        if (part->p_type != PT_LOAD || part->p_flags & PF_W || !part->p_memsz) continue;
        const uintptr_t from = part->p_vaddr + (__ehdr_start.e_type == ET_DYN ? head : 0);
        const uintptr_t begin = from & ~(page - 1), end = from + part->p_memsz;
        const int usual = part->p_flags & PF_X ? PROT_READ | PROT_EXEC : PROT_READ;
        for (uintptr_t at = begin; at < end; at += page) (void)*(volatile const char *)at;
        if (mprotect((void *)begin, end - begin, usual | PROT_WRITE) < 0) continue;
        volatile char *byte = (char *)begin;
        *byte = *byte;
        if (mprotect((void *)begin, end - begin, usual) < 0) _exit(CANNOT_BEGIN);
    }
}

static void begin_call(const int pipes[MOST_PIPES], int count, const struct rlimit *processes, char *folder) {
    close(SOCKET); /* a function has its result there */
    if (take_pipes(pipes, count) < 0) _exit(CANNOT_BEGIN);
    /* A session has a run queue of its own; that of the host would tell what earlier calls have used. */
    if (setsid() < 0 || prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0) _exit(CANNOT_BEGIN);
    if (setrlimit(RLIMIT_NPROC, processes) < 0 || chdir(folder) < 0) _exit(CANNOT_BEGIN);
}

/* Returns in the process of each call, and never in the host, which ends when the supervisor hangs up. */
static __attribute__((noinline)) void serve(char *folder) {
    int pipes[MOST_PIPES];
    struct rlimit processes;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* or a call could write into this memory */
    if (chdir("/") < 0 || limit_of_call(&processes, 1) < 0) _exit(CANNOT_BEGIN);
    have_tables_copied();
    for (int count; (count = receive_call(SOCKET, pipes));) {
        if (count < 0) _exit(CANNOT_BEGIN);
        const pid_t call = fork();
        if (call == 0) {
            begin_call(pipes, count, &processes, folder);
            return;
        }
        close_pipes(pipes, count);
        if (call < 0) _exit(HOST_LACKS_PROCESS);
        if (end_call(call, SOCKET) < 0) _exit(CANNOT_BEGIN);
    }
    _exit(0);
}

/* The first call is to find the same on its stack as later ones: all that the host has used of it is wiped, also
 * what it has wiped itself, and then used again to return. */
static __attribute__((noinline)) void wipe_stack_of_host(void) {
    char used[2 * USED_STACK];
    explicit_bzero(used, sizeof used);
}

static void serve_if_asked(int argc, char **argv, char **envp) {
    struct stat info;
    char *folder = "/";
    (void)argc, (void)argv;
    for (; *envp; envp++)
        if (!strncmp(*envp, "HOME=", 5)) folder = *envp + 5;
    if (fstat(SOCKET, &info) == 0 && S_ISSOCK(info.st_mode)) {
        serve(folder);
        wipe_stack_of_host();
    }
    errno = 0; /* or the program would find what has failed here, in this call or an earlier one */
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = serve_if_asked;

/* The program of this file alone, whose names tell what runs before. */
#ifdef ALONE
int main(void) { return 0; }
#endif
