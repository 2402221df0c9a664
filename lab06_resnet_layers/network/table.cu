#include "pass.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

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

static void finish_row(struct row *row, const struct pass *p, int part)
{
    row->part = p->batch_number * ROWS_PER_BATCH + part;
    if (part)
        snprintf(row->own, sizeof(row->own), "%s,%d,%s,,", p->plan.network->name, p->plan.batch,
                 part_names[part - 1]);
    else
        snprintf(row->own, sizeof(row->own), "%s,%d,all,%.6g,%.6g", p->plan.network->name,
                 p->plan.batch, p->plan.batch / row->time.median_ms * 1e3, p->first_ms);
}

/* Operations of a part, from 1 on; 0: of all. The floor: no lane does more than two per clock. */
static struct work work_of(const struct pass *p, int part, const struct device *device)
{
    struct work work = { "float32", p->plan.image, 0, 0, 0, 0, 0, 0 };

    for (int i = 0; i < p->plan.count; i++)
        if (!part || (int)p->plan.steps[i].part == part - 1)
            work.flops += 2.0 * p->plan.steps[i].outputs * p->plan.steps[i].k;
    if (device->peak_gflops > 0)
        work.floor_ms = work.flops / device->peak_gflops / 1e6;
    return work;
}

void keep_times(struct report *report, struct pass *p)
{
    int device = p->version->where != ON_ALL_CORES, count = device ? DEVICE_METHODS : 1;
    struct work work = work_of(p, 0, report->device);

    report_times(report, p->version->name, &work, method_names + (device ? 0 : WALL), count,
                 p->times);
    for (int i = 1; i <= count; i++)
        finish_row(&report->rows.row[report->rows.count - i], p, 0);
    for (int part = 1; part <= PARTS; part++) {
        const struct stats *time = &p->times[count + part - 1];
        if (!(time->median_ms > 0)) /* the network has none */
            continue;
        work = work_of(p, part, report->device);
        report_times(report, p->version->name, &work, &method_names[device ? EVENTS : WALL], 1,
                     time);
        finish_row(&report->rows.row[report->rows.count - 1], p, part);
    }
    p->timed = 1;
}

/* ---- the table ------------------------------------------------------------------------------ */

/* For people; the next seven calls leave it alone. */
static const char *number(double x)
{
    static char texts[8][32];
    static int next;

    return report_number(texts[next++ % 8], x, 3);
}

void print_head(const struct plan *plan, const char *weights, const char *input)
{
    printf("network  %.1f million weights, %s; %.2f GFLOP for %d x %d\ninput    %s\n\n",
           plan->weights / 1e6, weights ? weights : "random (He)", plan->flops / plan->batch / 1e9,
           plan->image, plan->image, input ? input : "random");
    printf("%-12s %-6s %5s %5s %8s %22s %8s %8s | vs cpu_openmp\n%40s %42s%7s %7s\n", "version",
           "check", "image", "batch", "1st pass", "ms (synchronized)", "images/s", "GFLOP/s", "ms",
           "|", "kernel", "+copies");
}

static const struct pass *shown;

/* What follows the name and the state of a version that is right. Without a GPU, its speed-ups
 * would be those of no GPU, and there are none. */
static void cells(const struct report *report, const char *, long long)
{
    const struct pass *p = shown;
    int device = p->version->where != ON_ALL_CORES;
    const struct stats *t = &p->times[device ? SYNC : 0];
    double cpu_ms = device && report->device->is_cpu ? NAN : p->cpu_ms > 0 ? p->cpu_ms : NAN;
    char times[80];

    printf("%5d %5d ", p->plan.image, p->plan.batch);
    if (!p->timed) {
        putchar('\n');
        return;
    }
    printf("%8s %22s %8s %8s |%7s %7s\n", number(p->first_ms), report_spread(times, t),
           number(p->plan.batch / t->median_ms * 1e3), number(p->plan.flops / t->median_ms / 1e6),
           number(cpu_ms / t->median_ms),
           number(device ? cpu_ms / p->times[WITH_TRANSFERS].median_ms : NAN));
}

void print_version(struct report *report, const struct pass *p)
{
    shown = p;
    report->cells = cells;
    report_version(report, p->check, report->options->sizes[0]);
    if (p->off > 0)
        printf("%20slogits differ from those of the file by %.2g of the largest\n", "", p->off);
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
        int batch = 0;
        if (!part_of(row))
            continue;
        sscanf(row->own, "%*[^,],%d", &batch);
        printf("%-12s %5lld %5d", row->version, row->work.size, batch);
        for (; row < end && part_of(row); row++)
            sum += ms[part_of(row)] = row->time.median_ms;
        row--;
        for (int part = 1; part <= PARTS; part++)
            if (ms[part] > 0)
                printf("%7s %3.0f%%", number(ms[part]), 100 * ms[part] / sum);
            else if (there[part])
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
