/* The host of a posted C function: the posted source stands in it, and both are compiled as one.
 *
 *   c_host [--mutated]
 *
 * Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
 * A number is passed as itself, a text as char*, a list as two: pointer and length. A list of lists
 * is one array, row after row, and the count of rows. A function that prints answers by that, as
 * does one that returns nothing; else its value counts, or with --mutated its first list. */
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#line 1 "@source@"
@declaration@
;

enum { HOST_MOST = 16 };
static struct host_argument {
    int *numbers, length, rows, width; /* of a list; one row of `width` where it is nested */
    double *reals;
    char **texts;
} host_arguments[HOST_MOST];
static char *host_at;

/* How the types of the arguments are written in the call. */
#define NUMBER(i) host_arguments[i].numbers[0]
#define REAL(i) host_arguments[i].reals[0]
#define TEXT(i) host_arguments[i].texts[0]
#define LIST_OF_NUMBER(i) (void *)host_arguments[i].numbers, host_arguments[i].rows
#define LIST_OF_REAL(i) (void *)host_arguments[i].reals, host_arguments[i].rows
#define LIST_OF_TEXT(i) (void *)host_arguments[i].texts, host_arguments[i].rows
#define LIST_OF_LIST_OF_NUMBER LIST_OF_NUMBER
#define LIST_OF_LIST_OF_REAL LIST_OF_REAL
#define CALL @expression@(@arguments@)
#define IS_VOID __builtin_types_compatible_p(__typeof__(CALL), void)

static char *host_text(void) {
    char *start = strdup(++host_at), *to = start;
    for (; *host_at != '"'; host_at++)
        if (*host_at != '\\') *to++ = *host_at;
        else switch (*++host_at) {
            case 'n': *to++ = '\n'; break;
            case 't': *to++ = '\t'; break;
            default: *to++ = *host_at;
            }
    *to = 0, host_at++;
    return start;
}

static void host_value(struct host_argument *a, int depth) {
    int before = a->length;
    host_at += strspn(host_at, " \n,");
    if (*host_at == '[') {
        for (host_at++; host_at += strspn(host_at, " \n,"), *host_at != ']'; a->rows += !depth)
            host_value(a, depth + 1);
        host_at++;
        if (depth != 1) return;
        if (a->rows && a->length - before != a->width) {
            fprintf(stderr, "a C function takes rows of one length only\n");
            exit(1);
        }
        a->width = a->length - before;
        return;
    }
    a->numbers = realloc(a->numbers, ++a->length * sizeof *a->numbers);
    a->reals = realloc(a->reals, a->length * sizeof *a->reals);
    a->texts = realloc(a->texts, a->length * sizeof *a->texts);
    if (*host_at == '"') {
        a->texts[before] = host_text();
        return;
    }
    const int truth = *host_at == 't' || *host_at == 'f';
    a->reals[before] = truth ? *host_at == 't' : strtod(host_at, NULL);
    a->numbers[before] = truth ? *host_at == 't' : (int)strtoll(host_at, NULL, 10);
    host_at += strcspn(host_at, " \n,]");
}

static void host_numbers(FILE *to, const struct host_argument *a, const int *n) {
    fputc('[', to);
    for (int i = 0; i < a->length; i++) {
        if (i) fputs(", ", to);
        if (a->width && i % a->width == 0) fputc('[', to);
        fprintf(to, "%d", n[i]);
        if (a->width && i % a->width == a->width - 1) fputc(']', to);
    }
    fputs("]\n", to);
}

static void host_show_list(FILE *to, const int *value) { host_numbers(to, host_arguments, value); }
static void host_show_text(FILE *to, const char *value) { fprintf(to, "%s\n", value ? value : "None"); }
static void host_show_real(FILE *to, double value) { fprintf(to, "%.17g\n", value); }
static void host_show_integer(FILE *to, long long value) { fprintf(to, "%lld\n", value); }

int main(int argc, char **argv) {
    FILE *reply = fdopen(3, "w");
    size_t room = 0;
    char *input = NULL;
    static char printed[1 << 16];
    if (getdelim(&input, &room, 0, stdin) < 0 || !reply) return 1;
    host_at = strchr(input, '[') + 1;
    for (int i = 0; host_at += strspn(host_at, " \n,"), *host_at != ']' && i < HOST_MOST; i++)
        host_value(&host_arguments[i], 0);
    /* Until it returns, what it prints is kept if it is little: so it is known to have printed. */
    setvbuf(stdout, printed, _IOFBF, sizeof printed);
    __typeof__(__builtin_choose_expr(IS_VOID, 0, CALL)) result =
        __builtin_choose_expr(IS_VOID, (CALL, 0), CALL);
    const int has_printed = __fpending(stdout) > 0;
    fflush(stdout);
    if (argc > 1 && !strcmp(argv[argc - 1], "--mutated"))
        host_show_list(reply, host_arguments[0].numbers);
    else if (IS_VOID || has_printed) fputs("void\n", reply);
    else _Generic(result, char *: host_show_text, const char *: host_show_text,
                  int *: host_show_list, double: host_show_real, float: host_show_real,
                  default: host_show_integer)(reply, result);
    return fclose(reply) ? 1 : 0;
}
