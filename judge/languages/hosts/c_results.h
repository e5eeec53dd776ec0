/* What a posted C function returns, or writes into room that it was given, as text: a part of c_host.c. */

/* Room for results, each filled with a sign that shows how much of it was written. */
enum { HOST_ROOM = 1 << 16, HOST_SIGN = 0xa5 };
static struct host_array host_results[HOST_MOST], host_singles[HOST_MOST];
static int host_result_count;
static void host_show_text_item(FILE *, const void *), host_show_integers(FILE *, const void *), host_show_longs(FILE *, const void *),
    host_show_reals(FILE *, const void *);

static void *host_result(int size, int is_real, int width, int is_truth) {
    struct host_array made = {malloc(HOST_ROOM), size, is_real, width, is_truth};
    memset(made.items, HOST_SIGN, HOST_ROOM);
    host_results[host_result_count++] = made;
    return made.items;
}

/* Room for a pointer that leads to the result; room for the length of a result. */
static struct host_array *host_last(void) { return &host_results[host_result_count - 1]; }
static void *host_behind(void *room) { return host_last()->is_behind = 1, room; }
static void *host_counted(void *room) { return host_last()->is_count = 1, room; }
static void *host_matrix(void *room) { return host_last()->has_rows = 1, room; }

/* Room for structures, each shown field by field. */
static void *host_structures(int size, void (*show)(FILE *, const void *)) {
    void *made = host_result(size, 0, 1, 0);
    return host_last()->show = show, made;
}

/* A function to call with the answer: what it is called with, so many integers each time. */
static int host_called_with, host_called_count, *host_called;
static void host_call(int count, const int *values) {
    host_called = realloc(host_called, (host_called_count + 1) * count * sizeof *host_called);
    memcpy(host_called + host_called_count++ * count, values, count * sizeof *values);
}
static int host_call_1(int a) { return host_call(1, &a), 1; }
static int host_call_2(int a, int b) { return host_call(2, (int[]){a, b}), 1; }
static int host_call_3(int a, int b, int c) { return host_call(3, (int[]){a, b, c}), 1; }
static void *host_callback(int count) {
    host_called_with = count;
    return count > 2 ? (void *)host_call_3 : count > 1 ? (void *)host_call_2 : (void *)host_call_1;
}
static void host_show_calls(FILE *to) {
    const int width = host_called_with;
    if (host_called_count != 1) fputc('[', to);
    for (int i = 0; i < host_called_count * width; i++) {
        fputs(i ? ", " : "", to);
        if (width > 1 && i % width == 0) fputc('[', to);
        fprintf(to, "%d", host_called[i]);
        if (width > 1 && i % width == width - 1) fputc(']', to);
    }
    fputs(host_called_count != 1 ? "]\n" : "\n", to);
}

/* Room for one number, of several that are the result together, in their order: the arguments of a
 * call are evaluated in any. */
static int host_are_single;
static void *host_one(int place, int size, int is_real) {
    void *made = host_result(size, is_real, 1, 0);
    const struct host_array own = host_results[host_result_count - 1];
    host_are_single = 1;
    return host_singles[place] = own, made;
}

static int host_written(const struct host_array *a) {
    int count = HOST_ROOM;
    if (a->is_behind) return a->count;
    while (count && ((unsigned char *)a->items)[count - 1] == HOST_SIGN) count--;
    return (count + a->size - 1) / a->size;
}

static void host_item(FILE *to, const struct host_array *a, int i) {
    if (a->is_truth) fputs(host_integer(a, i) ? "true" : "false", to);
    else if (a->is_real) fprintf(to, "%.17g", host_real(a, i));
    else fprintf(to, "%lld", host_integer(a, i));
}

static size_t host_size_of(const void *value) {
    for (unsigned i = 1; value && i <= 256; i++) /* the latest first: memory is used again */
        if (host_blocks[(host_block_count - i) % 256].start == value) return host_blocks[(host_block_count - i) % 256].bytes;
    return 0;
}

/* The length that a result says, if one is for that. */
static const struct host_array *host_said(void) {
    for (int i = 0; i < host_result_count; i++)
        if (host_results[i].is_count && host_written(&host_results[i]) == 1) return &host_results[i];
    return NULL;
}

/* Go to the results behind pointers: each is as long as its memory, or as is said; a text ends at its 0. */
static void host_follow(long long returned) {
    const struct host_array *said = host_said();
    if (said) returned = host_integer(said, 0);
    for (struct host_array *a = host_results; a < host_results + host_result_count; a++) {
        if (!a->is_behind) continue;
        struct host_array unwritten = *a;
        unwritten.is_behind = 0;
        void *to = host_written(&unwritten) ? *(void **)a->items : NULL;
        const size_t held = host_size_of(to) / a->size;
        a->items = to;
        a->count = !to ? 0 : held ? held : a->size == 1 ? strlen(to) + 1 : returned > 0 ? returned * a->width : 0;
    }
}

/* The number that ends a result, where that is asked for; how many items stand before it. */
static const long long *host_mark;
static int host_before_mark(const struct host_array *a, int count) {
    for (int i = 0; host_mark && i < count; i++)
        if (a->is_real ? host_real(a, i) == *host_mark : host_integer(a, i) == *host_mark) return i;
    return count;
}

/* As many structures as were written, or as a result beside them says. */
static void host_show_structures(FILE *to, const struct host_array *made, long long returned) {
    long long count = host_written(made);
    if (returned >= 0 && returned < count) count = returned;
    for (const struct host_array *beside = host_results; beside < host_results + host_result_count; beside++)
        if (!beside->show && !beside->is_behind && host_written(beside) == 1 && host_integer(beside, 0) >= 0 && host_integer(beside, 0) < count)
            count = host_integer(beside, 0);
    fputc('[', to);
    for (long long i = 0; i < count; i++) fputs(i ? ", " : "", to), made->show(to, (char *)made->items + i * made->size);
    fputs("]\n", to);
}

/* Numbers without brackets: one of them may be a number or a list. */
static void host_show_results(FILE *to, long long returned) {
    const struct host_array *most = host_results, *one = NULL, *said = host_said();
    for (int i = 0; i < host_result_count; i++)
        if (host_results[i].show) return host_show_structures(to, &host_results[i], returned);
    if (host_are_single) {
        for (int i = 0; i < host_result_count; i++) fputs(i ? " " : "", to), host_item(to, &host_singles[i], 0);
        fputc('\n', to);
        return;
    }
    for (int i = 0; i < host_result_count; i++) {
        if (most == said || (&host_results[i] != said && host_written(&host_results[i]) > host_written(most))) most = &host_results[i];
        if (host_written(&host_results[i]) == 1) one = &host_results[i];
    }
    if (said && said != most) one = said;
    int count = host_written(most);
    /* Nothing but a 0 beside another room is the length of an empty list. */
    if (most == one && host_result_count > 1 && most->size > 1 && !host_integer(most, 0)) count = 0;
    if (most->size == 1 && !most->is_truth) {
        fprintf(to, "%.*s\n", (int)strnlen(most->items, count), (char *)most->items);
        return;
    }
    if (returned >= 0 && returned < count) count = returned * most->width <= count ? returned * most->width : returned;
    /* What a second result says may be the length of the first. */
    if (one && one != most && host_integer(one, 0) >= 0 && host_integer(one, 0) < count)
        count = host_integer(one, 0) * (host_integer(one, 0) * most->width <= count ? most->width : 1);
    count = host_before_mark(most, count);
    /* Rows of which there are as many as is said, one a line. */
    const int width = said || returned >= 0 || most->has_rows ? most->width : 1;
    for (int i = 0; i < count; i++) fputs(!i ? "" : i % width ? " " : "\n", to), host_item(to, most, i);
    fputc('\n', to);
}

static void host_show_array(FILE *to, const struct host_argument *a, const struct host_array *array) {
    const int width = a->is_ragged || host_mark ? 0 : a->width, count = host_before_mark(array, a->length);
    fputc('[', to);
    for (int i = 0; i < count; i++) {
        if (i) fputs(", ", to);
        if (width && i % width == 0) fputc('[', to);
        host_item(to, array, i);
        if (width && i % width == width - 1) fputc(']', to);
    }
    fputs("]\n", to);
}

/* A list as long as the memory that was asked for; NULL where there is none. */
static const struct host_argument *host_as_long(const void *value, int size) {
    for (int i = 0; i < 256; i++)
        for (int j = 0; j < host_argument_count && host_blocks[i].start == value; j++)
            if (host_blocks[i].bytes / size == (size_t)host_arguments[j].rows)
                return &host_arguments[j];
    return NULL;
}

/* The room for a result that a function returns. */
static const struct host_array *host_room_of(const void *value) {
    for (int i = 0; i < host_result_count; i++)
        if (host_results[i].items == value) return &host_results[i];
    return NULL;
}

/* The list that a result is as long as, where that is asked for, or whether it is as long as its memory. */
static const struct host_argument *host_length_of;
static int host_as_memory;

/* What is returned has the length that a result says, else that of a list whose length its memory
 * has, else that of the first list. */
static void host_show_list(FILE *to, const void *value, int size, int is_real, int is_truth) {
    const struct host_array array = {(void *)value, size, is_real, 1, is_truth};
    const struct host_argument *as_long = host_length_of ? host_length_of : host_as_long(value, size);
    struct host_argument shape = host_arguments[0];
    if (!value) {
        fputs("[]\n", to);
        return;
    }
    const struct host_array *room = host_room_of(value);
    if (host_mark) /* the mark stands within the memory that was asked for, if that is known */
        shape.length = (host_size_of(value) ? host_size_of(value) : HOST_ROOM) / size;
    else if (room)
        shape.length = host_written(room), shape.width = 0;
    else if (host_result_count && host_written(host_results) == 1)
        shape.length = host_integer(host_results, 0), shape.width = 0;
    else if (host_as_memory)
        shape.length = host_size_of(value) ? host_size_of(value) / size : @room@, shape.width = 0;
    else if (as_long)
        shape.length = as_long->rows, shape.width = 0;
    host_show_array(to, &shape, &array);
}

/* Rows, each of as many items as its memory holds, else of two; or structures of integers. There are
 * as many as a result says, else as their memory holds, else as many as the first list is long. */
static void host_show_rows(FILE *to, const void *value, size_t each, size_t item, void (*show)(FILE *, const void *)) {
    const struct host_array *said = host_said(), *widths = NULL;
    const size_t held = host_size_of(value) / each, all = held ? held : (size_t)host_arguments[0].rows;
    for (int i = 0; i < host_result_count; i++)
        if (host_results[i].is_behind) widths = &host_results[i];
        else if (!said && host_written(&host_results[i]) == 1) said = &host_results[i];
    const size_t count = !value ? 0 : said ? (size_t)host_integer(said, 0) : all;
    fputc('[', to);
    for (size_t i = 0; i < count; i++) {
        const void *row = item ? ((void **)value)[i] : (char *)value + i * each;
        if (item && !row) break;
        if (show) {
            fputs(i ? ", " : "", to), show(to, row);
            continue;
        }
        const int is_said = item && widths && i < (size_t)widths->count;
        const size_t own = is_said ? (size_t)host_integer(widths, i) : item ? host_size_of(row) / item : each / sizeof(int);
        const struct host_array items = {(void *)row, item ? (int)item : (int)sizeof(int), 0, 1};
        fputs(i ? ", [" : "[", to);
        for (size_t j = 0; j < (own || is_said ? own : 2); j++) fputs(j ? ", " : "", to), host_item(to, &items, j);
        fputc(']', to);
    }
    fputs("]\n", to);
}

static void host_show_quoted(FILE *to, const char *text) {
    for (fputc('"', to); text && *text; text++)
        if (*text == '\n') fputs("\\n", to);
        else fprintf(to, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    fputc('"', to);
}
static void host_show_text_item(FILE *to, const void *item) { host_show_quoted(to, *(char **)item); }
/* The fields of a structure: a character is a text, a pointer to numbers as long as its memory. */
static void host_show_field(FILE *to, const void *field, int size, int kind, int count) {
    const struct host_array items = {(void *)field, size, kind == HOST_REAL, 1, kind == HOST_TRUTH};
    if (count != 1) fputc('[', to);
    for (int i = 0; i < count; i++) {
        const char *item = (const char *)field + i * size;
        fputs(i ? ", " : "", to);
        if (kind == HOST_TEXT) host_show_quoted(to, *(char **)item);
        else if (kind == HOST_CHARACTER && *item >= ' ') host_show_quoted(to, (char[]){*item, 0});
        else host_item(to, &items, i);
    }
    if (count != 1) fputc(']', to);
}
/* A row of a result, as long as its memory. */
static void host_show_row(FILE *to, const void *row, int size, int kind) {
    const int count = host_size_of(row) / size;
    fputc('[', to);
    for (int i = 0; i < count; i++) fputs(i ? ", " : "", to), host_show_field(to, (char *)row + i * size, size, kind, 1);
    fputc(']', to);
}
static void host_show_integers(FILE *to, const void *item) { host_show_row(to, *(void **)item, sizeof(int), 0); }
static void host_show_longs(FILE *to, const void *item) { host_show_row(to, *(void **)item, sizeof(long), 0); }
static void host_show_reals(FILE *to, const void *item) { host_show_row(to, *(void **)item, sizeof(double), HOST_REAL); }
#define HOST_SHOWN_KIND(item) _Generic((item), char *: HOST_TEXT, const char *: HOST_TEXT, char: HOST_CHARACTER, \
    double: HOST_REAL, float: HOST_REAL, _Bool: HOST_TRUTH, default: 0)
#define SHOW_FIELD(field) host_show_field(to, &(field), sizeof(field), HOST_SHOWN_KIND(field), 1);
#define SHOW_FIELDS(field) host_show_field(to, field, sizeof *(field), HOST_SHOWN_KIND(*(field)), sizeof(field) / sizeof *(field));
#define SHOW_TEXT(field) host_show_quoted(to, field);
/* A structure of a list and a number: as many items as it says, or, where that is asked for, both. */
static int host_are_whole;
static void host_show_counted(FILE *to, const void *list, long long count, int size, int kind, void (*show)(FILE *, const void *)) {
    const size_t held = host_size_of(list) / size;
    long long shown = host_are_whole ? (long long)held : count;
    if (!list || (held && shown > (long long)held)) shown = list ? held : 0;
    fputs(host_are_whole ? "[[" : "[", to);
    for (long long i = 0; i < shown; i++) {
        fputs(i ? ", " : "", to);
        if (show) show(to, (const char *)list + i * size);
        else host_show_field(to, (const char *)list + i * size, size, kind, 1);
    }
    if (host_are_whole) fprintf(to, "], %lld", count);
    fputc(']', to);
}
#define SHOW_COUNTED(list, count) host_show_counted(to, list, count, sizeof *(list), HOST_SHOWN_KIND(*(list)), NULL);
#define SHOW_COUNTED_STRUCTURES(list, count, show) host_show_counted(to, list, count, sizeof *(list), 0, show);
#define SHOW_LIST(field) host_show_field(to, field, sizeof *(field), HOST_SHOWN_KIND(*(field)), host_size_of(field) / sizeof *(field));
@records@
static void host_show_record(FILE *to, const void *value, int count) {
    const struct host_array fields = {(void *)value, sizeof(host_field), IS_REAL(host_field), 1};
    for (int i = 0; i < count; i++) fputs(i ? ", " : "[", to), host_item(to, &fields, i);
    fputs("]\n", to);
}
static void host_show_int_list(FILE *to, const int *value) { host_show_list(to, value, sizeof *value, 0, 0); }
static void host_show_long_list(FILE *to, const long long *value) { host_show_list(to, value, sizeof *value, 0, 0); }
static void host_show_real_list(FILE *to, const double *value) { host_show_list(to, value, sizeof *value, 1, 0); }
static void host_show_truths(FILE *to, const _Bool *value) { host_show_list(to, value, sizeof *value, 0, 1); }
static void host_show_text(FILE *to, const char *value) { fprintf(to, "%s\n", value ? value : "None"); }
/* As many texts as a second result says, else as their memory holds, up to one that is missing. */
static void host_show_text_list(FILE *to, const char **value) {
    const size_t held = host_size_of(value) / sizeof *value;
    size_t count = !value ? 0 : held ? held : (size_t)host_arguments[0].rows;
    if (value && host_result_count && host_written(host_results) == 1) count = host_integer(host_results, 0);
    fputc('[', to);
    for (size_t i = 0; i < count && value[i]; i++) fputs(i ? ", " : "", to), host_show_quoted(to, value[i]);
    fputs("]\n", to);
}
static void host_show_texts(FILE *to, const struct host_argument *a) {
    for (int i = 0; i < a->length; i++) fprintf(to, "%s\"%s\"", i ? ", " : "[", a->texts[i]);
    fputs(a->length ? "]\n" : "[]\n", to);
}
static void host_show_real(FILE *to, double value) { fprintf(to, "%.17g\n", value); }
static void host_show_integer(FILE *to, long long value) { fprintf(to, "%lld\n", value); }
static void host_show_unsigned(FILE *to, unsigned long long value) { fprintf(to, "%llu\n", value); }
static void host_show_wide_digits(FILE *to, unsigned __int128 value) {
    if (value > 9) host_show_wide_digits(to, value / 10);
    fputc('0' + (int)(value % 10), to);
}
static void host_show_wide(FILE *to, __int128 value) {
    if (value < 0) fputc('-', to);
    host_show_wide_digits(to, value < 0 ? -(unsigned __int128)value : value), fputc('\n', to);
}
static void host_show_wide_unsigned(FILE *to, unsigned __int128 value) { host_show_wide_digits(to, value), fputc('\n', to); }
static void host_show_long_real(FILE *to, long double value) { fprintf(to, "%.17Lg\n", value); }
static void host_show_complex(FILE *to, _Complex double value) {
    fprintf(to, "%.17g%+.17gi\n", __real__ value, __imag__ value);
}
/* The number that a function returns; not a pointer, nor what a function without a type leaves. */
static long long host_count(long long value) { return value; }
static long long host_no_count(const void *value) { return -1; }
