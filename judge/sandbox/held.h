/* How long the machine held up a command: the time in which it was runnable but got no processor, or
 * waited for an overloaded disk. The wall limit does not count that time.
 *
 * It is measured between two samples. If a process of the command was runnable at both, but the command
 * used less CPU time than has passed, then it had to wait for the rest. A process that sleeps, is
 * stopped or waits for another of its command is not held up, however busy the machine is. */
#ifndef HELD_H
#define HELD_H

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "processes.h"

struct held {
    uint64_t ns, looked_at, listed_ns, accounted_ns, own_ns, our_wait_ns, stall_ns;
    int states;
    /* The idle time up to now without a break, and the CPU times when it began. */
    uint64_t idle_ns, idle_listed_ns, idle_accounted_ns;
    /* Whether it may have waited for us since the last sample, on a full or empty pipe. */
    int by_us;
};

/* Files that stay open: how long we ourselves have waited for a processor, and how long any process of
 * the machine has waited for a disk or for memory. -1 where the kernel does not report it. */
static int our_schedule = -1, pressures[2] = {-1, -1};

static void open_machine_files(void) {
    our_schedule = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
    pressures[0] = open("/proc/pressure/io", O_RDONLY | O_CLOEXEC);
    pressures[1] = open("/proc/pressure/memory", O_RDONLY | O_CLOEXEC);
}

static uint64_t our_wait(void) {
    char text[96] = {0};
    unsigned long waited = 0;
    if (our_schedule < 0 || pread(our_schedule, text, sizeof text - 1, 0) <= 0) return 0;
    return sscanf(text, "%*u %lu", &waited) == 1 ? waited : 0;
}

static uint64_t stalled(void) {
    uint64_t most = 0;
    for (int i = 0; i < 2; i++) {
        char text[128] = {0};
        if (pressures[i] < 0 || pread(pressures[i], text, sizeof text - 1, 0) <= 0) continue;
        const char *total = strstr(text, "total=");
        const uint64_t ns = total ? strtoull(total + 6, NULL, 10) * 1000 : 0;
        if (ns > most) most = ns;
    }
    return most;
}

/* The states of the threads of the listed processes; a process has the state of its first thread. */
static int states_of_threads(void) {
    int states = 0;
    char path[600], text[512];
    for (size_t i = 0; i < listed; i++) {
        if (!processes[i].ours || processes[i].threads < 2) continue;
        snprintf(path, sizeof path, "%d/task", processes[i].pid);
        DIR *tasks = opendir(path);
        if (!tasks) continue;
        for (struct dirent *entry; (entry = readdir(tasks));) {
            if (entry->d_name[0] == '.') continue;
            snprintf(path, sizeof path, "%d/task/%s/stat", processes[i].pid, entry->d_name);
            read_text(path, text, sizeof text);
            const char *after = strrchr(text, ')');
            if (after && after[1]) states |= state_bit(after[2]);
        }
        closedir(tasks);
    }
    return states;
}

/* The CPU time of the command by the control group's account, which has just been read. */
static uint64_t accounted_now(void) { return account < 0 ? 0 : last_account.all_ns - last_account.own_ns; }

/* What the machine's files say is as good for this long: to read them takes a part of a small command's time. */
enum { AS_GOOD_NS = 2000000 };

static struct held begin_to_hold(struct account_base base, uint64_t now) {
    static uint64_t read_at, our_wait_ns, stall_ns;
    if (!read_at || now - read_at > AS_GOOD_NS) read_at = now, our_wait_ns = our_wait(), stall_ns = stalled();
    return (struct held){
        .looked_at = now,
        .listed_ns = base.apart_ns,
        .accounted_ns = account < 0 ? 0 : base.all_ns - base.own_ns,
        .own_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID),
        .our_wait_ns = our_wait_ns,
        .stall_ns = stall_ns,
        .states = CAN_RUN | WAITS_FOR_DISK, /* it has just started */
    };
}

/* What a command that does nothing may still use, such as a run-time with a timer: this part of its idle
 * time. And what one sample adds at most: if we did not look, we do not know. */
enum { IDLE_SHARE = 100, MOST_IDLE_SAMPLE_NS = 50000000 };

static uint64_t earlier(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t grown(uint64_t now, uint64_t before) { return now > before ? now - before : 0; }

/* A command is idle while it uses no CPU time, and no process of it could run or waits for a disk. */
static void look_at_idleness(struct held *held, int was_busy, uint64_t time) {
    /* The times of children that nobody waited for leave the list. */
    held->idle_listed_ns = earlier(held->idle_listed_ns, held->listed_ns);
    const uint64_t by_list = held->listed_ns - held->idle_listed_ns;
    const uint64_t by_account = grown(held->accounted_ns, held->idle_accounted_ns);
    const uint64_t used = by_list > by_account ? by_list : by_account;
    held->idle_ns += earlier(time, MOST_IDLE_SAMPLE_NS);
    if (!was_busy && !held->states && used <= held->idle_ns / IDLE_SHARE) return;
    held->idle_ns = 0;
    held->idle_listed_ns = held->listed_ns, held->idle_accounted_ns = held->accounted_ns;
}

/* Accounts for the time since the last sample. `listed_ns` is the CPU time of all listed processes,
 * `states` the states of their first threads. */
static void look_at_hold(struct held *held, uint64_t listed_ns, int states, uint64_t now) {
    const struct held before = *held;
    held->looked_at = now;
    held->listed_ns = listed_ns;
    held->accounted_ns = accounted_now();
    held->own_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    held->by_us = 0;
    const uint64_t time = grown(now, before.looked_at);
    const uint64_t by_list = grown(held->listed_ns, before.listed_ns);
    const uint64_t by_account = grown(held->accounted_ns, before.accounted_ns);
    const uint64_t used = (by_list > by_account ? by_list : by_account) + held->own_ns - before.own_ns;
    const uint64_t idle = grown(time, used);
    if (idle > time / 2 && !(states & CAN_RUN)) states |= states_of_threads();
    held->states = states;
    held->our_wait_ns = our_wait();
    held->stall_ns = stalled();
    uint64_t by_machine = 0;
    if (states & before.states & CAN_RUN) by_machine = idle;
    else if (states & before.states & WAITS_FOR_DISK) by_machine = grown(held->stall_ns, before.stall_ns);
    else if (before.by_us) by_machine = grown(held->our_wait_ns, before.our_wait_ns);
    held->ns += by_machine < idle ? by_machine : idle;
    look_at_idleness(held, before.states | before.by_us, time);
}

#endif
