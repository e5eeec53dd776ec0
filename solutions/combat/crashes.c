/* Reads the board through a pointer that it never set. */
#include <stdio.h>

struct creature { int power, toughness; };

int main(void) {
    struct creature *volatile attackers = NULL;
    int points = 0;
    for (int c; (c = getchar()) != EOF;) points += c - '0';
    attackers[0].power = points;
    printf("[%d, %d]\n", attackers[0].power, 0);
    return 0;
}
