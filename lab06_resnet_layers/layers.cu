/* Lab 6 - a size is a network: its layers are timed one by one, each has rows of its own, and their
 * sum, each as often as it occurs, is the network's. */
#include "common/engine/parts.h"
#include "common/gemm/gemm.h"
#include "lab06.h"

static int count_of(int layer)
{
    const struct layer_shape *of = &asked.net->layers[layer - 1];

    return of->n == PIXELS || of->k == PIXELS ? of->count * asked.batch : of->count;
}

static struct shape shape_of_layer(long long side, int layer)
{
    return layer_of(asked.net, asked.batch, side, layer);
}

static double elements(const struct shape *s)
{
    return (double)s->m * s->k + (double)s->k * s->n + (double)s->m * s->n;
}

struct shape largest_layer(long long side)
{
    struct shape largest = shape_of_layer(side, 1);

    for (int layer = 2; layer <= asked.net->count; layer++) {
        struct shape s = shape_of_layer(side, layer);
        if (elements(&s) > elements(&largest))
            largest = s;
    }
    return largest;
}

/* What a layer is called in findings, and its weight: how many layers have this shape. */
static void name_layer(struct problem *p)
{
    int layer = number_of(&p->shape);

    if (!layer)
        return;
    p->weight = count_of(layer);
    snprintf(p->label, sizeof(p->label), "layer %d, m, n, k = %lld, %lld, %lld", layer, p->m, p->n,
             p->k);
}

void float_problem(struct problem *p)
{
    gemm_problem(p);
    name_layer(p);
}

void half_problem(struct problem *p)
{
    gemm_problem_of(p, FLOAT16);
    name_layer(p);
}

/* ---- rows ----------------------------------------------------------------------------------- */

static void set_cells(struct row *row, int layer)
{
    row->part = layer;
    snprintf(row->own, sizeof(row->own), "%d,%d,%lld,%s", layer,
             layer ? count_of(layer) : asked.net->all, asked.batch,
             layer ? asked.net->layers[layer - 1].name : "all");
}

void finish_row(const struct run *, struct row *row, const struct problem *p,
                const struct stats[METHODS])
{
    set_cells(row, number_of(&p->shape));
}

/* The sum of the medians of a method. Percentiles cannot be added, so this row has none. */
static void keep_sum(struct rows *rows, const struct version *v, enum method method, long long side)
{
    const struct row *row = find_part(rows, v->name, method, side, 1);
    char cap[80];

    if (!row)
        return;
    struct row sum = *row;
    sum.bound_ms = 0;
    sum.time = {};
    sum.time.samples = row->time.samples;
    sum.work = {};
    sum.work.dtype = row->work.dtype;
    sum.work.size = side;
    for (int layer = 1; layer <= asked.net->count; layer++) {
        double weight = count_of(layer);
        row = find_part(rows, v->name, method, side, layer);
        if (!row) /* TRAIN is of short layers alone */
            return;
        sum.work.flops += weight * row->work.flops;
        sum.work.bytes += weight * row->work.bytes;
        sum.work.floor_ms += weight * row->work.floor_ms;
        sum.bound_ms += weight * row->bound_ms;
        sum.time.median_ms += weight * row->time.median_ms;
        sum.time.preempted += row->time.preempted;
        sum.time.capped |= row->time.capped;
        if (!*sum.doubt && what_caps(cap, row->time.held))
            snprintf(sum.doubt, sizeof(sum.doubt), "%s", row->doubt);
        if (row->time.samples < sum.time.samples)
            sum.time.samples = row->time.samples;
    }
    set_cells(&sum, 0);
    *new_row(rows) = sum;
}

/* The least time of a layer of a reference, or of all of them, by the limits of its card. */
static double least_of_layers(const struct card *card, const struct version *v,
                              const struct row *row)
{
    double least = 0;

    for (int layer = 1; layer <= asked.net->count; layer++) {
        struct shape shape = shape_of_layer(row->work.size, layer);
        struct problem p = problem_of(v, &shape);
        if (p.c.dtype == row->work.dtype && (!row->part || row->part == layer))
            least += (row->part ? 1 : p.weight) * least_ms(card, &p, row->method);
    }
    return least;
}

static void bound_reference_layers(struct run *run)
{
    struct rows *rows = &run->report.reference;
    struct card card = {};

    for (struct row *row = rows->row; row < rows->row + rows->count; row++)
        if (may_bound_row(run, row, &card))
            row->bound_ms =
                fmax(row->bound_ms, least_of_layers(&card, find_version(run, row->version), row));
}

/* ---- a network ------------------------------------------------------------------------------ */

void begin_networks(struct run *run)
{
    run->slow = true;
    run->time_part = 1.0 / asked.net->count;
    run->report.rows.own_columns = "layer,count,batch,name";
    run->report.rows.parts = "layer";
    bound_reference_layers(run);
}

bool time_layer(struct run *run, const struct version *v, long long side, int layer)
{
    const struct shape shape = shape_of_layer(side, layer);
    struct stats times[METHODS];

    return time_shape(run, v, &shape, side, times);
}

void end_network(struct run *run, const struct version *v, long long side, bool right)
{
    struct rows *rows = &run->report.rows;

    if (right) {
        for (int m = 0; m < METHODS; m++)
            keep_sum(rows, v, (enum method)m, side);
        finish_version(run, v, side);
        return;
    }
    /* layers before a wrong one lose their times, too */
    while (rows->count && rows->row[rows->count - 1].work.size == side &&
           !strcmp(rows->row[rows->count - 1].version, v->name))
        rows->count--;
}

/* ---- layer by layer ------------------------------------------------------------------------- */

static const struct row *row_of(const struct run *run, const struct version *v, int layer)
{
    return main_row(&run->report.rows, v->name, run->options.size, layer);
}

/* A line per layer, a column per version. */
void report_layers(const struct run *run)
{
    const struct version *versions = run->experiment->versions;
    bool timed = false;

    for (const struct version *v = versions; v->name; v++)
        timed |= row_of(run, v, 1) != NULL;
    if (run->options.sweep || !timed)
        return;
    printf("\nGFLOP/s in each layer; x: how many layers of the network have this shape\n"
           "      m     n     k  x");
    for (const struct version *v = versions; v->name; v++)
        if (row_of(run, v, 1))
            printf(" %10s", v->name);
    for (int layer = 1; layer <= asked.net->count; layer++) {
        struct shape s = shape_of_layer(run->options.size, layer);
        printf("\n%7lld %5lld %5lld %2d", s.m, s.n, s.k, count_of(layer));
        for (const struct version *v = versions; v->name; v++) {
            const struct row *row = row_of(run, v, layer);
            if (row)
                printf(" %10.1f", rate(row->work.flops, row));
        }
    }
    putchar('\n');
}
