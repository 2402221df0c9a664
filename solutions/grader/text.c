/* Text that comes from a submission, made harmless before it is shown or written anywhere. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "text.h"

#define CSV_BYTES ((size_t)64 << 20) /* more is no table of a class */

/* ---- memory ---------------------------------------------------------------------------------- */

static void *needed(void *memory)
{
    if (memory == NULL) {
        fputs("grader: no memory left\n", stderr);
        exit(2);
    }
    return memory;
}

/* What is written to it becomes a string: a stream that grows. */
struct writer {
    FILE *stream;
    char *text;
    size_t count;
};

static void writer_open(struct writer *writer)
{
    writer->stream = needed(open_memstream(&writer->text, &writer->count));
}

static char *writer_text(struct writer *writer)
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

/* The character of UTF-8 that begins here, and its bytes; 0 bytes: there is none. */
static size_t decode(const unsigned char *at, size_t left, uint32_t *code)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800,
                                      0x10000 }; /* shorter ones would do below */
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
    if (bytes > 1 && (*code < least[bytes] || *code > 0x10FFFF || (*code >> 11) == 0xD800 >> 11))
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

/* Characters that control, that turn the direction of text, that end a line, or that nobody sees.
 */
static int is_harmful(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        { 0x00, 0x1F },     { 0x7F, 0x9F },      { 0xAD, 0xAD },     { 0x61C, 0x61C },
        { 0x180E, 0x180E }, { 0x200B, 0x200B },  { 0x200E, 0x200F }, { 0x2028, 0x202E },
        { 0x2060, 0x206F }, { 0xFDD0, 0xFDEF },  { 0xFEFF, 0xFEFF }, { 0xFFF9, 0xFFFB },
        { 0xFFFE, 0xFFFF }, { 0xE0000, 0xE0FFF }
    };

    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return 1;
    }
    return 0;
}

/* Bytes of the sequence that begins with ESC: a colour, a cursor, a title of the window. One that
 * holds text ends with its line at the latest, so that it cannot hide what follows. */
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
        while (i < left && at[i] != '\a' && at[i] != '\n' && at[i] != 27)
            i++;
        return i < left && at[i] == '\a' ? i + 1 : i;
    }
    for (i = 1; i < left && at[i] >= 0x20 && at[i] < 0x30;)
        i++;
    return i < left && at[i] >= 0x30 && at[i] < 0x7F ? i + 1 : i;
}

char *text_clean(const char *bytes, size_t count, size_t limit)
{
    struct writer writer;
    size_t wide, written = 0;
    uint32_t code;

    writer_open(&writer);
    for (size_t i = 0; i < count; i += wide) {
        size_t size;

        if (bytes[i] == 27) {
            wide = escape_bytes(bytes + i, count - i);
            continue;
        }
        wide = size = decode((const unsigned char *)bytes + i, count - i, &code);
        if (wide == 0) {
            code = (unsigned char)bytes[i]; /* Latin-1 */
            wide = 1, size = 2;
        }
        if (code == '\r' && (i + 1 == count || bytes[i + 1] != '\n'))
            code = '\n'; /* what a terminal would write over stays to be read */
        if (is_harmful(code) && code != '\n' && code != '\t')
            continue;
        if (written + size > limit) {
            fputs("...", writer.stream);
            break;
        }
        if (size == wide && code != '\n')
            fwrite(bytes + i, 1, wide, writer.stream);
        else
            encode(writer.stream, code);
        written += size;
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

/* FNV-1a, 128 bits: tells names apart, keeps no secret. */
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
        snprintf(writer.text + 86, 35, "%%-%s", hash); /* no short name has a - after a % */
    }
    return writer.text;
}

/* ---- a CSV is written ------------------------------------------------------------------------ */

static int is_number(const char *text)
{
    text += *text == '-' || *text == '+';
    size_t whole = strspn(text, "0123456789");
    text += whole;
    if (*text == '.')
        text += 1 + strspn(text + 1, "0123456789");
    return whole > 0 && *text == 0;
}

/* Would a spreadsheet take what begins here for a formula? Wide forms of the signs count, too. */
static int begins_formula(const char *at)
{
    static const char *const wide[] = { "\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D",
                                        "\xEF\xBC\xA0" };

    at += strspn(at, " \"'");
    for (int i = 0; i < 4; i++) {
        if (strncmp(at, wide[i], 3) == 0)
            return 1;
    }
    return *at != 0 && strchr("=+-@\t", *at) != NULL;
}

/* A spreadsheet set to another separator begins a cell after each ; tab or line of ours. */
void csv_cell(FILE *file, const char *text)
{
    int quoted = strpbrk(text, ",;\t\r\n\"") != NULL || *text == ' ';
    int begins = !is_number(text);

    if (quoted)
        fputc('"', file);
    for (; *text != 0; text++) {
        if (begins && begins_formula(text))
            fputc('\'', file);
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
        begins = strchr(";\t\n", *text) != NULL;
    }
    if (quoted)
        fputc('"', file);
}

/* ---- a CSV is read --------------------------------------------------------------------------- */

/* The whole file with a 0 behind it; NULL: `why`. */
static char *whole_file(const char *path, size_t *count, char why[512])
{
    FILE *file = fopen(path, "rb");
    char *text;

    if (file == NULL) {
        snprintf(why, 512, "%s: %s", path, strerror(errno));
        return NULL;
    }
    text = needed(malloc(CSV_BYTES + 2));
    *count = fread(text, 1, CSV_BYTES + 1, file);
    if (ferror(file))
        snprintf(why, 512, "%s: %s", path, strerror(errno));
    else if (*count > CSV_BYTES)
        snprintf(why, 512, "%s: is larger than 64 MiB, so it is no table of a class", path);
    else if (memchr(text, 0, *count) != NULL)
        snprintf(why, 512, "%s: has bytes 0, as UTF-16 has; save it as CSV in UTF-8", path);
    else
        why = NULL;
    fclose(file);
    if (why != NULL) {
        free(text);
        return NULL;
    }
    text[*count] = 0;
    return needed(realloc(text, *count + 1));
}

/* Of , ; and tab the one that stands most often in the header, outside of quotes. */
static char separator_of(const char *at)
{
    size_t commas = 0, semicolons = 0, tabs = 0;

    for (int quoted = 0; *at != 0 && (quoted || *at != '\n'); at++) {
        quoted ^= *at == '"';
        commas += !quoted && *at == ',';
        semicolons += !quoted && *at == ';';
        tabs += !quoted && *at == '\t';
    }
    return tabs > commas && tabs > semicolons ? '\t' : semicolons > commas ? ';' : ',';
}

/* Where a CSV is being read. */
struct reader {
    struct csv *csv;
    char *at;
    size_t line, cells, room;
};

/* A copy of the cell that begins here; NULL: its quotes are wrong. */
static char *take_cell(struct reader *reader)
{
    const char ends[] = { reader->csv->separator, '\r', '\n', 0 };
    char *at = reader->at;
    struct writer writer;
    int quoted = *at == '"', closed = !quoted;

    writer_open(&writer);
    for (at += quoted; *at != 0; at++) {
        if (quoted && *at == '"' && *++at != '"') {
            closed = 1;
            break;
        }
        if (!quoted && strchr(ends, *at) != NULL)
            break;
        fputc(*at, writer.stream);
    }
    writer_text(&writer);
    reader->at = at;
    if (closed && (*at == 0 || strchr(ends, *at) != NULL))
        return writer.text;
    free(writer.text);
    return NULL;
}

static void add_cell(struct reader *reader, char *text, const char *from)
{
    struct csv *csv = reader->csv;

    if (reader->cells == reader->room) {
        reader->room = reader->room * 2 + 64;
        csv->cells = needed(realloc(csv->cells, reader->room * sizeof(*csv->cells)));
        csv->places = needed(realloc(csv->places, reader->room * sizeof(*csv->places)));
    }
    csv->places[reader->cells].from = (size_t)(from - csv->text);
    csv->places[reader->cells].to = (size_t)(reader->at - csv->text);
    csv->cells[reader->cells++] = text;
}

/* 0: the row is there, unless its line was blank; -1: `why`. */
static int take_row(struct reader *reader, const char *path, char why[512])
{
    struct csv *csv = reader->csv;
    size_t before = reader->cells, line = reader->line;

    for (;;) {
        char *from = reader->at, *cell = take_cell(reader);

        if (cell == NULL) {
            snprintf(why, 512, "%s: line %zu: a cell's quotes do not end it; write \" as \"\"",
                     path, line);
            return -1;
        }
        for (const char *in = from; in < reader->at; in++)
            reader->line += *in == '\n';
        add_cell(reader, cell, from);
        if (*reader->at != csv->separator)
            break;
        reader->at++;
    }
    reader->at += *reader->at == '\r';
    reader->line += *reader->at == '\n';
    reader->at += *reader->at == '\n';
    if (reader->cells == before + 1 && csv->cells[before][0] == 0) {
        free(csv->cells[--reader->cells]);
        return 0;
    }
    if (csv->rows++ == 0)
        csv->columns = reader->cells - before;
    if (reader->cells - before > csv->columns) {
        snprintf(why, 512, "%s: line %zu: has %zu cells, and the header %zu", path, line,
                 reader->cells - before, csv->columns);
        return -1;
    }
    while (reader->cells < csv->rows * csv->columns)
        add_cell(reader, needed(strdup("")), reader->at);
    return 0;
}

struct csv *csv_read(const char *path, char why[512])
{
    struct csv *csv = needed(calloc(1, sizeof(*csv)));
    struct reader reader = { csv, NULL, 1, 0, 0 };
    int status = -1;

    csv->text = whole_file(path, &csv->count, why);
    if (csv->text != NULL) {
        reader.at = csv->text + 3 * (strncmp(csv->text, "\xEF\xBB\xBF", 3) == 0);
        csv->separator = separator_of(reader.at);
        for (status = 0; status == 0 && *reader.at != 0;)
            status = take_row(&reader, path, why);
        if (status == 0 && csv->rows == 0) {
            snprintf(why, 512, "%s: is empty; its first line must name the columns", path);
            status = -1;
        }
    }
    if (status == 0)
        return csv;
    csv->rows = reader.cells, csv->columns = 1;
    csv_free(csv);
    return NULL;
}

void csv_free(struct csv *csv)
{
    for (size_t i = 0; csv != NULL && i < csv->rows * csv->columns; i++)
        free(csv->cells[i]);
    if (csv != NULL) {
        free(csv->cells);
        free(csv->places);
        free(csv->text);
    }
    free(csv);
}

/* ---- a file whole or not at all -------------------------------------------------------------- */

struct new_file {
    FILE *stream;
    char *path, *temporary;
};

/* One name for all attempts, so that what a killed grader left is written over. Those who write the
 * same file at the same time take turns: the first one's rename takes the name away from the next.
 */
static int open_alone(const char *path)
{
    struct stat mine, named;

    for (;;) {
        int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        int locked = file >= 0 && flock(file, LOCK_EX) == 0; /* some network folders cannot */

        if (file < 0 || !locked ||
            (fstat(file, &mine) == 0 && stat(path, &named) == 0 && mine.st_ino == named.st_ino))
            return file < 0 || ftruncate(file, 0) == 0 ? file : -1;
        close(file);
    }
}

struct new_file *new_file(const char *path)
{
    struct new_file *file = needed(calloc(1, sizeof(*file)));
    int descriptor;

    file->path = text_of("%s", path);
    file->temporary = text_of("%s.new", path);
    descriptor = open_alone(file->temporary);
    if (descriptor >= 0)
        file->stream = fdopen(descriptor, "w");
    if (file->stream != NULL)
        return file;
    int why = errno;
    free(file->temporary);
    free(file->path);
    free(file);
    errno = why;
    return NULL;
}

FILE *new_file_stream(struct new_file *file)
{
    return file->stream;
}

/* The new name itself reaches the disk with its folder. */
static void sync_folder(char *path)
{
    int folder = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

int new_file_done(struct new_file *file)
{
    int failed = ferror(file->stream) || fflush(file->stream) != 0 ||
                 fsync(fileno(file->stream)) != 0 || rename(file->temporary, file->path) != 0;
    int why = errno;

    if (failed)
        unlink(file->temporary);
    else
        sync_folder(file->temporary);
    fclose(file->stream); /* last, because it gives the next writer the turn */
    free(file->temporary);
    free(file->path);
    free(file);
    errno = why;
    return failed ? -1 : 0;
}

/* ---- C as text ---------------------------------------------------------------------------------
 */

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

int text_has_word(const char *text, const char *word)
{
    static const char in_names[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        char after = at[strlen(word)], before = at > text ? at[-1] : ' ';

        if (strchr(in_names, before) == NULL && (after == 0 || strchr(in_names, after) == NULL))
            return 1;
    }
    return 0;
}
