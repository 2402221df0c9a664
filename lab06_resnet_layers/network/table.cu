/* Lab 6, a whole network - rows of the CSV, and the table. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "network.h"

/* ---- rows of the CSV ------------------------------------------------------------------------ */

const char network_columns[] = "network,batch,layer_type,images_s,first_ms";
static const char *const part_names[PARTS] = {
    "conv 7x7", "conv 3x3", "conv 1x1", "depthwise", "downsample", "pool", "fc", "elementwise"
};

/* A row is about one part (from 1) of one batch, or about all its parts (0). */
#define ROWS_PER_BATCH (PARTS + 1)

static int part_of(const struct row *row)
{
    return row->part % ROWS_PER_BATCH;
}

/* The floor of a part: no lane does more than two operations per clock. */
static void only_part(struct work *work, const struct plan *plan, int part, double peak_gflops)
{
    work->flops = 0;
    for (int i = 0; i < plan->count; i++)
        if ((int)plan->steps[i].part == part - 1)
            work->flops += 2.0 * plan->steps[i].outputs * plan->steps[i].k;
    work->floor_ms = work->floor_ms > 0 ? work->flops / peak_gflops / 1e6 : 0;
}

void finish_row(const struct run *run, struct row *row, const struct version *,
                const struct problem *p, const struct stats[TIMES])
{
    const struct plan *plan = plan_of(&p->shape);
    int part = row->part;

    row->part += line.batch_number * ROWS_PER_BATCH;
    if (part) {
        only_part(&row->work, plan, part, run->device.peak_gflops);
        snprintf(row->own, sizeof(row->own), "%s,%d,%s,,", plan->network->name, plan->batch,
                 part_names[part - 1]);
    } else
        snprintf(row->own, sizeof(row->own), "%s,%d,all,%.6g,%.6g", plan->network->name,
                 plan->batch, plan->batch / row->time.median_ms * 1e3, line.first_ms);
}

/* ---- the table ------------------------------------------------------------------------------ */

void print_head(const struct run *run)
{
    int side = run->options.sizes[0];
    struct plan plan = plan_make(asked.network, side, 1);
    const char *input = asked.input ? asked.input : asked.picture;

    printf("network  %.1f million weights, %s; %.2f GFLOP for %d x %d\ninput    %s\n\n",
           plan.weights / 1e6, asked.weights ? asked.weights : "random (He)", plan.flops / 1e9,
           side, side, input ? input : "random");
    printf("%-12s %-6s %5s %5s %8s %22s %8s %8s | vs cpu_openmp\n%40s %42s%7s %7s\n", "version",
           "check", "image", "batch", "1st pass", "ms (synchronized)", "images/s", "GFLOP/s", "ms",
           "|", "kernel", "+copies");
}

/* What follows the name and the state of a version that is right. Without a GPU, its speed-ups
 * would be those of no GPU, and there are none. */
void print_cells(const struct report *report, const char *version, long long side)
{
    const int part = line.batch_number * ROWS_PER_BATCH;
    const struct row *row = main_row(&report->rows, version, side, part);
    const struct row *cpu = find_part(&report->rows, "cpu_openmp", "wall", side, part);
    const struct row *copies = find_part(&report->rows, version, "with_transfers", side, part);
    char times[80];

    printf("%5lld %5d ", side, line.batch);
    if (row) {
        double cpu_ms = cpu && (row == cpu || !report->device->is_cpu) ? cpu->time.median_ms : NAN;
        report_cell(8, line.first_ms, 3);
        printf(" %22s ", report_spread(times, &row->time));
        report_cell(8, line.batch / row->time.median_ms * 1e3, 3);
        report_cell(9, rate(row->work.flops, row), 3);
        printf(" |");
        report_cell(7, cpu_ms / row->time.median_ms, 3);
        report_cell(8, copies ? cpu_ms / copies->time.median_ms : NAN, 3);
    }
    putchar('\n');
    if (line.off > 0)
        printf("%20slogits differ from those of the file by %.2g of the largest\n", "", line.off);
}

/* Of every version, image and batch: how its time falls to the parts, whose rows follow one
 * another. */
void print_parts(const struct report *report)
{
    const struct row *end = report->rows.row + report->rows.count;
    int there[ROWS_PER_BATCH] = { 0 }; /* parts that the network has */

    if (report->rows.count == 0)
        return;
    for (const struct row *row = report->rows.row; row < end; row++)
        there[part_of(row)] = 1;
    printf("\n%-12s %5s %5s", "ms, share", "image", "batch");
    for (int part = 1; part <= PARTS; part++)
        if (there[part])
            printf("%12s", part_names[part - 1]);
    putchar('\n');
    for (const struct row *row = report->rows.row; row < end; row++) {
        double ms[ROWS_PER_BATCH] = { 0 }, sum = 0;
        if (!part_of(row))
            continue;
        printf("%-12s %5lld %5lld", row->version, row->work.size,
               asked.batches[row->part / ROWS_PER_BATCH]);
        for (; row < end && part_of(row); row++)
            sum += ms[part_of(row)] = row->time.median_ms;
        row--;
        for (int part = 1; part <= PARTS; part++)
            if (ms[part] > 0) {
                report_cell(7, ms[part], 3);
                printf(" %3.0f%%", 100 * ms[part] / sum);
            } else if (there[part])
                printf("%12s", "-");
        putchar('\n');
    }
}

/* Softmax: e^logit over the sum of all of these. */
void print_classes(const float *logits)
{
    double first = logits[0], most = INFINITY, sum = 0;

    for (int c = 0; c < CLASSES; c++)
        first = fmax(first, logits[c]);
    for (int c = 0; c < CLASSES; c++)
        sum += exp(logits[c] - first); /* none is above 1 */
    printf("classes ");
    for (int rank = 0; rank < 5; rank++) {
        int best = -1;
        for (int c = 0; c < CLASSES; c++)
            if (logits[c] < most && (best < 0 || logits[c] > logits[best]))
                best = c;
        most = logits[best];
        printf("%s %d: %.1f %%", rank ? "," : "", best, 100 * exp(most - first) / sum);
    }
    putchar('\n');
}
