/* Dynamic programming over sets of my creatures; a creature is worth its toughness. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20 };
static int count[2], power[2][MOST], toughness[2][MOST];

static void read_side(int side) {
    int c, number = -1, seen = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c >= '0' && c <= '9') {
            number = (number < 0 ? 0 : number) * 10 + c - '0';
        } else if (number >= 0) {
            if (seen % 2) toughness[side][count[side]++] = number;
            else power[side][count[side]] = number;
            seen++;
            number = -1;
        }
    }
}

int main(void) {
    read_side(0);
    read_side(1);
    int n = count[1], size = 1 << n;
    int *best = calloc(size, sizeof *best), *next = calloc(size, sizeof *next);
    int *gain = calloc(size, sizeof *gain), *dead = calloc(size, sizeof *dead);
    int *choice = calloc((size_t)size * (count[0] + 1), sizeof *choice);
    for (int a = 0; a < count[0]; a++) {
        for (int set = 0; set < size; set++) {
            int strength = 0, cost = 0;
            for (int b = 0; b < n; b++)
                if (set >> b & 1) strength += power[1][b], cost += toughness[1][b];
            dead[set] = cost <= power[0][a] ? cost : 0;
            for (int b = 0; b < n; b++)
                if (set >> b & 1 && dead[set ^ 1 << b] > dead[set]) dead[set] = dead[set ^ 1 << b];
            gain[set] = set ? power[0][a] - 2 * dead[set] : 0;
            if (set && strength >= toughness[0][a]) gain[set] += 2 * toughness[0][a];
        }
        memcpy(next, best, size * sizeof *best);
        for (int used = 1; used < size; used++)
            for (int set = used; set; set = (set - 1) & used)
                if (best[used ^ set] + gain[set] > next[used]) {
                    next[used] = best[used ^ set] + gain[set];
                    choice[(size_t)a * size + used] = set;
                }
        memcpy(best, next, size * sizeof *best);
    }
    for (int a = count[0] - 1, used = size - 1; a >= 0; a--) {
        int set = choice[(size_t)a * size + used];
        for (int b = 0; b < n; b++)
            if (set >> b & 1) printf("[%d, %d]\n", b + 1, a + 1);
        used ^= set;
    }
    return 0;
}
