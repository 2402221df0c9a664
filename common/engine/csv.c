#include "csv.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- writing -------------------------------------------------------------------------------- */

bool csv_may_replace(const char *path)
{
    FILE *f = fopen(path, "r");
    struct csv_reader csv;

    if (!f)
        return errno == ENOENT;
    bool empty = fgetc(f) == EOF && !ferror(f); /* fails for a folder */
    fclose(f);
    bool is_csv = csv_open(&csv, path) || *csv_comment(&csv, "kit: ");
    csv_close(&csv);
    return empty || is_csv;
}

/* From which size on each version on a GPU beats all cores, so that nobody else works it out. */
static void write_break_evens(FILE *f, const struct rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i], *first = rows->row; /* of this version and method */
        while (strcmp(first->version, row->version) || first->method != row->method)
            first++;
        if (first == row && !strncmp(row->version, "gpu_", 4) &&
            strcmp(row->device, "cpu_device") &&
            (row->method == SYNC || row->method == WITH_TRANSFERS))
            fprintf(f, "# breaks even: %s %s %lld\n", row->version, method_names[row->method],
                    break_even(rows, "cpu_openmp", row->version, row->method));
    }
}

/* A line of the file: the header, or a row. */
struct line {
    FILE *file;
    bool is_header, has_begun;
};

static void text(struct line *line, const char *name, const char *text)
{
    fprintf(line->file, line->has_begun ? ",%s" : "%s", line->is_header ? name : text);
    line->has_begun = true;
}

/* What is not known stays empty. */
static void number(struct line *line, const char *name, const char *format, double value)
{
    char cell[32] = "";

    if (value > 0)
        snprintf(cell, sizeof(cell), format, value);
    text(line, name, cell);
}

/* The columns of every lab, each with its name and what a row says there. */
static void write_cells(struct line *line, const struct rows *rows, const struct row *r,
                        const char *lab)
{
    bool one = r->time.samples == 1; /* which has no spread */

    text(line, "lab", lab);
    text(line, "device", r->device);
    text(line, "version", r->version);
    text(line, "method", method_names[r->method]);
    text(line, "dtype", dtypes[r->work.dtype].name);
    number(line, "size", "%.0f", r->work.size);
    number(line, "m", "%.0f", r->work.m);
    number(line, "n", "%.0f", r->work.n);
    number(line, "k", "%.0f", r->work.k);
    number(line, "samples", "%.0f", r->time.samples);
    number(line, "median_ms", "%.6g", r->time.median_ms);
    number(line, "p05_ms", "%.6g", one ? 0 : r->time.p05_ms);
    number(line, "p95_ms", "%.6g", one ? 0 : r->time.p95_ms);
    number(line, "gflops", "%.6g", rate(r->work.flops, r));
    number(line, "gbs", "%.6g", rate(r->work.bytes, r));
    number(line, "pct_ceiling", "%.4g", percent_of_ceiling(r));
    text(line, "verdict", why_impossible(rows, r) ? "impossible" : "ok");
    text(line, "doubt", r->doubt);
    number(line, "bound_ms", "%.6g", r->bound_ms);
}

/* Those of --energy, behind a lab's own. */
static void write_energy(struct line *line, const struct row *r)
{
    number(line, "joules_per_run", "%.6g", r->energy.joules);
    number(line, "joules_per_gflop", "%.6g", joules_per_gflop(r));
    number(line, "idle_watts", "%.4g", r->energy.idle_watts);
    text(line, "energy_by", energy_names[r->energy.by]);
    text(line, "energy_doubt", r->energy.doubt);
}

static void write_line(FILE *f, bool is_header, const struct rows *rows, const struct row *row,
                       const char *lab)
{
    struct line line = { f, is_header, false };

    write_cells(&line, rows, row, lab);
    if (rows->own_columns)
        text(&line, rows->own_columns, row->own);
    if (rows->energy)
        write_energy(&line, row);
    putc('\n', f);
}

/* Returns 0, or -1 with errno. */
static int write_rows(FILE *f, const struct rows *rows, const char *lab, const char *comments)
{
    fputs(comments, f);
    if (rows->parts)
        fprintf(f, "# parts: %s\n", rows->parts);
    write_break_evens(f, rows);
    fprintf(f, "# rows: %d\n", rows->count);
    write_line(f, true, rows, &(struct row){ 0 }, lab);
    for (int i = 0; i < rows->count; i++)
        write_line(f, false, rows, &rows->row[i], lab);
    int failed = ferror(f);
    return fclose(f) || failed ? -1 : 0;
}

FILE *csv_beside(const char *path, char beside[PATH_MAX])
{
    if (snprintf(beside, PATH_MAX, "%s.%d", path, (int)getpid()) < PATH_MAX)
        return fopen(beside, "wx");
    errno = ENAMETOOLONG;
    return NULL;
}

int write_csv(const struct rows *rows, const char *path, const char *lab, const char *comments)
{
    char beside[PATH_MAX], to[PATH_MAX];
    FILE *f;

    if (!strncmp(path, CSV_OPEN_FILE, strlen(CSV_OPEN_FILE))) {
        f = fdopen(atoi(path + strlen(CSV_OPEN_FILE)), "w");
        return f ? write_rows(f, rows, lab, comments) : -1;
    }
    if (!csv_may_replace(path)) {
        errno = EEXIST;
        return -1;
    }
    path = realpath(path, to) ? to : path; /* where a link leads to: the link stays */
    if (!(f = csv_beside(path, beside)))
        return -1;
    if (!write_rows(f, rows, lab, comments) && !rename(beside, path))
        return 0;
    int why = errno;
    unlink(beside);
    errno = why;
    return -1;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Reads a line: keeps a comment, splits any other into its cells. Returns how many there are; 0:
 * the file is over, or cut off within the line. */
static int read_cells(struct csv_reader *csv, char *line, size_t size,
                      char *cells[CSV_MOST_COLUMNS])
{
    int count = 0;

    while (csv->file && fgets(line, size, csv->file)) {
        if (!strchr(line, '\n')) {
            csv->damaged = true;
            return 0;
        }
        line[strcspn(line, "\r\n")] = 0;
        if (line[0] != '#') {
            while (line && count < CSV_MOST_COLUMNS)
                cells[count++] = strsep(&line, ",");
            return count;
        }
        snprintf(csv->comments + csv->used, sizeof(csv->comments) - csv->used, "%s",
                 line + strspn(line, "# "));
        csv->used += strlen(csv->comments + csv->used);
        csv->used += csv->used + 1 < sizeof(csv->comments);
    }
    return 0;
}

bool csv_open(struct csv_reader *csv, const char *path)
{
    memset(csv, 0, sizeof(*csv));
    csv->file = fopen(path, "r");
    csv->columns = read_cells(csv, csv->header, sizeof(csv->header), csv->names);
    return csv->columns > 3 && !strcmp(csv->names[0], "lab") && !strcmp(csv->names[2], "version");
}

void csv_close(struct csv_reader *csv)
{
    if (csv->file)
        fclose(csv->file);
}

const char *csv_comment(const struct csv_reader *csv, const char *words)
{
    for (const char *c = csv->comments; c < csv->comments + csv->used; c += strlen(c) + 1)
        if (!strncmp(c, words, strlen(words)))
            return c + strlen(words);
    return "";
}

const char *csv_text(const struct csv_reader *csv, const char *column)
{
    for (int i = 0; i < csv->columns; i++)
        if (!strcmp(csv->names[i], column))
            return csv->cells[i];
    return "";
}

static double csv_number(const struct csv_reader *csv, const char *column)
{
    return atof(csv_text(csv, column));
}

bool csv_next(struct csv_reader *csv, struct row *r)
{
    int cells = read_cells(csv, csv->line, sizeof(csv->line), csv->cells);

    if (!cells)
        return false;
    csv->damaged = cells != csv->columns;
    if (csv->damaged)
        return false;
    memset(r, 0, sizeof(*r));
    snprintf(r->device, sizeof(r->device), "%s", csv_text(csv, "device"));
    snprintf(r->version, sizeof(r->version), "%s", csv_text(csv, "version"));
    snprintf(r->doubt, sizeof(r->doubt), "%s", csv_text(csv, "doubt"));
    r->method = place_of(csv_text(csv, "method"), method_names, METHODS);
    r->part = csv_number(csv, csv_comment(csv, "parts: "));
    r->time = (struct stats){ .samples = csv_number(csv, "samples"),
                              .median_ms = csv_number(csv, "median_ms"),
                              .p05_ms = csv_number(csv, "p05_ms"),
                              .p95_ms = csv_number(csv, "p95_ms") };
    r->bound_ms = csv_number(csv, "bound_ms");
    r->work = (struct work){ .dtype = dtype_named(csv_text(csv, "dtype")),
                             .size = csv_number(csv, "size"),
                             .flops = csv_number(csv, "gflops") * r->time.median_ms * 1e6,
                             .bytes = csv_number(csv, "gbs") * r->time.median_ms * 1e6 };
    r->work.floor_ms = csv_number(csv, "pct_ceiling") / 100 * r->time.median_ms;
    csv->damaged = !(r->time.median_ms > 0);
    return !csv->damaged;
}

int read_csv(struct rows *rows, const char *path, char date[32])
{
    struct csv_reader csv;
    struct row row;
    bool is_csv = csv_open(&csv, path);

    while (is_csv && csv_next(&csv, &row))
        *new_row(rows) = row;
    snprintf(date, 32, "%s", csv_comment(&csv, "date: "));
    csv_close(&csv);
    if (is_csv && !csv.damaged && rows->count >= atoi(csv_comment(&csv, "rows: ")))
        return 0;
    free(rows->row);
    memset(rows, 0, sizeof(*rows));
    return -1;
}
