/* The host of a posted C function: the posted source stands in it, and both are compiled as one.
 *
 *   c_host [--mutated] [--length-of=INDEX, -1 for its memory, or -2] [--ends-at=NUMBER] [--whole-structures]
 *
 * Standard input: one JSON list of arguments. Descriptor 3: the result as text, then a line's end.
 * @arguments@ say which parameter takes what: an argument itself, a list as an array of the type that
 * the parameter has, a length, or room for a result. A list of lists is one array, row after row, or
 * an array of rows. --ends-at names the number behind the last item of a result. A function that prints
 * answers by that; else by the room for a result that it has filled, or by its value; with --mutated by its first list
 * or text, and --length-of=-2 by as many of its items as the function returns. A line such as @c_results.h@ is that file. */
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

/* How much was asked for at each address: so long may a list be that is returned. */
static struct host_block { void *start; size_t bytes; } host_blocks[256];
static unsigned host_block_count;
static void *host_known(void *start, size_t bytes) {
    host_blocks[host_block_count++ % 256] = (struct host_block){start, bytes};
    return start;
}
static void *host_malloc(size_t bytes) { return host_known(malloc(bytes), bytes); }
static void *host_calloc(size_t count, size_t each) { return host_known(calloc(count, each), count * each); }
static void *host_realloc(void *old, size_t bytes) { return host_known(realloc(old, bytes), bytes); }
#define malloc(...) host_malloc(__VA_ARGS__)
#define calloc(...) host_calloc(__VA_ARGS__)
#define realloc(...) host_realloc(__VA_ARGS__)
#line 1 "@source@"
@declaration@
;
typedef @fields@ host_field;
#undef malloc
#undef calloc
#undef realloc

enum { HOST_MOST = 16 };
static struct host_argument {
    long long *numbers;
    int length, rows, width; /* of a list; one row of `width` where it is nested */
    int *widths, is_ragged; /* of its rows */
    char **keys; int key_count; /* of the objects in it, if it has any: each is a row */
    double *reals;
    char **texts;
    struct host_array { void *items; int size, is_real, width, is_truth; void (*show)(FILE *, const void *);
        int is_count, is_behind, count, has_rows; } array; /* as it was passed */
} host_arguments[HOST_MOST];
static int host_argument_count;
static char *host_at;

/* How the arguments are written in the call. */
#define NUMBER(i) host_arguments[i].numbers[0]
#define REAL(i) host_arguments[i].reals[0]
#define TEXT(i) host_arguments[i].texts[0]
#define TEXTS(i) ((void *)host_arguments[i].texts)
#define LENGTH(i) host_arguments[i].rows
#define WIDTH(i) host_arguments[i].width
#define WIDTHS(i) host_arguments[i].widths
#define IS_REAL(type) _Generic((type)0, float: 1, double: 1, default: 0)
#define LIST(i, type) ((void *)host_list(&host_arguments[i], sizeof(type), IS_REAL(type)))
#define ROWS(i, type) ((void *)host_rows(&host_arguments[i], sizeof(type), IS_REAL(type)))
#define ARRAY(i, type) ((type *)LIST(i, type))
#define ARRAYS(i, type) ((type **)ROWS(i, type))
/* Structures, each made of an object or a row: a field takes the value of its name, else of its place. */
#define RECORDS(i, type, fields) ({ \
    const struct host_argument *given = &host_arguments[i]; \
    type *made = calloc(given->rows + 1, sizeof *made); \
    for (int row = 0; row < given->rows; row++) { type *to = made + row; fields } \
    made; })
#define FIELD(name, place) host_set(&to->name, sizeof to->name, KIND(to->name), given, row, #name, place);
enum { HOST_TEXT = 1, HOST_ROOM_FOR_TEXT, HOST_CHARACTER, HOST_REAL, HOST_SINGLE, HOST_TRUTH };
#define KIND(field) _Generic(&(field), char **: HOST_TEXT, const char **: HOST_TEXT, default: \
    _Generic((field), char *: HOST_ROOM_FOR_TEXT, char: HOST_CHARACTER, double: HOST_REAL, float: HOST_SINGLE, default: 0))
#define RESULT(type, width) ((void *)host_result(sizeof(type), IS_REAL(type), width, _Generic((type)0, _Bool: 1, default: 0)))
#define STRUCTURES(type) ((void *)host_structures(sizeof(type), HOST_SHOWS(*(type *)0)))
#define ROOM_FOR_TEXTS ((void *)host_structures(sizeof(char *), host_show_text_item))
#define ROOM_FOR_ROWS(type) ((void *)host_structures(sizeof(type *), IS_REAL(type) ? host_show_reals : sizeof(type) > 4 ? host_show_longs : host_show_integers))
#define MATRIX(type, width) host_matrix(RESULT(type, width))
#define BEHIND(room) host_behind(room)
#define COUNT(type) host_counted(RESULT(type, 1))
#define ONE(i, type) ((void *)host_one(i, sizeof(type), IS_REAL(type)))
#define CALLBACK(count) host_callback(count)
/* A macro may be statements. */
#define CALL ({ @expression@(@arguments@); })
/* A pointer that is returned is the answer; a number beside a filled room may be its length, if the
 * source returns one: what a function without a type leaves is none. */
#define HOST_RETURNS @returns@
#define HOST_IS_POINTER (__builtin_classify_type(result) == 5)
#define HOST_POINTER __builtin_choose_expr(HOST_IS_POINTER, result, (char *)0)
/* To rows, or to structures. */
#define HOST_ROW _Generic(result, int **: sizeof(int), long **: sizeof(long), long long **: sizeof(long long), default: 0)
#define HOST_IS_ROWS (HOST_IS_POINTER && _Generic(result, char *: 0, const char *: 0, char **: 0, const char **: 0, \
    _Bool *: 0, int *: 0, long *: 0, long long *: 0, double *: 0, default: 1))
#define HOST_FILLS (!HOST_IS_ROWS && _Generic(result, char *: 0, char **: 0, _Bool *: 0, int *: 0, long *: 0, long long *: 0, double *: 0, default: 1))
#define HOST_COUNT(value) (IS_VOID || HOST_IS_ROWS || !HOST_RETURNS ? -1 : _Generic(value, char *: host_no_count, char **: host_no_count, _Bool *: host_no_count, int *: host_no_count, \
    long *: host_no_count, long long *: host_no_count, double *: host_no_count, default: host_count)(value))
/* A structure that is returned, and the type of its fields. */
#define HOST_RECORD_CLASS 12
#define HOST_UNLESS_RECORD(value) __builtin_choose_expr(__builtin_classify_type(value) == HOST_RECORD_CLASS, 0, value)
#define IS_VOID __builtin_types_compatible_p(__typeof__(CALL), void)

/* A character as bytes of UTF-8; two codes of four digits may be one character. */
static char *host_character(char *to) {
    unsigned code = 0, low;
    int read = 0;
    sscanf(host_at + 1, "%4x", &code), host_at += 4;
    if (code >> 10 == 0x36 && sscanf(host_at + 1, "\\u%4x%n", &low, &read) == 1 && low >> 10 == 0x37)
        code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff)), host_at += 6;
    if (code < 0x80) return *to++ = code, to;
    if (code < 0x800) *to++ = 0xc0 | code >> 6;
    else if (code < 0x10000) *to++ = 0xe0 | code >> 12, *to++ = 0x80 | (code >> 6 & 0x3f);
    else *to++ = 0xf0 | code >> 18, *to++ = 0x80 | (code >> 12 & 0x3f), *to++ = 0x80 | (code >> 6 & 0x3f);
    return *to++ = 0x80 | (code & 0x3f), to;
}

static char *host_text(void) {
    char *start = strdup(++host_at), *to = start;
    for (; *host_at != '"'; host_at++)
        if (*host_at != '\\') *to++ = *host_at;
        else switch (*++host_at) {
            case 'n': *to++ = '\n'; break;
            case 't': *to++ = '\t'; break;
            case 'r': *to++ = '\r'; break;
            case 'u': to = host_character(to); break;
            default: *to++ = *host_at;
            }
    *to = 0, host_at++;
    return start;
}

/* The key of an object's value; all objects have those of the first. */
static void host_key(struct host_argument *a, int place) {
    char *key = host_text();
    if (place < a->key_count) return;
    a->keys = realloc(a->keys, ++a->key_count * sizeof *a->keys);
    a->keys[place] = key;
}

static void host_value(struct host_argument *a, int depth) {
    int before = a->length;
    host_at += strspn(host_at, " \n,:");
    if (*host_at == '{' && !depth) { /* an object alone is one row */
        host_value(a, 1);
        a->rows = 1;
        return;
    }
    if (*host_at == '[' || *host_at == '{') {
        const char end = *host_at == '{' ? '}' : ']';
        for (host_at++; host_at += strspn(host_at, " \n,:"), *host_at != end; a->rows += !depth) {
            if (end == '}') host_key(a, a->length - before);
            host_value(a, depth + 1);
        }
        host_at++;
        if (depth != 1) return;
        a->is_ragged |= a->rows && a->length - before != a->width;
        a->width = a->length - before;
        a->widths = realloc(a->widths, (a->rows + 1) * sizeof *a->widths);
        a->widths[a->rows] = a->width;
        return;
    }
    a->numbers = realloc(a->numbers, ++a->length * sizeof *a->numbers);
    a->reals = realloc(a->reals, a->length * sizeof *a->reals);
    a->texts = realloc(a->texts, a->length * sizeof *a->texts);
    a->texts[before] = NULL, a->numbers[before] = 0, a->reals[before] = 0;
    if (*host_at == '"') {
        a->texts[before] = host_text();
        return;
    }
    const int truth = *host_at == 't' || *host_at == 'f';
    a->reals[before] = truth ? *host_at == 't' : strtod(host_at, NULL);
    a->numbers[before] = truth ? *host_at == 't' : strtoll(host_at, NULL, 10);
    host_at += strcspn(host_at, " \n,]}");
}

/* An item of an array of numbers, as it is or made from one. */
static long long host_integer(const struct host_array *a, int i) {
    const char *item = (char *)a->items + i * a->size;
    return a->size == 1 ? *(signed char *)item : a->size == 2 ? *(short *)item
         : a->size == 4 ? *(int *)item : *(long long *)item;
}
static double host_real(const struct host_array *a, int i) {
    return a->size == 4 ? ((float *)a->items)[i] : ((double *)a->items)[i];
}

static void *host_flat(struct host_argument *a, int size, int is_real) {
    a->array = (struct host_array){calloc(a->length + 64, size), size, is_real, 1};
    for (int i = 0; i < a->length; i++) {
        if (is_real && size == 4) ((float *)a->array.items)[i] = a->reals[i];
        else if (is_real) ((double *)a->array.items)[i] = a->reals[i];
        else memcpy((char *)a->array.items + i * size, &a->numbers[i], size);
    }
    return a->array.items;
}

static void *host_list(struct host_argument *a, int size, int is_real) {
    if (a->is_ragged) {
        fprintf(stderr, "a C function takes rows of different lengths as int **, with their lengths\n");
        exit(1);
    }
    return host_flat(a, size, is_real);
}

static void *host_rows(struct host_argument *a, int size, int is_real) {
    char *items = host_flat(a, size, is_real), **rows = calloc(a->rows + 1, sizeof *rows);
    for (int i = 0; i < a->rows; items += a->widths[i++] * size) rows[i] = items;
    return rows;
}

static void host_set(void *to, size_t size, int kind, const struct host_argument *a, int row, const char *name, int place) {
    for (int key = 0; key < a->key_count; key++)
        if (!strcmp(a->keys[key], name)) place = key;
    const int at = row * a->width + place;
    if (place >= a->width || a->is_ragged) return;
    const char *text = a->texts[at] ? a->texts[at] : "";
    if (kind == HOST_TEXT) *(char **)to = a->texts[at];
    else if (kind == HOST_ROOM_FOR_TEXT) strncpy(to, text, size - 1);
    else if (kind == HOST_CHARACTER && a->texts[at]) *(char *)to = *text;
    else if (kind == HOST_REAL) *(double *)to = a->reals[at];
    else if (kind == HOST_SINGLE) *(float *)to = a->reals[at];
    else memcpy(to, &a->numbers[at], size < sizeof *a->numbers ? size : sizeof *a->numbers);
}

@c_results.h@

int main(int argc, char **argv) {
    FILE *reply = fdopen(3, "w");
    size_t room = 0;
    char *input = NULL;
    static char printed[1 << 16];
    static long long mark;
    int host_is_counted = 0;
    if (getdelim(&input, &room, 0, stdin) < 0 || !reply) return 1;
    host_at = strchr(input, '[') + 1;
    for (int i = 0; host_at += strspn(host_at, " \n,"), *host_at != ']' && i < HOST_MOST; i++)
        host_value(&host_arguments[i], 0), host_argument_count++;
    /* Until it returns, what it prints is kept if it is little: so it is known to have printed. */
    setvbuf(stdout, printed, _IOFBF, sizeof printed);
    __typeof__(__builtin_choose_expr(IS_VOID, 0, CALL)) returned =
        __builtin_choose_expr(IS_VOID, (CALL, 0), CALL);
    const int is_record = __builtin_classify_type(returned) == HOST_RECORD_CLASS;
    __typeof__(HOST_UNLESS_RECORD(returned)) result = HOST_UNLESS_RECORD(returned);
    const int has_printed = __fpending(stdout) > 0;
    fflush(stdout);
    host_follow(HOST_COUNT(result));
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--length-of=-1")) host_as_memory = 1;
        else if (!strcmp(argv[i], "--length-of=-2")) host_is_counted = 1;
        else if (!strcmp(argv[i], "--whole-structures")) host_are_whole = 1;
        else if (!strncmp(argv[i], "--length-of=", 12)) host_length_of = host_arguments + atoi(argv[i] + 12) % HOST_MOST;
        else if (!strncmp(argv[i], "--ends-at=", 10)) mark = atoi(argv[i] + 10), host_mark = &mark;
    struct host_argument *first = host_arguments;
    while (first < host_arguments + HOST_MOST - 1 && !first->array.items && !first->texts) first++;
    if (argc > 1 && !strcmp(argv[argc - 1], "--mutated")) {
        const long long counted = HOST_COUNT(result);
        if (host_is_counted && !first->width && counted >= 0 && counted < first->length) first->length = counted;
        if (first->array.items) host_show_array(reply, first, &first->array);
        else if (first->rows) host_show_texts(reply, first);
        else host_show_text(reply, first->texts ? first->texts[0] : NULL);
    } else if (host_called_with) host_show_calls(reply);
    else if (has_printed) fputs("void\n", reply);
    else if (is_record && HOST_SHOWS(returned)) HOST_SHOWS(returned)(reply, &returned), fputc('\n', reply);
    else if (is_record) host_show_record(reply, &returned, sizeof returned / sizeof(host_field));
    else if (host_result_count && host_written(host_results) && HOST_FILLS) host_show_results(reply, HOST_COUNT(result));
    else if (IS_VOID || (host_result_count && HOST_FILLS && !(HOST_RETURNS && HOST_COUNT(result)))) fputs(host_result_count ? "[]\n" : "void\n", reply);
    else if (HOST_IS_ROWS) host_show_rows(reply, HOST_POINTER, sizeof *HOST_POINTER, HOST_ROW, HOST_SHOWS(*HOST_POINTER));
    else _Generic(result, char *: host_show_text, const char *: host_show_text,
                  char **: host_show_text_list, const char **: host_show_text_list, _Bool *: host_show_truths,
                  int *: host_show_int_list, long *: host_show_long_list, long long *: host_show_long_list,
                  double *: host_show_real_list, double: host_show_real, float: host_show_real, long double: host_show_long_real,
                  unsigned long: host_show_unsigned, unsigned long long: host_show_unsigned,
                  __int128: host_show_wide, unsigned __int128: host_show_wide_unsigned,
                  _Complex double: host_show_complex, _Complex float: host_show_complex,
                  default: host_show_integer)(reply, result);
    return fclose(reply) ? 1 : 0;
}
