/* Never let a creature stand idle: deal them out over the attackers in turn. */
#include <stdio.h>

int main(void) {
    int depth = 0, side = 0, count[2] = {0, 0};
    for (int c; (c = getchar()) != EOF;) {
        if (c == '[' && ++depth == 2) count[side]++;
        if (c == ']') depth--;
        if (c == '\n' && side == 0) side = 1;
    }
    for (int b = 0; b < count[1] && count[0] > 0; b++)
        printf("%d %d\n", b + 1, b % count[0] + 1);
    return 0;
}
