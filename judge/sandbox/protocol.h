/* Requests of the worker to the supervisor, and replies. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdint.h>

enum ended {
    EXITED, SIGNALLED, CPU_LIMIT, WALL_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, FAILED, OVERLOADED, STOPPED,
    IDLE_LIMIT, UNSTARTED
};
enum flags {
    WANT_RESULT = 1, WATCH_MEMORY = 2, WRITABLE = 4, WARM = 8, CROSSED = 16, INTERACTOR = 32, FEEDBACK = 64,
    CASE_FILES = 128, READ_ONLY = 256,
    COUNT_FILES = 512, FOLLOWED = 1024
};

/* FOLLOWED: another request follows in the same message, so that the reply may wait for the next one. If this
 * command takes longer than SHORT_NS, those that follow are not started. */
#define SHORT_NS 20000000u

/* Both structures are sent as they are in memory; supervised.py and reply.py have the same layout. */
struct request {
    /* `idle_ns`: 0 for no limit. */
    uint64_t cpu_ns, wall_ns, idle_ns, memory, output, error, input_size;
    uint32_t strings_size, argc, envc, processes, disk_mib, flags;
};
struct reply {
    uint32_t ended, wait_status, stage, error_number, exceeded;
    uint64_t cpu_ns, wall_ns, peak_kib, held_ns, output_size, error_size, result_size, files_size;
};

/* A command with FEEDBACK has these folders in its scratch folder, and works in the second. */
#define FEEDBACK_NAME "feedback"
#define WORK_NAME "work"

/* A file of a reply, by its name in the feedback folder; or of a request, by its path in the scratch folder:
 * with FEEDBACK or CASE_FILES a request's input begins with the size of the files to put there, and those
 * files. Its name and its bytes follow. In a request the size may have LINK: then the file is a link, to the path
 * that the bytes are. */
struct packed_file {
    uint64_t name_size, size;
};
#define LINK ((uint64_t)1 << 63)

/* A command that the machine holds up may take this many times its wall limit. */
enum { MOST_WALL_LIMITS = 3 };

/* Limits that the kernel enforces by refusing a call: the command may have handled that. */
enum exceeded { TOO_MANY_PROCESSES = 1, TOO_MUCH_DISK = 2 };

enum stage { STARTED, SCRATCH, FORK, LIMITS, IDENTITY, CONFINE, EXEC };

/* The processes and threads that a warm host may have itself, in addition to those of a call. */
enum { SPARE_TASKS = 16 };

/* The exit status of a warm host that the kernel refuses a process for a call: nothing else of the solution
 * runs then, so that others have used up the limit. python_fork.py has the same number. */
enum { HOST_LACKS_PROCESS = 75 };

/* The report of a warm host on one call: the wait status of its process, what that process and its orphans
 * used, and how many of these were left when it ended. */
struct call_report {
    uint64_t wait_status, cpu_ns, peak_kib, left;
};

#endif
