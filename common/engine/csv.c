#include "csv.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* A cell of the CSV. What is not known stays empty. */
static void cell(FILE *f, const char *format, double value)
{
    fputc(',', f);
    if (value > 0)
        fprintf(f, format, value);
}

static void write_row(FILE *f, const struct rows *rows, const struct row *r, const char *lab)
{
    fprintf(f, "%s,%s,%s,%s,%s,%lld", lab, r->device, r->version, method_names[r->method],
            dtype_names[r->work.dtype], r->work.size);
    cell(f, "%.0f", r->work.m);
    cell(f, "%.0f", r->work.n);
    cell(f, "%.0f", r->work.k);
    fprintf(f, ",%d,%.6g", r->time.samples, r->time.median_ms);
    cell(f, "%.6g", r->time.samples > 1 ? r->time.p05_ms : 0);
    cell(f, "%.6g", r->time.samples > 1 ? r->time.p95_ms : 0);
    cell(f, "%.6g", rate(r->work.flops, r));
    cell(f, "%.6g", rate(r->work.bytes, r));
    cell(f, "%.4g", percent_of_ceiling(r));
    fprintf(f, ",%s,%s", why_impossible(rows, r) ? "impossible" : "ok", r->doubt);
    cell(f, "%.6g", r->bound_ms > 0 ? r->bound_ms : r->work.floor_ms);
    fprintf(f, rows->own_columns ? ",%s\n" : "\n", r->own);
}

/* Returns 0, or -1 with errno. */
static int write_rows(FILE *f, const struct rows *rows, const char *lab, const char *comments)
{
    fputs(comments, f);
    if (rows->parts)
        fprintf(f, "# parts: %s\n", rows->parts);
    write_break_evens(f, rows);
    fprintf(f, "# rows: %d\n" CSV_COLUMNS "%s%s\n", rows->count, rows->own_columns ? "," : "",
            rows->own_columns ? rows->own_columns : "");
    for (int i = 0; i < rows->count; i++)
        write_row(f, rows, &rows->row[i], lab);
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

/* Which of the names it is; count: none of them. */
static int place_of(const char *name, const char *const names[], int count)
{
    int i = 0;

    while (i < count && strcmp(names[i], name))
        i++;
    return i;
}

/* Returns 0, or -1 when the line is no row. */
static int read_row(struct rows *rows, char *line, int has_parts)
{
    char *cells[19];

    for (int i = 0; i < 19; i++)
        if (!(cells[i] = strsep(&line, ",")))
            return -1;
    struct row *r = new_row(rows);
    snprintf(r->device, sizeof(r->device), "%s", cells[1]);
    snprintf(r->version, sizeof(r->version), "%s", cells[2]);
    r->method = place_of(cells[3], method_names, METHODS);
    snprintf(r->doubt, sizeof(r->doubt), "%s", cells[17]);
    snprintf(r->own, sizeof(r->own), "%s", line ? line : "");
    r->part = has_parts ? atoi(r->own) : 0;
    r->time = (struct stats){ .samples = atoi(cells[9]),
                              .median_ms = atof(cells[10]),
                              .p05_ms = atof(cells[11]),
                              .p95_ms = atof(cells[12]) };
    r->bound_ms = atof(cells[18]);
    r->work = (struct work){ .dtype = place_of(cells[4], dtype_names, DTYPES),
                             .size = atoll(cells[5]),
                             .flops = atof(cells[13]) * r->time.median_ms * 1e6,
                             .bytes = atof(cells[14]) * r->time.median_ms * 1e6,
                             /* a CPU may beat a card, but no GPU its own limits */
                             .floor_ms = strcmp(cells[1], "cpu_device") ? r->bound_ms : 0 };
    return r->time.median_ms > 0 ? 0 : -1;
}

int read_csv(struct rows *rows, const char *path, char date[32])
{
    FILE *f = fopen(path, "r");
    char line[4096];
    int header = 0, has_parts = 0, broken = !f, written = 0;

    date[0] = 0;
    while (!broken && fgets(line, sizeof(line), f)) {
        broken = !strchr(line, '\n');
        line[strcspn(line, "\r\n")] = 0;
        if (line[0] == '#') {
            sscanf(line, "# date: %31s", date);
            sscanf(line, "# rows: %d", &written);
            has_parts |= !strncmp(line, "# parts: ", 9);
        } else if (header)
            broken |= read_row(rows, line, has_parts);
        else
            broken |= !(header = !strncmp(line, CSV_COLUMNS, strlen(CSV_COLUMNS)));
    }
    if (f)
        fclose(f);
    if (!broken && header && rows->count >= written)
        return 0;
    free(rows->row);
    memset(rows, 0, sizeof(*rows));
    return -1;
}
