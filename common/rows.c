#include "rows.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct row *new_row(struct rows *rows)
{
    if (rows->count == rows->room) {
        rows->room = rows->room ? 2 * rows->room : 64;
        rows->row = realloc(rows->row, rows->room * sizeof(*rows->row));
        if (!rows->row)
            abort();
    }
    return memset(&rows->row[rows->count++], 0, sizeof(*rows->row));
}

const struct row *find_part(const struct rows *rows, const char *version, const char *method,
                            long long size, int part)
{
    for (int i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        if (row->work.size == size && row->part == part && !strcmp(row->version, version) &&
            !strcmp(row->method, method))
            return row;
    }
    return NULL;
}

const struct row *find_row(const struct rows *rows, const char *version, const char *method,
                           long long size)
{
    return find_part(rows, version, method, size, 0);
}

const struct row *main_row(const struct rows *rows, const char *version, long long size)
{
    const struct row *row = find_row(rows, version, "sync", size);

    return row ? row : find_row(rows, version, "wall", size);
}

double rate(double amount, const struct row *row)
{
    /* 1e9 per second are 1e6 per millisecond */
    return row && amount > 0 ? amount / row->time.median_ms / 1e6 : NAN;
}

double percent_of_ceiling(const struct row *row)
{
    return row && row->work.floor_ms > 0 ? 100 * row->work.floor_ms / row->time.median_ms : NAN;
}

/* A measured ceiling can be passed by a little: a kernel that reads two arrays and writes one may
 * move its bytes somewhat faster than a copy, which reads one and writes one. */
#define CEILING_MARGIN 1.1

int is_impossible(const struct rows *rows, const struct row *row, char *reason, size_t size)
{
    const struct row *sync = find_part(rows, row->version, "sync", row->work.size, row->part);
    double ms = row->time.median_ms;

    if (ms * CEILING_MARGIN < row->work.floor_ms)
        snprintf(reason, size, "%.3g times the device's limit", row->work.floor_ms / ms);
    else if (sync && !strcmp(row->method, "no_sync") && ms < 0.5 * sync->time.median_ms)
        snprintf(reason, size, "%.2g %% of the true time", 100 * ms / sync->time.median_ms);
    else
        return 0;
    return 1;
}

double speed_up(const struct rows *rows, const char *base, const char *version, const char *method,
                long long size)
{
    const struct row *ours = find_row(rows, base, "wall", size);
    const struct row *theirs = find_row(rows, version, method, size);

    return ours && theirs ? ours->time.median_ms / theirs->time.median_ms : NAN;
}

/* The speed-up over base, or NAN where the version does other work, such as ten steps for one. */
static double gain_over(const struct rows *rows, const char *base, const char *version,
                        const char *method, long long size)
{
    const struct row *ours = find_row(rows, base, "wall", size);
    const struct row *theirs = find_row(rows, version, method, size);

    if (ours && theirs && fabs(ours->work.flops - theirs->work.flops) > 0.01 * ours->work.flops)
        return NAN;
    return speed_up(rows, base, version, method, size);
}

long long break_even(const struct rows *rows, const char *base, const char *version,
                     const char *method)
{
    long long lost = 0, won = -1;
    int sizes = 0;

    for (int i = 0; i < rows->count; i++) { /* the largest size at which it does not pay */
        const struct row *row = &rows->row[i];
        double gain = gain_over(rows, base, version, method, row->work.size);
        if (strcmp(row->version, base) || row->part || isnan(gain))
            continue;
        sizes++;
        if (!(gain > 1) && row->work.size > lost)
            lost = row->work.size;
    }
    for (int i = 0; i < rows->count; i++) { /* the smallest one beyond it */
        const struct row *row = &rows->row[i];
        if (row->work.size > lost && (won < 0 || row->work.size < won) &&
            gain_over(rows, base, version, method, row->work.size) > 1)
            won = row->work.size;
    }
    return sizes < 2 ? 0 : won;
}

/* A cell of the CSV. What is not known stays empty. */
static void cell(FILE *f, const char *format, double value)
{
    fputc(',', f);
    if (value > 0)
        fprintf(f, format, value);
}

/* The lab's own columns end the line. */
static void own_cells(FILE *f, const struct rows *rows, const char *cells)
{
    if (rows->own_columns)
        fprintf(f, ",%s", cells);
    fputc('\n', f);
}

int csv_may_replace(const char *path)
{
    char line[4096] = "#";
    FILE *f = fopen(path, "r");

    if (!f)
        return errno == ENOENT;
    int empty = fgetc(f) == EOF && !ferror(f); /* of a folder it fails */
    rewind(f);
    while (line[0] == '#' && fgets(line, sizeof(line), f) && strncmp(line, "# kit: ", 7))
        ;
    fclose(f);
    return empty || !strncmp(line, "# kit: ", 7) ||
           !strncmp(line, CSV_COLUMNS, strlen(CSV_COLUMNS));
}

/* 1: the first row of its version and method, which a GPU ran. */
static int begins_series(const struct rows *rows, int at)
{
    const struct row *row = &rows->row[at];

    for (int i = 0; i < at; i++)
        if (!strcmp(rows->row[i].version, row->version) &&
            !strcmp(rows->row[i].method, row->method))
            return 0;
    return !strncmp(row->version, "gpu_", 4) && strcmp(row->device, "cpu_device");
}

/* From which size on each version beats all cores, so that nobody else works it out again. */
static void break_evens(FILE *f, const struct rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        if (begins_series(rows, i) &&
            (!strcmp(row->method, "sync") || !strcmp(row->method, "with_transfers")))
            fprintf(f, "# breaks even: %s %s %lld\n", row->version, row->method,
                    break_even(rows, "cpu_openmp", row->version, row->method));
    }
}

/* Returns 0, or -1 with errno. */
static int write_rows(FILE *f, const struct rows *rows, const char *lab, const char *comments)
{
    char reason[96];

    fputs(comments, f);
    if (rows->parts)
        fprintf(f, "# parts: %s\n", rows->parts);
    break_evens(f, rows);
    fprintf(f, "# rows: %d\n" CSV_COLUMNS, rows->count);
    own_cells(f, rows, rows->own_columns);
    for (int i = 0; i < rows->count; i++) {
        const struct row *r = &rows->row[i];
        fprintf(f, "%s,%s,%s,%s,%s,%lld", lab, r->device, r->version, r->method, r->work.dtype,
                r->work.size);
        cell(f, "%.0f", r->work.m);
        cell(f, "%.0f", r->work.n);
        cell(f, "%.0f", r->work.k);
        fprintf(f, ",%d,%.6g", r->time.samples, r->time.median_ms);
        cell(f, "%.6g", r->time.samples > 1 ? r->time.p05_ms : 0);
        cell(f, "%.6g", r->time.samples > 1 ? r->time.p95_ms : 0);
        cell(f, "%.6g", rate(r->work.flops, r));
        cell(f, "%.6g", rate(r->work.bytes, r));
        cell(f, "%.4g", percent_of_ceiling(r));
        fprintf(f, ",%s,%s", is_impossible(rows, r, reason, sizeof(reason)) ? "impossible" : "ok",
                r->doubt);
        cell(f, "%.6g", r->work.floor_ms);
        own_cells(f, rows, r->own);
    }
    int failed = ferror(f);
    return fclose(f) || failed ? -1 : 0;
}

FILE *csv_beside(const char *path, char beside[PATH_MAX])
{
    int f;
    mode_t mask = umask(0);

    umask(mask);
    if (snprintf(beside, PATH_MAX, "%s.XXXXXX", path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    if ((f = mkstemp(beside)) < 0)
        return NULL;
    fchmod(f, 0666 & ~mask);
    return fdopen(f, "w");
}

int write_csv(const struct rows *rows, const char *path, const char *lab, const char *comments)
{
    char beside[PATH_MAX], to[PATH_MAX]; /* where a link leads to: the link stays */
    size_t open_file = strlen(CSV_OPEN_FILE);
    FILE *f;

    if (!strncmp(path, CSV_OPEN_FILE, open_file))
        return (f = fdopen(atoi(path + open_file), "w")) ? write_rows(f, rows, lab, comments) : -1;
    if (!csv_may_replace(path)) {
        errno = EEXIST;
        return -1;
    }
    path = realpath(path, to) ? to : path;
    if (!(f = csv_beside(path, beside)))
        return -1;
    if (write_rows(f, rows, lab, comments) || rename(beside, path)) {
        int why = errno;
        unlink(beside);
        errno = why;
        return -1;
    }
    return 0;
}

/* Where in the list of names the name stands, from 1 on; 0: nowhere. */
static int place_of(const char *name, const char *names)
{
    size_t length = strlen(name);

    for (int i = 1; names && length; i++) {
        if (!strncmp(names, name, length) && (!names[length] || names[length] == ','))
            return i;
        names = strchr(names, ',') ? strchr(names, ',') + 1 : NULL;
    }
    return 0;
}

/* The cell at that place of the lab's own ones, as a number. */
static int own_number(const char *cells, int place)
{
    while (cells && --place > 0)
        cells = (cells = strchr(cells, ',')) ? cells + 1 : NULL;
    return place == 0 && cells ? atoi(cells) : 0;
}

/* Returns 0, or -1 when the line is no row. parts: where its own cells say which part it is. */
static int read_row(struct rows *rows, char *line, int parts)
{
    char *cells[19];

    for (int i = 0; i < 19; i++)
        if (!(cells[i] = strsep(&line, ",")))
            return -1;
    struct row *r = new_row(rows);
    snprintf(r->device, sizeof(r->device), "%s", cells[1]);
    snprintf(r->version, sizeof(r->version), "%s", cells[2]);
    snprintf(r->method, sizeof(r->method), "%s", cells[3]);
    r->work.size = atoll(cells[5]);
    r->part = own_number(line, parts);
    snprintf(r->own, sizeof(r->own), "%s", line ? line : "");
    r->time.samples = atoi(cells[9]);
    r->time.median_ms = atof(cells[10]);
    r->time.p05_ms = atof(cells[11]);
    r->time.p95_ms = atof(cells[12]);
    r->work.flops = atof(cells[13]) * r->time.median_ms * 1e6;
    r->work.bytes = atof(cells[14]) * r->time.median_ms * 1e6;
    r->work.floor_ms = atof(cells[18]);
    snprintf(r->doubt, sizeof(r->doubt), "%s", cells[17]);
    return r->time.median_ms > 0 ? 0 : -1;
}

int read_csv(struct rows *rows, const char *path, char date[32])
{
    FILE *f = fopen(path, "r");
    char line[4096], part_column[32] = "";
    const size_t common = strlen(CSV_COLUMNS);
    int header = 0, parts = 0, broken = !f, written = -1;

    date[0] = 0;
    while (!broken && fgets(line, sizeof(line), f)) {
        broken = !strchr(line, '\n');
        line[strcspn(line, "\r\n")] = 0;
        if (line[0] == '#') {
            sscanf(line, "# date: %31s", date);
            sscanf(line, "# rows: %d", &written);
            sscanf(line, "# parts: %31s", part_column);
        } else if (header)
            broken |= read_row(rows, line, parts);
        else if (!(broken |= !(header = !strncmp(line, CSV_COLUMNS, common))))
            parts = line[common] ? place_of(part_column, line + common + 1) : 0;
    }
    broken |= rows->count < written;
    if (f)
        fclose(f);
    if (!broken && header)
        return 0;
    free(rows->row);
    memset(rows, 0, sizeof(*rows));
    return -1;
}
