/* Fixed pieces of work, whose CPU times say how fast a machine is: calibration PIECE.
 *
 * They need what solutions need most: arithmetic, branches that nobody can foresee, and memory that
 * does not fit into a cache. A change here needs another number in calibration.py. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static uint64_t arithmetic(void) {
    uint64_t state = 88172645463325252u, sum = 0;
    for (int i = 0; i < 20000000; i++) sum += next(&state) % 1000003 * (sum >> 3 | 1);
    return sum;
}

static int order(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t branches(void) {
    enum { COUNT = 600000 };
    static uint32_t values[COUNT];
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < COUNT; i++) values[i] = (uint32_t)next(&state);
    qsort(values, COUNT, sizeof *values, order);
    return values[COUNT / 2];
}

static uint64_t memory(void) {
    enum { COUNT = 1 << 22 }; /* 16 MiB */
    uint32_t *cells = malloc(sizeof *cells * COUNT);
    if (!cells) exit(3);
    for (uint32_t i = 0; i < COUNT; i++) cells[i] = i * 2654435761u;
    uint64_t sum = 0;
    uint32_t at = 0;
    for (int i = 0; i < 1500000; i++) {
        at = (cells[at & (COUNT - 1)] ^ (uint32_t)i * 40503u) & (COUNT - 1);
        sum += at;
    }
    return sum;
}

int main(int count, char **words) {
    uint64_t (*const pieces[])(void) = {arithmetic, branches, memory};
    int piece = count == 2 ? words[1][0] - '0' : -1;
    if (piece < 0 || piece > 2) return 2;
    printf("%llu\n", (unsigned long long)pieces[piece]());
    return 0;
}
