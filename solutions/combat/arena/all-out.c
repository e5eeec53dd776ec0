#include <stdio.h>
#include <string.h>

/* Everything attacks, nothing blocks. */
int main(void) {
    char role[16];
    int depth = 0, creatures = 0, c;
    if (scanf("%15s ", role) != 1 || strcmp(role, "attack")) return 0;
    while ((c = getchar()) != EOF && c != '\n') {
        if (c == '[' && ++depth == 2) printf("%d ", creatures++);
        if (c == ']') depth--;
    }
    return 0;
}
