/* The functions of CUDA's own that PTX calls: printf and a failed assert. */
#include "numbers.h"
#include "ptx.h"

#include <stdio.h>
#include <string.h>

static uint64_t argument(const struct warp *w, const struct instruction *i, unsigned n,
                         unsigned lane)
{
    const struct place *at = &i->call->arguments[n];
    uint64_t value = 0;

    memcpy(&value, w->frame->params + (size_t)lane * w->frame->function->param_bytes + at->offset,
           at->size < 8 ? at->size : 8);
    return value;
}

/* A string of the device's, as far as there is room. */
static void string_at(struct warp *w, const struct instruction *i, unsigned lane, uint64_t address,
                      char *to, size_t size)
{
    size_t n = 0;

    if (!address)
        address = 0, snprintf(to, size, "(null)"), n = size;
    for (; n + 1 < size; n++)
        if (!(to[n] = (char)*bytes_at(w, i, lane, GENERIC, address + n, 1, READ)))
            return;
    if (n < size)
        to[n] = 0;
}

struct output {
    char text[4096];
    size_t length;
};

/* One conversion, as %-8.3f: its value lies in the buffer of arguments. */
static void print_value(struct output *out, struct warp *w, const struct instruction *i,
                        unsigned lane, const char *format, char kind, uint64_t value)
{
    char *to = out->text + out->length;
    size_t left = sizeof out->text - out->length;
    char string[1024];
    int n;

    if (kind == 's') {
        string_at(w, i, lane, value, string, sizeof string);
        n = snprintf(to, left, format, string);
    } else if (strchr("fFeEgGaA", kind)) {
        n = snprintf(to, left, format, as_f64(value));
    } else if (kind == 'c') {
        n = snprintf(to, left, format, (int)value);
    } else if (kind == 'p') {
        n = snprintf(to, left, format, (void *)(uintptr_t)value);
    } else {
        n = snprintf(to, left, format, (unsigned long long)value);
    }
    out->length += n < 0 ? 0 : (size_t)n < left ? (size_t)n : left - 1;
}

/* Where the next argument lies, aligned to its size; its value. */
static uint64_t next_argument(struct warp *w, const struct instruction *i, unsigned lane,
                              uint64_t *at, unsigned bytes)
{
    uint64_t value = 0;

    *at = (*at + bytes - 1) & ~(uint64_t)(bytes - 1);
    memcpy(&value, bytes_at(w, i, lane, GENERIC, *at, bytes, READ), bytes);
    *at += bytes;
    return value;
}

/* %[flags][width][.precision][length]kind: what may stand before the kind. */
static const char modifiers[] = "-+ #0123456789.*hljzt";

/* The kind of the conversion that begins at p. */
static const char *kind_of(const char *p) { return p + 1 + strspn(p + 1, modifiers); }

/* An H200 prints a conversion with .* as it stands: a precision is a number. */
static bool takes_value(const char *p)
{
    const char *kind = kind_of(p), *star = strstr(p, ".*");

    return *kind != '%' && !(star && star < kind);
}

/* The type of a number without l, by how many h stand before its kind. */
static enum type small_type(char kind, unsigned halvings)
{
    static const enum type types[][3] = { { U32, U16, U8 }, { S32, S16, S8 } };

    return types[kind == 'd' || kind == 'i'][halvings < 2 ? halvings : 2];
}

/* The same without the length, with ll for integers. */
static const char *print_conversion(struct output *out, struct warp *w, const struct instruction *i,
                                    unsigned lane, const char *p, uint64_t *at, int32_t *count)
{
    char format[64];
    size_t n = 0;
    unsigned longs = 0, halvings = 0;
    const char *kind = kind_of(p);

    for (format[n++] = *p++; p < kind; p++) {
        *count += *p == '*';
        if (*p == '*')
            n += (size_t)snprintf(format + n, sizeof format - n, "%d",
                                  (int)next_argument(w, i, lane, at, 4));
        else if (*p == 'h')
            halvings++;
        else if (strchr("ljzt", *p))
            longs++;
        else if (n < 40)
            format[n++] = *p;
        if (n > 40)
            n = 40;
    }
    if (!*p)
        return p;
    ++*count;
    bool integer = strchr("diuxXo", *p) != NULL;
    unsigned bytes = integer && !longs ? 4 : *p == 'c' ? 4 : 8;
    uint64_t value = next_argument(w, i, lane, at, bytes);
    if (integer)
        format[n++] = 'l', format[n++] = 'l';
    format[n++] = *p;
    format[n] = 0;
    if (integer && !longs)
        value = extended(value, small_type(*p, halvings));
    print_value(out, w, i, lane, format, *p, value);
    return p + 1;
}

static void print(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    const struct place *result = i->call->results;

    FOR_LANES(k, lanes)
    {
        struct output out = { .length = 0 };
        char format[2048];
        uint64_t at = argument(w, i, 1, k);
        int32_t count = 0; /* of arguments */
        string_at(w, i, k, argument(w, i, 0, k), format, sizeof format);
        for (const char *p = format; *p && out.length + 1 < sizeof out.text;) {
            if (*p == '%' && takes_value(p)) {
                p = print_conversion(&out, w, i, k, p, &at, &count);
                continue;
            }
            if (*p == '%' && *kind_of(p) == '%')
                p = kind_of(p);
            out.text[out.length++] = *p++;
        }
        out.text[out.length] = 0;
        host_print(out.text);
        if (i->call->result_count)
            memcpy(w->frame->params + (size_t)k * w->frame->function->param_bytes + result->offset,
                   &count, 4);
    }
}

/* __assertfail(expression, file, line, function, ...) */
static void fail(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    char expression[256], file[256], function[256], words[1024];
    unsigned k = (unsigned)__builtin_ctz(lanes), thread = w->number * LANES + k;
    const struct block *b = w->block;

    string_at(w, i, k, argument(w, i, 0, k), expression, sizeof expression);
    string_at(w, i, k, argument(w, i, 1, k), file, sizeof file);
    string_at(w, i, k, argument(w, i, 3, k), function, sizeof function);
    snprintf(words, sizeof words,
             "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.", file,
             (unsigned)argument(w, i, 2, k), function, b->index[0], b->index[1], b->index[2],
             thread % b->size[0], thread / b->size[0] % b->size[1],
             thread / b->size[0] / b->size[1], expression);
    host_note(ASSERTED, words);
    fault_at(w, i, k, ASSERTION, "assertion failed");
}

builtin *find_builtin(const char *name)
{
    return !strcmp(name, "vprintf") ? print : !strcmp(name, "__assertfail") ? fail : NULL;
}
