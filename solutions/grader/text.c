/* Text that comes from a submission, made harmless before it is shown or written anywhere. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "memory.h"
#include "text.h"

#define ESC 27

/* ---- new text -------------------------------------------------------------------------------- */

void writer_open(struct writer *writer)
{
    writer->stream = needed(open_memstream(&writer->text, &writer->count));
}

char *writer_text(struct writer *writer)
{
    int failed = ferror(writer->stream);

    failed |= fclose(writer->stream) != 0;
    return needed(failed ? NULL : writer->text);
}

char *text_of(const char *format, ...)
{
    va_list values;
    char *text;

    va_start(values, format);
    needed(vasprintf(&text, format, values) < 0 ? NULL : text);
    va_end(values);
    return text;
}

void text_add(char **text, const char *format, ...)
{
    va_list values;
    char *more, *all;

    va_start(values, format);
    needed(vasprintf(&more, format, values) < 0 ? NULL : more);
    va_end(values);
    all = text_of("%s%s", *text, more);
    free(*text);
    free(more);
    *text = all;
}

/* ---- characters ------------------------------------------------------------------------------ */

/* The character of UTF-8 that begins here, and how many bytes it has; 0: it is not UTF-8. */
static size_t decode(const unsigned char *at, size_t left, uint32_t *code)
{
    /* by the number of bytes; a lower code has a shorter form */
    static const uint32_t lowest[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t bytes = at[0] < 0x80   ? 1
                   : at[0] < 0xC0 ? 0
                   : at[0] < 0xE0 ? 2
                   : at[0] < 0xF0 ? 3
                   : at[0] < 0xF8 ? 4
                                  : 0;

    if (bytes > left)
        return 0;
    *code = bytes == 1 ? at[0] : at[0] & (0x7F >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (at[i] & 0x3F);
    }
    if (bytes > 1 && (*code < lowest[bytes] || *code > 0x10FFFF || (*code >> 11) == 0xD800 >> 11))
        return 0;
    return bytes;
}

static void encode(FILE *stream, uint32_t code)
{
    if (code < 0x80) {
        fputc((int)code, stream);
    } else { /* of Latin-1: two bytes */
        fputc((int)(0xC0 | code >> 6), stream);
        fputc((int)(0x80 | (code & 0x3F)), stream);
    }
}

/* Control characters, line ends, what changes the direction of text, what nobody sees. */
static bool is_harmful(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        { 0x00, 0x1F },     { 0x7F, 0x9F },      { 0xAD, 0xAD },     { 0x61C, 0x61C },
        { 0x180E, 0x180E }, { 0x200B, 0x200B },  { 0x200E, 0x200F }, { 0x2028, 0x202E },
        { 0x2060, 0x206F }, { 0xFDD0, 0xFDEF },  { 0xFEFF, 0xFEFF }, { 0xFFF9, 0xFFFB },
        { 0xFFFE, 0xFFFF }, { 0xE0000, 0xE0FFF }
    };

    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return true;
    }
    return false;
}

/* How many bytes the sequence has that begins with ESC and sets a colour, the cursor or the title
 * of the window. One that holds text ends with its line at the latest, so it cannot hide the next.
 */
static size_t escape_bytes(const char *at, size_t left)
{
    size_t i = 2;

    if (left < 2)
        return 1;
    if (at[1] == '[') {
        while (i < left && at[i] >= 0x20 && at[i] < 0x40)
            i++;
        return i < left && at[i] >= 0x40 ? i + 1 : i;
    }
    if (strchr("]PX^_", at[1]) != NULL && at[1] != 0) {
        while (i < left && at[i] != '\a' && at[i] != '\n' && at[i] != ESC)
            i++;
        return i < left && at[i] == '\a' ? i + 1 : i;
    }
    for (i = 1; i < left && at[i] >= 0x20 && at[i] < 0x30;)
        i++;
    return i < left && at[i] >= 0x30 && at[i] < 0x7F ? i + 1 : i;
}

/* A character of a submission's text. */
struct character {
    size_t bytes;  /* in the text */
    uint32_t code; /* of the character that is written */
    size_t size;   /* its bytes in UTF-8; 0: it is left out */
};

static struct character character_at(const char *at, size_t left)
{
    struct character c = { 0 };

    if (*at == ESC) {
        c.bytes = escape_bytes(at, left);
        return c;
    }
    c.bytes = c.size = decode((const unsigned char *)at, left, &c.code);
    if (c.bytes == 0)
        c = (struct character){ .bytes = 1, .code = (unsigned char)*at, .size = 2 }; /* Latin-1 */
    if (c.code == '\r' && (left == 1 || at[1] != '\n'))
        c.code = '\n'; /* what a terminal would overwrite stays readable */
    if (is_harmful(c.code) && c.code != '\n' && c.code != '\t')
        c.size = 0;
    return c;
}

char *text_clean(const char *bytes, size_t count, size_t limit)
{
    struct writer writer;
    struct character c;
    size_t written = 0;

    writer_open(&writer);
    for (size_t i = 0; i < count; i += c.bytes) {
        c = character_at(bytes + i, count - i);
        if (written + c.size > limit) {
            fputs("...", writer.stream);
            break;
        }
        written += c.size;
        if (c.size == c.bytes && c.code != '\n')
            fwrite(bytes + i, 1, c.bytes, writer.stream);
        else if (c.size > 0)
            encode(writer.stream, c.code);
    }
    return writer_text(&writer);
}

char *text_without_paths(const char *bytes, size_t count, size_t limit)
{
    char *clean = text_clean(bytes, count, limit), *to = clean;

    for (char *from = clean; *from;) {
        size_t word = strcspn(from, " \n'\"(),");
        char *last = from[0] == '/' ? (char *)memrchr(from, '/', word) + 1 : from;
        size_t kept = from + word - last + (from[word] != 0);
        memmove(to, last, kept);
        to += kept;
        from += word + (from[word] != 0);
    }
    *to = 0;
    return clean;
}

char *text_id(const char *name)
{
    struct writer writer;
    size_t wide, left = strlen(name);
    uint32_t code;

    writer_open(&writer);
    for (; left > 0; name += wide, left -= wide) {
        wide = decode((const unsigned char *)name, left, &code);
        if (wide > 0 && !is_harmful(code) && code != '\\') {
            fwrite(name, 1, wide, writer.stream);
            continue;
        }
        wide += wide == 0;
        for (size_t i = 0; i < wide; i++)
            fprintf(writer.stream, "\\x%02X", (unsigned char)name[i]);
    }
    return writer_text(&writer);
}

/* FNV-1a, 128 bits: it only has to tell names apart. */
static void hash_of(const char *text, char hexadecimal[33])
{
    unsigned __int128 prime = ((unsigned __int128)1 << 88) + 0x13B;
    unsigned __int128 hash = (unsigned __int128)0x6C62272E07BB0142 << 64 | 0x62B821756295C58D;

    for (; *text != 0; text++)
        hash = (hash ^ (unsigned char)*text) * prime;
    snprintf(hexadecimal, 33, "%016llx%016llx", (unsigned long long)(hash >> 64),
             (unsigned long long)hash);
}

char *text_file_name(const char *id)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    struct writer writer;
    char hash[33];

    writer_open(&writer);
    for (const char *at = id; *at != 0; at++) {
        int inside = (at > id && at[1] != 0 && *at == '.') || (at > id && *at == '-');

        if (strchr(plain, *at) != NULL || inside)
            fputc(*at, writer.stream);
        else
            fprintf(writer.stream, "%%%02X", (unsigned char)*at);
    }
    if (*id == 0)
        fputc('%', writer.stream);
    writer_text(&writer);
    if (writer.count > 120) {
        hash_of(id, hash);
        snprintf(writer.text + 86, 35, "%%-%s",
                 hash); /* in a name that is not cut off, no - follows a % */
    }
    return writer.text;
}

/* ---- C as text ------------------------------------------------------------------------------ */

void text_blank_comments(char *text)
{
    for (char *end; (text = strpbrk(text, "/\"")) != NULL;) {
        end = text + 1;
        if (*text == '"') {
            while (*end != 0 && *end != '\n' && *end != '"')
                end += 1 + (*end == '\\' && end[1] != 0);
            text = end + (*end != 0);
            continue;
        }
        if (*end == '/')
            end += strcspn(end, "\n");
        else if (*end == '*')
            end = (end = strstr(text + 2, "*/")) != NULL ? end + 2 : text + strlen(text);
        else
            text = end;
        for (; text < end; text++)
            *text = *text == '\n' ? '\n' : ' ';
    }
}

bool text_has_word(const char *text, const char *word)
{
    static const char in_names[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        char after = at[strlen(word)], before = at > text ? at[-1] : ' ';

        if (strchr(in_names, before) == NULL && (after == 0 || strchr(in_names, after) == NULL))
            return true;
    }
    return false;
}
