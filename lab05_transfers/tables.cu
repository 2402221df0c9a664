/* Lab 5: what is printed and kept of the times. */
#include "lab05.h"

#ifdef BUILT_FOR_GPU
#define SERIES_SIZE (1 << 24) /* at which FMAs and chunks are varied */
#define OVERLAP_OPS 1000      /* so that kernel and copies take about the same time */
#else
#define SERIES_SIZE (1 << 14)
#define OVERLAP_OPS 10
#endif

/* ---- the main table ------------------------------------------------------------------------- */

void print_head(const struct run *run)
{
    const struct shape shape = run->experiment->shape_of(1);
    const struct transfer *t = (const struct transfer *)shape.own;
    int sweep = run->options.sweep;

    if (run->device.is_cpu)
        printf(_("bus      none: on the CPU device a transfer is a memcpy, there and back\n"));
    else
        report_bus(run);
    printf(_("work     %d FMAs per element and step; cpu_ten, gpu_ten, gpu_ex53: %d steps\n\n"),
           t->ops, t->steps);
    if (sweep)
        printf("%13s ", _(run->lab->counts));
    printf(_("version      check        ms, there and back   kernels  copies |%s\n"),
           sweep ? _("    copies") : _(" vs 1 thread       vs all cores"));
    if (sweep)
        printf("%67s %7s |%10s\n", "ms", "%", "GB/s");
    else
        printf(_("%53s %7s |  kernel  +copies   kernel  +copies\n"), "ms", "%");
}

static double share_of_way(double kernels, double way)
{
    return fmax(0, 1 - kernels / way);
}

void print_cells(const struct report *report, const char *name, long long size)
{
    const struct version *v = versions;
    while (strcmp(v->name, name))
        v++;
    const bool gpu = v->where == FROM_HOST;
    const struct rows *rows = &report->rows;
    const struct row *way = find_row(rows, name, gpu ? WITH_TRANSFERS : WALL, size);
    const struct row *kernels = find_row(rows, name, SYNC, size);
    const char *bases[] = { "cpu_serial", "cpu_openmp" };
    char text[80];

    if (way) { /* else it was only checked */
        double ms = gpu ? kernels->time.median_ms : NAN;
        printf("%24s", report_spread(text, &way->time));
        report_cell(10, ms, 4);
        report_cell(8, gpu ? 100 * share_of_way(ms, way->time.median_ms) : NAN, 1);
        printf(" |");
        if (report->options->sweep)
            report_cell(10, gpu ? rate(way->work.bytes, way) : NAN, 4);
        for (int b = 0; b < 2 && !report->options->sweep; b++) {
            int unlike = gpu && report->device->is_cpu; /* no GPU's time: no speed-up */
            enum method method = gpu ? SYNC : WALL;
            report_cell(b ? 9 : 8, unlike ? NAN : speed_up(rows, bases[b], name, method, size), 4);
            report_cell(9, unlike ? NAN : speed_up(rows, bases[b], name, WITH_TRANSFERS, size), 4);
        }
        if (why_impossible(rows, way))
            printf("\n%20sIMPOSSIBLE: %s", "", why_impossible(rows, way));
    }
    putchar('\n');
}

/* The cells of a row. Bytes are those over the bus, or those of the memory that is read and
 * written. */
void finish_row(const struct run *, struct row *row, const struct problem *p,
                const struct stats times[METHODS])
{
    const struct transfer *t = transfer_of(p);
    const struct way *by = way_of(p->version);
    bool way = row->method == WITH_TRANSFERS, gpu = p->version->where == FROM_HOST;
    int steps = steps_of(p), ops = t->ops, trips = by->many_trips ? steps : 1;
    int chunks = by->in_chunks ? t->chunks : 1;
    const char *memory = by->place ? by->place->name : "pageable";
    double bytes = 4.0 * p->n;
    char tail[64] = ",,pageable,,";

    row->part = t->part;
    row->work.bytes = 2 * bytes * (way ? trips : gpu ? steps : 1);
    if (way)
        snprintf(tail, sizeof(tail), "%d,both,%s,%.4g,%.4f", chunks, memory,
                 2.0 * ops * steps / 8 / trips,
                 share_of_way(times[SYNC].median_ms, times[WITH_TRANSFERS].median_ms));
    else if (gpu)
        snprintf(tail, sizeof(tail), "%d,,device,,", chunks);
    snprintf(row->own, sizeof(row->own), "%d,%d,%s", ops, steps, tail);
}

/* ---- series --------------------------------------------------------------------------------- */

#define VALUES  7
#define COLUMNS 5

enum varied { OPS, CHUNKS };

/* What is varied, over which values, for which versions; the last column is the kernels alone. */
struct series {
    enum varied varied;
    int values[VALUES], count;
    int columns;
    const char *names[COLUMNS]; /* of the columns */
};

void print_line(const char *label, const double *values, int count)
{
    printf("%12s", label);
    for (int i = 0; i < count; i++)
        report_cell(13, values[i], 4);
    putchar('\n');
}

/* A line per value, a column per version: the medians, of versions on the device there and back;
 * NAN where there is none. */
static void print_series(struct run *run, const struct series *s, struct transfer t,
                         double ms[VALUES][COLUMNS])
{
    const struct limits limits = run->report.limits;

    run->report.limits = { limits.samples < 5 ? limits.samples : 5, limits.min_time / 16, 1 };
    printf("%12s", s->varied == OPS ? "FMAs" : _("chunks"));
    for (int c = 0; c < s->columns; c++)
        printf("%13s", s->names[c]);
    putchar('\n');
    for (int i = 0; i < s->count; i++) {
        char label[16];
        *(s->varied == OPS ? &t.ops : &t.chunks) = s->values[i];
        t.part = 10 * s->varied + i + 1;
        const struct shape shape = { .n = t.n, .own = &t };
        for (int c = 0; c < s->columns; c++)
            ms[i][c] = NAN;
        for (int c = 0; c < s->columns - 1; c++) {
            struct stats times[METHODS];
            const struct version *v = find_version(run, s->names[c]);
            if (!time_shape(run, v, &shape, t.n, times) || v->known->check.not_timed)
                continue;
            ms[i][c] = times[v->where == FROM_HOST ? WITH_TRANSFERS : WALL].median_ms;
            if (v->where == FROM_HOST)
                ms[i][s->columns - 1] = times[SYNC].median_ms;
        }
        snprintf(label, sizeof(label), "%d", s->values[i]);
        print_line(label, ms[i], s->columns);
    }
    run->report.limits = limits;
}

static struct transfer transfer_of_series(const struct run *run)
{
    const struct options *o = &run->options;
    long long last = o->sizes[o->size_count - 1], n = last < o->size ? last : o->size;
    struct shape shape = run->experiment->shape_of(n < SERIES_SIZE ? n : SERIES_SIZE);

    return *(const struct transfer *)shape.own;
}

/* From how many FMAs per element on is a version faster than all cores (column 0)? Between two
 * points as on a straight line, both axes logarithmic. 0: at all points; -1: not at the last. */
static double crossing(const struct series *s, const double ms[VALUES][COLUMNS], int c)
{
    int i = s->count;

    while (i > 0 && ms[i - 1][c] < ms[i - 1][0])
        i--;
    if (i == 0 || i == s->count)
        return i ? -1 : 0;
    double behind = log(ms[i - 1][c] / ms[i - 1][0]), ahead = log(ms[i][0] / ms[i][c]);
    return s->values[i - 1] *
           pow((double)s->values[i] / s->values[i - 1], behind / (behind + ahead));
}

void report_worth(struct run *run)
{
    static const struct series s = {
        .varied = OPS,
        .values = { 1, 10, 100, 1000 },
        .count = 4,
        .columns = 5,
        .names = { "cpu_openmp", "gpu_v1", "gpu_ex51", "gpu_ex52", "kernel" },
    };
    const struct transfer t = transfer_of_series(run);
    double ms[VALUES][COLUMNS];

    printf(_("\nwhen are the copies worth it? n = %lld; ms by FMAs per element (4: 1 operation per "
             "byte)\n"),
           t.n);
    print_series(run, &s, t, ms);
    printf(_("how many FMAs per element does it take to beat all cores?"));
    if (run->device.is_cpu)
        printf(_(" unknown: that needs a GPU"));
    putchar('\n');
    for (int c = 1; c < s.columns && !run->device.is_cpu; c++) {
        double ops = crossing(&s, ms, c);
        if (isnan(ms[0][0]) || isnan(ms[0][c]))
            continue;
        if (ops > 0)
            printf(_("  %-12s about %.3g, that is %.3g operations per byte\n"), s.names[c], ops,
                   2 * ops / 8);
        else
            printf("  %-12s %s\n", s.names[c], ops < 0 ? _("not at 1000") : _("already at 1"));
    }
}

/* gpu_ex52 in more and more chunks, against gpu_ex51, where nothing overlaps. */
void report_overlap(struct run *run)
{
    static const struct series s = {
        .varied = CHUNKS,
        .values = { 1, 2, 4, 8, 16, 32, 64 },
        .count = 7,
        .columns = 3,
        .names = { "gpu_ex51", "gpu_ex52", "kernel" },
    };
    struct transfer t = transfer_of_series(run);
    double ms[VALUES][COLUMNS];

    if (is_refused((size_t)t.n * sizeof(float)))
        return;
    t.ops = OVERLAP_OPS;
    t.steps = 1;
    printf(_("\ndo copies and kernels overlap? n = %lld, %d FMAs each, ms%s\n"), t.n, OVERLAP_OPS,
           run->device.is_cpu ? _("; on the CPU device nothing does") : "");
    print_series(run, &s, t, ms);
}
