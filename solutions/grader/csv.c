#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "csv.h"
#include "file.h"
#include "memory.h"
#include "text.h"

#define CSV_BYTES ((size_t)64 << 20) /* more is no table of a class */

/* ---- a CSV is written ------------------------------------------------------------------------ */

static bool is_number(const char *text)
{
    text += *text == '-' || *text == '+';
    size_t whole = strspn(text, "0123456789");
    text += whole;
    if (*text == '.')
        text += 1 + strspn(text + 1, "0123456789");
    return whole > 0 && *text == 0;
}

/* Would a spreadsheet take the text from here on for a formula? Wide forms of the signs count. */
static bool begins_formula(const char *at)
{
    static const char *const wide[] = { "\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D",
                                        "\xEF\xBC\xA0" };

    at += strspn(at, " \"'");
    for (int i = 0; i < 4; i++) {
        if (strncmp(at, wide[i], 3) == 0)
            return true;
    }
    return *at != 0 && strchr("=+-@\t", *at) != NULL;
}

/* A spreadsheet that is set to another separator begins a cell after each ; tab or newline. */
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

/* The text of the file; NULL: `why`. */
static char *read_table(const char *path, size_t *count, char why[512])
{
    char *text = file_read(path, CSV_BYTES, count);

    if (text == NULL && errno == EFBIG)
        snprintf(why, 512, "%s: is larger than 64 MiB, so it is no table of a class", path);
    else if (text == NULL)
        snprintf(why, 512, "%s: %s", path, strerror(errno));
    else if (memchr(text, 0, *count) != NULL)
        snprintf(why, 512, "%s: has bytes 0, as UTF-16 has; save it as CSV in UTF-8", path);
    else
        return text;
    free(text);
    return NULL;
}

/* The one of , ; and tab that the header has most of, quoted cells left out. */
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

/* How far a CSV has been read. */
struct reader {
    struct csv *csv;
    char *at;
    size_t line, cells;
};

/* A copy of the cell that begins here, without its quotes; NULL: they are wrong. */
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

    csv->cells = list_grown(csv->cells, reader->cells, sizeof(*csv->cells));
    csv->places = list_grown(csv->places, reader->cells, sizeof(*csv->places));
    csv->places[reader->cells].from = (size_t)(from - csv->text);
    csv->places[reader->cells].to = (size_t)(reader->at - csv->text);
    csv->cells[reader->cells++] = text;
}

/* Takes the cells up to the end of the line; -1: the quotes of one are wrong. */
static int take_cells(struct reader *reader)
{
    for (;;) {
        char *from = reader->at, *cell = take_cell(reader);

        if (cell == NULL)
            return -1;
        for (const char *in = from; in < reader->at; in++)
            reader->line += *in == '\n';
        add_cell(reader, cell, from);
        if (*reader->at != reader->csv->separator)
            break;
        reader->at++;
    }
    reader->at += *reader->at == '\r';
    reader->line += *reader->at == '\n';
    reader->at += *reader->at == '\n';
    return 0;
}

/* 0: the row is there, unless its line was blank; -1: `why`. */
static int take_row(struct reader *reader, const char *path, char why[512])
{
    struct csv *csv = reader->csv;
    size_t before = reader->cells, line = reader->line;

    if (take_cells(reader) != 0) {
        snprintf(why, 512, "%s: line %zu: a cell's quotes do not end it; write \" as \"\"", path,
                 line);
        return -1;
    }
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
    struct reader reader = { .csv = csv, .line = 1 };
    int status = -1;

    csv->text = read_table(path, &csv->count, why);
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
