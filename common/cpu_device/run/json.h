/* Writes JSON: values one after the other, in lists and objects; the commas come by themselves. For
 * the reports of the bug finder and the counters, and for common/ptx and common/sass. C and C++. */
#ifndef CPU_DEVICE_JSON_H
#define CPU_DEVICE_JSON_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct json_out {
    FILE *to;
    bool more; /* a value stands before the next one, in the same list or object */
    bool line; /* the next value begins a line */
};

/* Bytes of the character of UTF-8 at s; 0: there is none. */
static inline unsigned utf8_bytes(const unsigned char *s)
{
    unsigned bytes = s[0] < 0x80   ? 1
                     : s[0] < 0xc2 ? 0
                     : s[0] < 0xe0 ? 2
                     : s[0] < 0xf0 ? 3
                     : s[0] < 0xf5 ? 4
                                   : 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    for (unsigned i = 1; i < bytes; i++)
        if ((s[i] & 0xc0) != 0x80) /* as the 0 at the end is not */
            return 0;
    return bytes;
}

/* In quotes. What is no UTF-8 is taken for Latin-1, in which any byte is a character. */
static inline void json_quote(FILE *to, const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    putc('"', to);
    while (*s) {
        unsigned bytes = utf8_bytes(s);
        if (*s == '"' || *s == '\\')
            fprintf(to, "\\%c", *s);
        else if (*s < 0x20 || *s == 0x7f || !bytes)
            fprintf(to, "\\u%04x", *s);
        else
            fwrite(s, 1, bytes, to);
        s += bytes ? bytes : 1;
    }
    putc('"', to);
}

static inline void json_line(struct json_out *j) { j->line = true; }

/* What stands before a value; in a list it has no name, NULL. */
static inline void json_name(struct json_out *j, const char *name)
{
    fputs(j->more ? j->line ? ",\n" : "," : j->line ? "\n" : "", j->to);
    j->line = false;
    j->more = true;
    if (name) {
        json_quote(j->to, name);
        putc(':', j->to);
    }
}

static inline void json_open(struct json_out *j, const char *name, char bracket)
{
    json_name(j, name);
    putc(bracket, j->to);
    j->more = false;
}

/* The same on a line of its own. */
static inline void json_open_line(struct json_out *j, const char *name, char bracket)
{
    json_line(j);
    json_open(j, name, bracket);
}

static inline void json_close(struct json_out *j, char bracket)
{
    if (j->line)
        putc('\n', j->to);
    j->line = false;
    j->more = true;
    putc(bracket, j->to);
}

static inline void json_text(struct json_out *j, const char *name, const char *text)
{
    json_name(j, name);
    json_quote(j->to, text);
}

/* A number, or a whole value as it is: true, null, [1,2]. */
static inline __attribute__((format(printf, 3, 4))) void
json_put(struct json_out *j, const char *name, const char *format, ...)
{
    va_list values;

    json_name(j, name);
    va_start(values, format);
    vfprintf(j->to, format, values);
    va_end(values);
}

/* A report: an object with a list, each of whose values begins a line, and its end. */
static inline struct json_out json_begin(FILE *to, const char *name)
{
    struct json_out j = { to, false, false };

    json_open(&j, NULL, '{');
    json_open(&j, name, '[');
    return j;
}

static inline void json_end(struct json_out *j)
{
    json_line(j);
    json_close(j, ']');
    json_close(j, '}');
    putc('\n', j->to);
}

#endif
