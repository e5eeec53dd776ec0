/* What the worker asks of the supervisor and what it hears back. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdint.h>

enum ended { EXITED, SIGNALLED, CPU_LIMIT, WALL_LIMIT, MEMORY_LIMIT, OUTPUT_LIMIT, FAILED };
enum flags { WANT_RESULT = 1, WATCH_MEMORY = 2, WRITABLE = 4, WARM = 8, KEPT = 16 };

/* Both structures cross the socket as they lie in memory; supervised.py holds the same layout. */
struct request {
    uint64_t cpu_ns, wall_ns, memory, output, error, input_size;
    uint32_t strings_size, argc, envc, processes, disk_mib, flags;
};
struct reply {
    uint32_t ended, wait_status, stage, error_number, exceeded;
    uint64_t cpu_ns, wall_ns, peak_kib, output_size, error_size, result_size;
};

/* Limits that the kernel enforces by saying no: the command may have coped with that. */
enum exceeded { TOO_MANY_PROCESSES = 1, TOO_MUCH_DISK = 2 };

enum stage { STARTED, SCRATCH, FORK, LIMITS, IDENTITY, CONFINE, EXEC };

/* What a warm host says of one call: the wait status of the process that made it, whether the host
 * must not be used again, and what that process and its orphans used (a kept host leaves the last
 * two to us). */
struct call_report {
    uint32_t wait_status, spoiled;
    uint64_t cpu_ns, peak_kib;
};

#endif
