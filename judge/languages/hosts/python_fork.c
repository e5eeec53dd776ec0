/* What python_fork.py does not do in Python. There each number is an object that stays in memory after it
 * is released; and each step writes to pages, of which the process of a call must first make a copy. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../sandbox/call_begin.h"
#include "../../sandbox/call_end.h"

/* What the process of a call is for; python_fork.py has the same numbers. */
enum kind { FUNCTION = 0, QUIET_FUNCTION = 1, PROGRAM = 2 };
/* Where a quiet function's standard output waits until its source is loaded. */
enum { KEPT_OUTPUT = 9 };
enum { CANNOT_BEGIN = 70 };

static int socket_of_host, pipes[MOST_PIPES], count;
static enum kind kind;
static const char *folder;

static int limit_processes(void) {
    struct rlimit most;
    return limit_of_call(&most, 1) < 0 ? -1 : setrlimit(RLIMIT_NPROC, &most);
}

static int discard_output(void) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    return nowhere < 0 || dup3(1, KEPT_OUTPUT, O_CLOEXEC) < 0 || dup2(nowhere, 1) < 0 ? -1 : close(nowhere);
}

static int begin(void) {
    if (limit_processes() < 0) return -1;
    close(socket_of_host);
    if (take_pipes(pipes, count) < 0) return -1;
    /* A session has a run queue of its own; that of the host would tell what earlier calls have used. */
    if (setsid() < 0 || (kind == PROGRAM && prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0)) return -1;
    if (kind == QUIET_FUNCTION && discard_output() < 0) return -1;
    return chdir(folder);
}

/* Runs in the process of a call before anything of Python does; does nothing where a call forks. */
static void after_fork(void) {
    if (!count) return;
    if (begin() < 0) _exit(CANNOT_BEGIN);
    count = 0;
}

/* Fork does not copy the page tables of a mapping that was never written to, so the process of a call would
 * have a page fault for each part of Python's code that it executes. It copies them where one page has been
 * written to: here that page gets the byte that it has. What cannot be written to stays as it is. */
static int have_tables_copied(struct dl_phdr_info *object, size_t size, void *data) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    (void)size, (void)data;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || part->p_flags & PF_W || !part->p_memsz) continue;
        const uintptr_t at = object->dlpi_addr + part->p_vaddr, begin = at & ~(page - 1);
        const size_t length = (at + part->p_memsz - begin + page - 1) & ~(page - 1);
        const int usual = part->p_flags & PF_X ? PROT_READ | PROT_EXEC : PROT_READ;
        if (mprotect((void *)begin, length, usual | PROT_WRITE) < 0) continue;
        volatile char *byte = (char *)begin;
        *byte = *byte;
        if (mprotect((void *)begin, length, usual) < 0) return -1;
    }
    return 0;
}

/* Once, before the first call. */
int prepare_python_calls(int socket, int kind_of_calls) {
    const char *home = getenv("HOME");
    socket_of_host = socket;
    kind = (enum kind)kind_of_calls;
    folder = strdup(home ? home : "/");
    if (dl_iterate_phdr(have_tables_copied, NULL) < 0) return -1;
    return folder ? pthread_atfork(NULL, NULL, after_fork) : -1;
}

/* Waits for a call, for whose process the host forks next. Returns how many pipes it has; 0 at the end. */
int next_python_call(void) {
    count = receive_call(socket_of_host, pipes);
    return count = count > 0 ? count : 0;
}

/* In the host, after the fork. */
int end_python_call(int call) {
    close_pipes(pipes, count);
    count = 0;
    return end_call(call, socket_of_host);
}

/* What follows is of CPython, whose headers need not be installed. */
typedef struct _object PyObject;
extern PyObject *PyExc_KeyboardInterrupt;
PyObject *PyMarshal_ReadObjectFromString(const char *, ssize_t), *PyEval_EvalCode(PyObject *, PyObject *, PyObject *);
PyObject *PyImport_AddModule(const char *), *PyModule_GetDict(PyObject *), *PySys_GetObject(const char *);
PyObject *PyObject_CallMethod(PyObject *, const char *, const char *, ...), *PyErr_Occurred(void);
int PySys_AddAuditHook(int (*)(const char *, PyObject *, void *), void *);
int PyDict_DelItemString(PyObject *, const char *), Py_FinalizeEx(void);
void PyErr_Fetch(PyObject **, PyObject **, PyObject **), PyErr_Restore(PyObject *, PyObject *, PyObject *);
void PyErr_Print(void), PyErr_Clear(void), Py_Exit(int), Py_DecRef(PyObject *);

static const char *code_of_program;
static ssize_t code_length;

static void flush(const char *name) {
    PyObject *stream = PySys_GetObject(name), *done = NULL;
    if (stream) done = PyObject_CallMethod(stream, "flush", NULL);
    if (done) Py_DecRef(done);
    else PyErr_Clear();
}

/* Runs the code as Python runs a source: the same steps in the same order, from an empty stack. */
static void run_main(void) {
    PyObject *names = PyModule_GetDict(PyImport_AddModule("__main__")), *done = NULL, *fault[3];
    PyObject *code = PyMarshal_ReadObjectFromString(code_of_program, code_length);
    if (code) done = PyEval_EvalCode(code, names, names);
    const int interrupted = !done && PyErr_Occurred() == PyExc_KeyboardInterrupt;
    if (code) Py_DecRef(code);
    PyErr_Fetch(fault, fault + 1, fault + 2);
    flush("stderr");
    flush("stdout");
    PyErr_Restore(fault[0], fault[1], fault[2]);
    if (done) Py_DecRef(done);
    else PyErr_Print(); /* does not return after SystemExit */
    if (PyDict_DelItemString(names, "__file__") < 0) PyErr_Clear();
    if (PyDict_DelItemString(names, "__cached__") < 0) PyErr_Clear();
    if (interrupted) {
        Py_FinalizeEx();
        signal(SIGINT, SIG_DFL);
        raise(SIGINT);
    }
    Py_Exit(done ? 0 : 1);
}

/* Python announces that it is going to run its source when no frame is on its stack. */
static int before_source(const char *event, PyObject *arguments, void *data) {
    (void)arguments, (void)data;
    if (!strcmp(event, "cpython.run_file")) run_main();
    return 0;
}

/* In the host: each call runs this code, that `marshal` has written, and not its source. */
int run_python_code(const char *code, int length) {
    char *kept = malloc((size_t)length);
    if (!kept) return -1;
    code_of_program = memcpy(kept, code, (size_t)length);
    code_length = length;
    return PySys_AddAuditHook(before_source, NULL);
}
