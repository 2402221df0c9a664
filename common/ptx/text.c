/* Reads PTX: the memory of a module, words, numbers, types. */
#include "read.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory of a module -------------------------------------------------------------------- */

struct block_of_memory {
    struct block_of_memory *next;
    _Alignas(16) unsigned char bytes[];
};

void *take(struct module *m, size_t size)
{
    struct whole_module *whole = (struct whole_module *)m;
    struct block_of_memory *b = calloc(1, sizeof *b + size);

    if (!b) {
        fputs("ptx: out of memory\n", stderr);
        abort();
    }
    b->next = whole->memory;
    whole->memory = b;
    return b->bytes;
}

void *room(struct module *m, void *array, unsigned count, size_t size)
{
    if (count && (count & (count - 1) || count < 4))
        return array;
    void *more = take(m, (count ? 2 * (size_t)count : 4) * size);
    if (count)
        memcpy(more, array, count * size);
    return more;
}

char *copy_word(struct module *m, struct word w)
{
    char *s = take(m, w.length + 1);

    memcpy(s, w.at, w.length);
    return s;
}

void ptx_free(struct module *m)
{
    struct whole_module *whole = (struct whole_module *)m;

    if (!m)
        return;
    for (struct block_of_memory *b = whole->memory, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(whole);
}

/* ---- words --------------------------------------------------------------------------------- */

_Noreturn void broken(struct reader *r, const char *format, ...)
{
    char what[200];
    unsigned line = 1;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    for (const char *p = r->begin; p < r->p && *p; p++)
        line += *p == '\n';
    for (char *c = what; *c; c++)
        *c = (unsigned char)*c < ' ' ? ' ' : *c; /* one line */
    snprintf(r->words, r->words_size, "line %u of the PTX: %s", line, what);
    longjmp(r->broken, 1);
}

bool same(struct word w, const char *s)
{
    return strlen(s) == w.length && !memcmp(w.at, s, w.length);
}

bool same_word(struct word a, struct word b)
{
    return a.length == b.length && !memcmp(a.at, b.at, a.length);
}

void skip_space(struct reader *r)
{
    for (;;) {
        while (isspace((unsigned char)*r->p))
            r->p++;
        if (r->p[0] == '/' && r->p[1] == '/') {
            r->p += strcspn(r->p, "\n");
        } else if (r->p[0] == '/' && r->p[1] == '*') {
            const char *end = strstr(r->p, "*/");
            if (!end)
                broken(r, "a comment does not end");
            r->p = end + 2;
        } else {
            return;
        }
    }
}

bool take_sign(struct reader *r, char c)
{
    skip_space(r);
    if (*r->p != c)
        return false;
    r->p++;
    return true;
}

void expect(struct reader *r, char c)
{
    if (!take_sign(r, c))
        broken(r, "'%c' is missing before \"%.20s\"", c, r->p);
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%';
}

struct word read_name(struct reader *r)
{
    skip_space(r);
    struct word w = { r->p, 0 };
    while (in_name(r->p[0]))
        r->p++;
    w.length = (size_t)(r->p - w.at);
    if (!w.length)
        broken(r, "a name is missing before \"%.20s\"", r->p);
    return w;
}

/* With dots and colons: a mnemonic, a directive, a special register. */
struct word read_dotted(struct reader *r)
{
    skip_space(r);
    struct word w = { r->p, 0 };
    while (in_name(*r->p) || *r->p == '.' || (*r->p == ':' && (r->p[1] == ':' || r->p[-1] == ':')))
        r->p++;
    w.length = (size_t)(r->p - w.at);
    if (!w.length)
        broken(r, "an instruction is missing before \"%.20s\"", r->p);
    return w;
}

bool take_directive(struct reader *r, const char *name)
{
    skip_space(r);
    size_t n = strlen(name);
    if (strncmp(r->p, name, n) || in_name(r->p[n])) /* .reg.b32 is allowed */
        return false;
    r->p += n;
    return true;
}

/* 12, -3, 0x1f, 0f3F800000 (a float's bits), 0d... (a double's). */
uint64_t read_number(struct reader *r)
{
    bool negative = take_sign(r, '-');
    char *end;
    uint64_t value;

    skip_space(r);
    if (r->p[0] == '0' && strchr("fFdD", r->p[1]) && r->p[1])
        value = strtoull(r->p + 2, &end, 16);
    else if (r->p[0] == '0' && r->p[1] == 'b')
        value = strtoull(r->p + 2, &end, 2);
    else
        value = strtoull(r->p, &end, 0);
    if (end == r->p || !isdigit((unsigned char)*r->p))
        broken(r, "a number is missing before \"%.20s\"", r->p);
    r->p = end;
    r->p += *r->p == 'U'; /* 12U */
    return negative ? -value : value;
}

void skip_line(struct reader *r) { r->p += strcspn(r->p, "\n"); }

void skip_statement(struct reader *r)
{
    r->p += strcspn(r->p, ";");
    expect(r, ';');
}

unsigned type_bytes(enum type t)
{
    static const uint8_t bytes[] = {
        [B8] = 1,     [U8] = 1,   [S8] = 1,  [B16] = 2, [U16] = 2, [S16] = 2,
        [F16] = 2,    [BF16] = 2, [B32] = 4, [U32] = 4, [S32] = 4, [F16X2] = 4,
        [BF16X2] = 4, [F32] = 4,  [B64] = 8, [U64] = 8, [S64] = 8, [F64] = 8
    };
    return bytes[t];
}

enum type type_of(struct word w)
{
    static const struct {
        const char *name;
        enum type type;
    } types[] = { { "pred", PRED },     { "b8", B8 },   { "b16", B16 },     { "b32", B32 },
                  { "b64", B64 },       { "u8", U8 },   { "u16", U16 },     { "u32", U32 },
                  { "u64", U64 },       { "s8", S8 },   { "s16", S16 },     { "s32", S32 },
                  { "s64", S64 },       { "f16", F16 }, { "f16x2", F16X2 }, { "bf16", BF16 },
                  { "bf16x2", BF16X2 }, { "f32", F32 }, { "f64", F64 } };

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (same(w, types[i].name))
            return types[i].type;
    return NO_TYPE;
}

enum type read_type(struct reader *r)
{
    expect(r, '.');
    struct word w = read_name(r);
    enum type t = type_of(w);

    if (!t)
        broken(r, ".%.*s is no type that is known", (int)w.length, w.at);
    return t;
}
