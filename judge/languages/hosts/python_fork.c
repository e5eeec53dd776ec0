/* What python_fork.py cannot do in Python, where each number is an object that stays in memory after
 * it is released. */
#include "../../sandbox/call_end.h"

int end_python_call(int call, int socket) { return end_call(call, socket); }
