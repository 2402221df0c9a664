#include "rows.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "words.h"

const char *const method_names[METHODS] = { "no_sync",        "sync", "events",
                                            "with_transfers", "wall", "train" };
const char *const method_words[METHODS] = { [NO_SYNC] = "no synchronize",
                                            [SYNC] = "clock + synchronize",
                                            [EVENTS] = "CUDA events",
                                            [WITH_TRANSFERS] = "with the copies",
                                            [TRAIN] = "train of launches" };

const char *const energy_names[ESTIMATED + 1] = { "", "nvml", "rapl", "estimate" };

int place_of(const char *name, const char *const names[], int count)
{
    int i = 0;

    while (i < count && strcmp(names[i], name))
        i++;
    return i;
}

struct row *new_row(struct rows *rows)
{
    rows->row = realloc(rows->row, (rows->count + 1) * sizeof(*rows->row));
    if (!rows->row)
        abort();
    return memset(&rows->row[rows->count++], 0, sizeof(*rows->row));
}

const struct row *find_part(const struct rows *rows, const char *version, enum method method,
                            long long size, int part)
{
    for (int i = 0; i < rows->count; i++) {
        const struct row *row = &rows->row[i];
        if (row->method == method && row->work.size == size && row->part == part &&
            !strcmp(row->version, version))
            return row;
    }
    return NULL;
}

const struct row *find_row(const struct rows *rows, const char *version, enum method method,
                           long long size)
{
    return find_part(rows, version, method, size, 0);
}

const struct row *main_row(const struct rows *rows, const char *version, long long size, int part)
{
    const struct row *row = find_part(rows, version, SYNC, size, part);

    return row ? row : find_part(rows, version, WALL, size, part);
}

double rate(double amount, const struct row *row)
{
    /* 1e9 per second are 1e6 per millisecond */
    return row && amount > 0 ? amount / row->time.median_ms / 1e6 : NAN;
}

double shown_rate(const struct row *row, enum rate of)
{
    return !row          ? NAN
           : of == BYTES ? rate(row->work.bytes, row)
           : of == FLOPS ? rate(row->work.flops, row)
                         : rate(row->work.size, row);
}

double percent_of_ceiling(const struct row *row)
{
    return row && row->work.floor_ms > 0 ? 100 * row->work.floor_ms / row->time.median_ms : NAN;
}

double joules_per_gflop(const struct row *row)
{
    return row->energy.joules > 0 && row->work.flops > 0
               ? row->energy.joules / (row->work.flops / 1e9)
               : NAN;
}

const char *why_impossible(const struct rows *rows, const struct row *row)
{
    static char why[64];
    const struct row *sync = find_part(rows, row->version, SYNC, row->work.size, row->part);
    double ms = row->time.median_ms;

    if (strcmp(row->device, "cpu_device") && ms < row->bound_ms)
        snprintf(why, sizeof(why), _("%.3g times the device's limit"), row->bound_ms / ms);
    else if (sync && row->method == NO_SYNC && ms < 0.5 * sync->time.median_ms)
        snprintf(why, sizeof(why), _("%.2g %% of the true time"), 100 * ms / sync->time.median_ms);
    else
        return NULL;
    return why;
}

static bool same_work(const struct row *a, const struct row *b)
{
    return fabs(a->work.flops - b->work.flops) <= 0.01 * a->work.flops;
}

double speed_up(const struct rows *rows, const char *base, const char *version, enum method method,
                long long size)
{
    const struct row *ours = find_row(rows, base, WALL, size);
    const struct row *theirs = find_row(rows, version, method, size);

    if (!ours || !theirs)
        return NAN;
    for (int i = 0; i < rows->count && !same_work(ours, theirs); i++) {
        const struct row *row = &rows->row[i];
        if (!strcmp(base, "cpu_openmp") && strcmp(row->version, "cpu_serial") && !row->part &&
            row->method == WALL && row->work.size == size && same_work(row, theirs))
            ours = row;
    }
    return same_work(ours, theirs) ? ours->time.median_ms / theirs->time.median_ms : NAN;
}

long long larger_size(const struct rows *rows, long long than)
{
    long long next = 0;

    for (int i = 0; i < rows->count; i++) {
        long long size = rows->row[i].work.size;
        if (size > than && (!next || size < next))
            next = size;
    }
    return next;
}

long long break_even(const struct rows *rows, const char *base, const char *version,
                     enum method method)
{
    long long size = 0, from = -1;
    int sizes = 0;

    while ((size = larger_size(rows, size))) {
        double gain = speed_up(rows, base, version, method, size);
        sizes += !isnan(gain);
        if (gain <= 1)
            from = -1;
        else if (gain > 1 && from < 0)
            from = size;
    }
    return sizes < 2 ? 0 : from;
}

const char *report_number(char text[32], double x, int most_decimals)
{
    char plain[32];
    int out = 0, decimals = 0;

    if (!(x >= 0 && x < 1e15))
        return "-";
    for (double y = x; y < 100 && decimals < most_decimals; y *= 10) /* three digits that count */
        decimals++;
    snprintf(plain, sizeof(plain), "%.*f", decimals, x);
    int whole = strcspn(plain, ".");
    for (int i = 0; plain[i]; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            text[out++] = ' ';
        text[out++] = plain[i];
    }
    text[out] = 0;
    return text;
}

void add_doubt(char *doubt, size_t size, const char *format, ...)
{
    size_t used = strlen(doubt);
    va_list values;

    if (used)
        used += snprintf(doubt + used, size - used, "; ");
    va_start(values, format);
    if (used < size)
        vsnprintf(doubt + used, size - used, format, values);
    va_end(values);
}
