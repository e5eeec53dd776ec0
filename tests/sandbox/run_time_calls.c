/* What run-times are known to ask of the kernel, by group: the argument names one. Prints what fails of
 * it, and `tried` at the end. It stands in a folder that may be written. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#define NEED(what) ((what) ? (void)0 : (void)printf("fails: %s (%s)\n", #what, strerror(errno)))
static void *nothing(void *x) { return x; }
static void ignore(int number) { (void)number; }

static void threads(void) {
    struct sched_param ordinary = {0};
    cpu_set_t cpus;
    pthread_t thread;
    pthread_attr_t attributes;
    NEED(pthread_create(&thread, 0, nothing, 0) == 0 && pthread_join(thread, 0) == 0);
    NEED(pthread_setschedparam(pthread_self(), SCHED_OTHER, &ordinary) == 0);
    NEED(sched_getaffinity(0, sizeof cpus, &cpus) == 0 && sched_setaffinity(0, sizeof cpus, &cpus) == 0);
    NEED(pthread_getattr_np(pthread_self(), &attributes) == 0);
    NEED(pthread_setname_np(pthread_self(), "name") == 0);
    NEED(syscall(SYS_membarrier, 0, 0, 0) < 0 || syscall(SYS_membarrier, 16, 0, 0) == 0);
    NEED(prctl(PR_SET_PDEATHSIG, SIGKILL) == 0);
}

static void processes(void) {
    char *words[] = {"/bin/true", 0}, *empty[] = {0};
    int status = 1;
    pid_t child = fork();
    if (child == 0) _exit(0);
    NEED(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    NEED(posix_spawn(&child, words[0], 0, 0, words, empty) == 0);
    NEED(waitpid(child, &status, 0) == child && status == 0);
    NEED(system("exit 3") == 3 << 8);
    NEED(getppid() > 0 && getpgid(0) >= 0 && getsid(0) >= 0);
    struct rlimit limit;
    struct rusage usage;
    NEED(getrlimit(RLIMIT_STACK, &limit) == 0 && setrlimit(RLIMIT_STACK, &limit) == 0);
    NEED(getrusage(RUSAGE_CHILDREN, &usage) == 0 && getpriority(PRIO_PROCESS, 0) >= -20);
}

static void descriptors(void) {
    int ends[2], ready = 0;
    struct winsize size;
    NEED(pipe2(ends, O_CLOEXEC) == 0 && write(ends[1], "abc", 3) == 3);
    NEED(ioctl(ends[0], FIONREAD, &ready) == 0 && ready == 3);
    NEED(ioctl(ends[0], FIONBIO, &ready) == 0 && fcntl(ends[0], F_GETFL) & O_NONBLOCK);
    NEED(fcntl(ends[0], F_SETFL, O_RDONLY) == 0 && fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0);
    NEED(ioctl(ends[0], FIOCLEX) == 0 && ioctl(ends[0], FIONCLEX) == 0);
    NEED(fcntl(ends[0], F_DUPFD_CLOEXEC, 20) >= 20 && dup2(ends[0], 30) == 30);
    NEED(!isatty(ends[0]) && errno == ENOTTY);
    NEED(ioctl(ends[0], TIOCGWINSZ, &size) < 0 && errno == ENOTTY);
    NEED(fcntl(ends[0], F_GETPIPE_SZ) > 0);
    NEED(close_range(25, ~0u, 0) == 0);
}

static void waiting(void) {
    struct epoll_event event = {EPOLLIN, {0}};
    const struct itimerspec soon = {{0, 0}, {0, 1000000}};
    struct timeval little = {0, 1};
    struct timespec pause = {0, 1000};
    sigset_t set;
    int many = epoll_create1(0), count = eventfd(1, 0), timer = timerfd_create(CLOCK_MONOTONIC, 0);
    sigemptyset(&set), sigaddset(&set, SIGUSR1), sigprocmask(SIG_BLOCK, &set, 0);
    NEED(timerfd_settime(timer, 0, &soon, 0) == 0 && epoll_ctl(many, EPOLL_CTL_ADD, timer, &event) == 0);
    NEED(epoll_wait(many, &event, 1, -1) == 1);
    NEED(count >= 0 && signalfd(-1, &set, 0) >= 0);
    NEED(select(0, 0, 0, 0, &little) == 0 && nanosleep(&pause, 0) == 0);
    NEED(clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, 0) == 0);
}

static void signals(void) {
    union sigval value = {0};
    sigset_t set;
    timer_t timer;
    struct sigevent kind = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
    const struct itimerspec soon = {{0, 0}, {0, 1000000}};
    struct itimerval none = {{0, 0}, {0, 0}};
    stack_t stack = {malloc(65536), 0, 65536};
    NEED(sigaltstack(&stack, 0) == 0 && signal(SIGUSR1, ignore) != SIG_ERR && raise(SIGUSR1) == 0);
    sigemptyset(&set), sigaddset(&set, SIGUSR2), sigprocmask(SIG_BLOCK, &set, 0);
    NEED(timer_create(CLOCK_MONOTONIC, &kind, &timer) == 0 && timer_settime(timer, 0, &soon, 0) == 0);
    NEED(sigwaitinfo(&set, 0) == SIGUSR2);
    NEED(sigqueue(getpid(), SIGUSR2, value) == 0 && sigwaitinfo(&set, 0) == SIGUSR2);
    NEED(setitimer(ITIMER_REAL, &none, 0) == 0 && alarm(0) == 0);
}

static void memory(void) {
    char *block = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    NEED(block != MAP_FAILED && madvise(block, 1 << 20, MADV_DONTNEED) == 0);
    NEED(madvise(block, 1 << 20, MADV_FREE) == 0 && madvise(block, 1 << 20, MADV_DONTFORK) == 0);
    NEED(mprotect(block, 4096, PROT_NONE) == 0 && mprotect(block, 4096, PROT_READ | PROT_WRITE) == 0);
    NEED((block = mremap(block, 1 << 20, 1 << 21, MREMAP_MAYMOVE)) != MAP_FAILED);
    NEED(mlock(block, 4096) == 0 && munmap(block, 1 << 21) == 0);
    NEED(madvise(0, 0, 20 /* MADV_COLD */) < 0 && errno == EINVAL);
}

static void files(void) {
    int one = open("one", O_RDWR | O_CREAT | O_TRUNC, 0600), two = open("two", O_RDWR | O_CREAT, 0600);
    char text[16];
    off_t from = 0;
    struct stat info;
    NEED(write(one, "abcdef", 6) == 6 && pread(one, text, 3, 1) == 3 && fsync(one) == 0);
    NEED(copy_file_range(one, &from, two, 0, 3, 0) == 3 && sendfile(two, one, &from, 3) == 3);
    NEED(posix_fadvise(one, 0, 0, POSIX_FADV_SEQUENTIAL) == 0 && ftruncate(one, 2) == 0);
    NEED(mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, two, 0) != MAP_FAILED);
    NEED(posix_fallocate(two, 0, 8192) == 0); /* linkers do; where nothing can be reserved it writes */
    NEED(rename("one", "three") == 0 && link("three", "four") == 0 && symlink("four", "five") == 0);
    NEED(stat("five", &info) == 0 && info.st_size == 2 && access("five", R_OK) == 0);
    NEED(faccessat(AT_FDCWD, "five", R_OK, AT_EACCESS) == 0 && readlink("five", text, 16) == 4);
    NEED(mkfifo("pipe", 0600) == 0 && mkdir("folder", 0700) == 0 && chdir("folder") == 0);
    NEED(chdir("..") == 0 && rmdir("folder") == 0 && unlink("pipe") == 0 && unlink("five") == 0);
}

static void sockets(void) {
    int ends[2];
    char word[4] = "";
    NEED(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    NEED(send(ends[0], "abc", 4, 0) == 4 && recv(ends[1], word, 4, 0) == 4 && !strcmp(word, "abc"));
    NEED(shutdown(ends[0], SHUT_WR) == 0 && recv(ends[1], word, 4, 0) == 0);
    getpwuid(4711); /* it asks a server over a socket first */
    NEED(socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM);
}

static void machine(void) {
    struct timespec now;
    char text[8];
    NEED(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0 && clock_getres(CLOCK_REALTIME, &now) == 0);
    NEED(syscall(SYS_getrandom, text, 8, 0) == 8 && syscall(SYS_gettid) == getpid());
    NEED(sysconf(_SC_NPROCESSORS_ONLN) > 0 && sysconf(_SC_PHYS_PAGES) > 0);
    NEED(getuid() == geteuid() && getgroups(0, 0) >= 0);
}

/* The call succeeds and does nothing. */
static void policy_of_others(void) {
    struct sched_param ordinary = {0};
    const pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    NEED(sched_setscheduler(0, SCHED_OTHER, &ordinary) == 0);
    NEED(sched_setscheduler(child, SCHED_OTHER, &ordinary) == 0);
    NEED(sched_setscheduler(child, SCHED_IDLE, &ordinary) < 0 && errno == EPERM);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*use)(void);
    } uses[] = {{"threads", threads}, {"processes", processes}, {"descriptors", descriptors},
                {"waiting", waiting}, {"signals", signals},     {"memory", memory},
                {"files", files},     {"sockets", sockets},     {"machine", machine},
                {"policy of others", policy_of_others}};
    for (size_t i = 0; argc > 1 && i < sizeof uses / sizeof *uses; i++)
        if (!strcmp(argv[1], uses[i].name)) uses[i].use(), puts("tried");
}
