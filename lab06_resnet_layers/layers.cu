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
    snprintf(p->label, sizeof(p->label), _("layer %d, m, n, k = %lld, %lld, %lld"), layer, p->m,
             p->n, p->k);
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

/* The power of the sum is its joules over the seconds that they took. What one layer does not know,
 * the sum does not know either. */
static void add_energy(struct energy *sum, const struct energy *layer, double weight)
{
    double seconds = sum->joules / sum->watts + weight * layer->joules / layer->watts;

    sum->joules += layer->joules > 0 ? weight * layer->joules : NAN;
    sum->watts = sum->joules / seconds;
    if (!*sum->doubt)
        snprintf(sum->doubt, sizeof(sum->doubt), "%s", layer->doubt);
}

/* The sum of the medians of a method. Percentiles cannot be added, so this row has none. */
static void keep_sum(struct rows *rows, const struct version *v, enum method method, long long side)
{
    const struct row *row = find_part(rows, v->name, method, side, 1);
    int samples = 0;

    if (!row)
        return;
    struct row sum = *row;
    sum.doubt[0] = 0;
    sum.bound_ms = 0;
    sum.time = {};
    sum.energy.joules = 0;
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
        if (row->energy.by)
            add_energy(&sum.energy, &row->energy, weight);
        sum.time.preempted += row->time.preempted;
        samples += row->time.samples;
        sum.time.capped |= row->time.capped;
        sum.time.held |= row->time.held;
        if (row->time.held && (!sum.time.least_sm || row->time.least_sm < sum.time.least_sm))
            sum.time.least_sm = row->time.least_sm;
        if (row->time.samples < sum.time.samples)
            sum.time.samples = row->time.samples;
    }
    if (sum.time.preempted <= samples)
        sum.time.preempted = 0; /* once in a sample is no doubt */
    report_doubt(&sum);
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

/* ---- all layers of a batch of 1, in order ---------------------------------------------------- */

/* Milliseconds of each version, by its place among the run's; 0: not measured. */
static double in_order_ms[MAX_VERSIONS];

/* One pass: every product as often as it occurs, and one wait, at the end. */
static double pass_ms(struct run *run, const struct problem *all)
{
    const struct version *v = all->version;

    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    enter(run, v);
    double start = now_ms();
    for (int i = 0; i < asked.net->count; i++)
        for (int times = count_of(i + 1); times > 0; times--)
            v->run(&all[i]);
    CUDA_CHECK(cudaDeviceSynchronize());
    double ms = now_ms() - start;
    leave(run, v);
    return ms;
}

/* false: the device or the host has no room for all of them at once. */
static bool fit(const struct problem *all)
{
    const struct free_bytes left = count_free_bytes();
    double bytes = 0;

    for (int i = 0; i < asked.net->count; i++)
        for (const struct array *x : { &all[i].a, &all[i].b, &all[i].c })
            bytes += array_needs(x);
    return bytes < left.device / 2 && bytes < left.host / 4; /* which has copies, to compare */
}

static bool goes_in_order(const struct run *run, const struct version *v, long long side)
{
    return on_device(v) && !run->device.is_cpu && !v->known->check.not_timed && asked.batch == 1 &&
           !run->options.sweep && side == run->options.size;
}

/* As a network runs its products, not one by one as a stopwatch wants them. Checks what they put
 * out. false: something is wrong, and the version's line is printed. */
static bool time_in_order(struct run *run, const struct version *v, long long side)
{
    static struct problem all[UNET_LAYERS];
    struct sampling s;
    struct stats time;
    bool fine = true;

    for (int i = 0; i < asked.net->count; i++) {
        const struct shape shape = shape_of_layer(side, i + 1);
        all[i] = problem_of(v, &shape);
    }
    if (!fit(all))
        return true;
    for (int i = 0; i < asked.net->count; i++) {
        fine &= problem_begin(run, &all[i], ", in order");
        array_poison(&all[i].c, v->known->check.poison);
        set_data_pointers(&all[i]);
    }
    s = sampling_begin(&run->report.limits, 1);
    while (fine && sampling_next(&s))
        sampling_keep(&s, 0, pass_ms(run, all), 0);
    sampling_end(&s, &time);
    for (int i = 0; i < asked.net->count; i++) {
        if (fine)
            check_result(&all[i], false);
        problem_end(run, &all[i]);
    }
    in_order_ms[v - run->versions] = time.median_ms;
    return is_ok(run, v, side);
}

static void report_in_order(const struct run *run)
{
    const struct rows *rows = &run->report.rows;
    int lines = 0;

    for (int i = 0; i < run->version_count; i++) {
        const char *name = run->versions[i].name;
        const struct row *sum = main_row(rows, name, run->options.size, 0);
        if (!in_order_ms[i] || !sum)
            continue;
        if (!lines++)
            printf(_("\nall %d products launched in order and waited for once; beside it their "
                     "sum\n"),
                   asked.net->all);
        printf("  %-12s ", name);
        report_cell(9, in_order_ms[i], 4);
        printf(" ms ");
        report_cell(9, sum->time.median_ms, 4);
        printf(" ms\n");
    }
    if (lines)
        printf(_("in the sum each of them starts on an idle GPU, its L2 empty, and is waited for; "
                 "in order the\nnext one is queued when one ends, and may find its inputs in the "
                 "L2\n"));
}

void end_network(struct run *run, const struct version *v, long long side, bool right)
{
    struct rows *rows = &run->report.rows;

    if (right && goes_in_order(run, v, side))
        right = time_in_order(run, v, side);
    if (right) {
        for (int m = 0; m < METHODS; m++)
            keep_sum(rows, v, (enum method)m, side);
        finish_version(run, v, side);
        return;
    }
    /* layers before a wrong one lose their times as well */
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
    printf(_("\nGFLOP/s in each layer; x: how many layers of the network have this shape\n"
             "      m     n     k  x"));
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
    report_in_order(run);
}
