// execute files without a name, with the answer as interpreter or script, with endless chains of interpreters
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char secret[512];

/* Executes a file in a child, with its output in a pipe; fails if that holds what the answer begins with. */
static void try_exec(const char *what, const char *path, char *const *argv) {
    int both[2], status;
    static char text[65536];
    if (pipe(both) < 0) return;
    const pid_t child = fork();
    if (child == 0) {
        dup2(both[1], 1), dup2(both[1], 2);
        execve(path, argv, environ);
        _exit(126);
    }
    close(both[1]);
    ssize_t n, size = 0;
    while (size < (ssize_t)sizeof text - 1 && (n = read(both[0], text + size, sizeof text - 1 - (size_t)size)) > 0)
        size += n;
    close(both[0]);
    text[size] = 0;
    waitpid(child, &status, 0);
    if (strstr(text, "secret-")) printf("BREACH %s told the answer\n", what);
}

static int write_file(const char *path, const void *data, size_t size) {
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0700);
    if (fd < 0) return -1;
    const int bad = write(fd, data, size) != (ssize_t)size;
    fchmod(fd, 0755);
    close(fd);
    return bad ? -1 : 0;
}

/* A program without code whose interpreter is the answer file, which the kernel would map and start. */
static void interpreted_elf(void) {
    struct {
        Elf64_Ehdr head;
        Elf64_Phdr part;
        char path[512];
    } file = {0};
    memcpy(file.head.e_ident, ELFMAG, SELFMAG);
    file.head.e_ident[EI_CLASS] = ELFCLASS64, file.head.e_ident[EI_DATA] = ELFDATA2LSB;
    file.head.e_ident[EI_VERSION] = EV_CURRENT, file.head.e_type = ET_EXEC, file.head.e_version = EV_CURRENT;
#ifdef __x86_64__
    file.head.e_machine = EM_X86_64;
#else
    file.head.e_machine = EM_AARCH64;
#endif
    file.head.e_phoff = sizeof file.head, file.head.e_ehsize = sizeof file.head;
    file.head.e_phentsize = sizeof file.part, file.head.e_phnum = 1;
    file.part.p_type = PT_INTERP, file.part.p_offset = sizeof file.head + sizeof file.part;
    file.part.p_filesz = strlen(secret) + 1;
    strcpy(file.path, secret);
    char *const argv[] = {"elf", NULL};
    if (write_file("elf", &file, sizeof file) == 0) try_exec("an ELF interpreter", "./elf", argv);
}

int main(void) {
    if (!getenv("ATTACK_IN_SANDBOX")) return 1;
    char name[64], text[1024];
    while (scanf("%63s %511s", name, text) == 2)
        if (!strcmp(name, "secret")) snprintf(secret, sizeof secret, "%s", text);
    /* Without a name: by descriptor, and from memory. */
    const int own = open("/proc/self/exe", O_RDONLY);
    char *const none[] = {"again", NULL}, *const empty[] = {NULL};
    errno = 0;
    if (syscall(SYS_execveat, own, "", none, empty, AT_EMPTY_PATH) >= 0 || errno != ENOSYS) puts("BREACH execveat");
    if (syscall(SYS_memfd_create, "code", 1u) >= 0) puts("BREACH memfd_create");
    if (syscall(SYS_memfd_create, "code", 0x10u) >= 0) puts("BREACH memfd_create for execution");
    if (syscall(447 /* memfd_secret */, 0) >= 0) puts("BREACH memfd_secret");
    if (secret[0]) {
        char *const direct[] = {"answer", NULL}, *const shell[] = {"sh", secret, NULL};
        char *const verbose[] = {"sh", "-v", secret, NULL};
        char *const loader[] = {"ld", "--list", secret, NULL};
        try_exec("the answer as a program", secret, direct);
        try_exec("the answer as a script", "/bin/sh", shell);
        try_exec("the answer as a shown script", "/bin/sh", verbose);
        try_exec("the loader", "/lib64/ld-linux-x86-64.so.2", loader);
        snprintf(text, sizeof text, "#!%s\n", secret);
        char *const script[] = {"script", NULL};
        if (write_file("script", text, strlen(text)) == 0) try_exec("a script of the answer", "./script", script);
        snprintf(text, sizeof text, "#!/bin/cat %s\n", secret);
        if (write_file("script", text, strlen(text)) == 0) try_exec("a script that shows it", "./script", script);
        interpreted_elf();
    }
    /* Chains: the kernel follows a few, and no more. */
    for (int i = 0; i < 64; i++) {
        snprintf(name, sizeof name, "chain%d", i);
        snprintf(text, sizeof text, "#!./chain%d\n", (i + 1) % 64);
        if (write_file(name, text, strlen(text)) < 0) break;
    }
    char *const chain[] = {"chain0", NULL};
    errno = 0;
    if (access("chain63", X_OK) == 0 && execve("./chain0", chain, empty) < 0 && errno != ELOOP && errno != EACCES &&
        errno != EPERM)
        printf("BREACH an endless chain gave %d\n", errno);
    puts("DONE");
}
