/* Compiled into a program that a hunt looks into: tells on descriptor 3, at the program's end, which
   edges of its code were taken and how near its comparisons came to equality. Each is a number of
   two bytes, the low one first. */
#ifdef __cplusplus
extern "C" {
#endif

#define QUIET __attribute__((no_sanitize_coverage))
#define BITS 16
/* Edges have the numbers below COMPARISONS. From there on each of so many comparisons has as many as
   there are distances in bits; comparisons may share them. */
#define COMPARISONS (1 << 13)
#define PLACES 1737
#define DISTANCES 33
/* Exact differences are below this on both sides: of each comparison the nearest one. */
#define FAR (1 << 15)
/* Every program has constants up to this: what differs from them is not told exactly. */
#define COMMON 2

int dup(int);
int close(int);
int atexit(void (*)(void));
int strcmp(const char *, const char *);
long write(int, const void *, unsigned long);

unsigned char judge_seen[1 << BITS] __attribute__((aligned(8)));
/* Of comparisons of two values: DISTANCES less the bits of the least distance so far. */
static unsigned char nearest[PLACES];
static int out = -1;
/* Of each comparison its difference plus FAR, and 0 if it is none of those. */
unsigned short judge_exact[PLACES];

/* The distance is that of addresses: the program may be loaded anywhere. */
QUIET static unsigned hashed(const char *place, unsigned most) {
    return ((unsigned)(place - (const char *)judge_seen) * 2654435769u >> 8) % most;
}

QUIET static unsigned bits(unsigned long distance) {
    unsigned found = distance ? 64 - __builtin_clzl(distance) : 0;
    return found < DISTANCES ? found : DISTANCES - 1;
}

QUIET static void mark(unsigned comparison, unsigned found, long difference) {
    unsigned char *seen = judge_seen + COMPARISONS + comparison * DISTANCES + found;
    long known = judge_exact[comparison] ? judge_exact[comparison] - FAR : FAR;
    if (!*seen && difference > -FAR && difference < FAR && bits(difference < 0 ? -difference : difference) < bits(known < 0 ? -known : known))
        judge_exact[comparison] = difference + FAR;
    *seen = 1;
}

QUIET static void compared(const char *place, unsigned long distance, long difference) {
    mark(hashed(place, PLACES), bits(distance), difference);
}

/* A loop compares its counter with its end: only what is nearer than before is marked. */
QUIET static void compared_values(const char *place, unsigned long distance, long difference) {
    unsigned comparison = hashed(place, PLACES), found = bits(distance);
    if (DISTANCES - found <= nearest[comparison]) return;
    nearest[comparison] = DISTANCES - found;
    mark(comparison, found, difference);
}

QUIET void __sanitizer_cov_trace_pc(void) {
    judge_seen[hashed((const char *)__builtin_return_address(0), COMPARISONS)] = 1;
}

/* The distance of two numbers that may have a sign. */
#define NEAR(name, type, call, is_telling)                                                         \
    QUIET void name(type one, type other) {                                                        \
        type up = one - other, down = other - one;                                                 \
        type least = up < down ? up : down;                                                        \
        /* A constant is the first one. */                                                         \
        long difference = up < down ? -(long)up : (long)down;                                      \
        if (!(is_telling) || least >= FAR) difference = FAR;                                       \
        if (sizeof one == 8 && IS_ADDRESS(one)) return;                                            \
        call((const char *)__builtin_return_address(0), least, difference);                        \
    }
/* Addresses say nothing. */
#define IS_ADDRESS(one) ((unsigned long)(one) >> 40 && (unsigned long)(one) < 1ul << 48)

#define ANY(name, type)                                                                            \
    QUIET void name(type one, type other) { (void)one, (void)other; }

NEAR(__sanitizer_cov_trace_const_cmp1, unsigned char, compared, one > COMMON)
NEAR(__sanitizer_cov_trace_const_cmp2, unsigned short, compared, one > COMMON)
NEAR(__sanitizer_cov_trace_const_cmp4, unsigned, compared, one > COMMON)
NEAR(__sanitizer_cov_trace_const_cmp8, unsigned long, compared, one > COMMON)
NEAR(__sanitizer_cov_trace_cmp1, unsigned char, compared_values, 1)
NEAR(__sanitizer_cov_trace_cmp2, unsigned short, compared_values, 1)
NEAR(__sanitizer_cov_trace_cmp4, unsigned, compared_values, 1)
NEAR(__sanitizer_cov_trace_cmp8, unsigned long, compared_values, 1)
ANY(__sanitizer_cov_trace_cmpf, float)
ANY(__sanitizer_cov_trace_cmpd, double)

/* cases: their number, their width, and their values. */
QUIET void __sanitizer_cov_trace_switch(unsigned long value, void *table) {
    const unsigned long *cases = (const unsigned long *)table;
    unsigned long least = ~0ul, at;
    for (at = 2; at < cases[0] + 2; at++) {
        unsigned long other = cases[at];
        unsigned long distance = value > other ? value - other : other - value;
        least = distance < least ? distance : least;
    }
    compared((const char *)__builtin_return_address(0), least, FAR);
}

/* The program may close or use the descriptor itself. */
QUIET static void end(void);

/* In a program that answers many inputs, repeated_main.c reads what was seen. */
QUIET __attribute__((constructor)) static void begin(int argc, char **argv) {
    if (argc > 2 && !strcmp(argv[argc - 2], "--many")) return;
    out = dup(3);
    close(3);
    atexit(end);
}

QUIET static void end(void) {
    static unsigned char numbers[2 << BITS];
    unsigned count = 0, number;
    for (number = 0; number < 1 << BITS; number++)
        if (judge_seen[number]) numbers[count++] = number & 255, numbers[count++] = number >> 8;
    if (out >= 0 && write(out, numbers, count) < 0) out = -1;
}

#ifdef __cplusplus
}
#endif
