/* Lab 6, a whole network - what do fast layers make of a forward pass?
 *
 *   make lab06 && ./lab06_network     one image of 224 x 224 through all layers of ResNet-18
 *   ./lab06_network --network resnet50 --image 224,512 --batch 1,8
 *   ./lab06_network --weights resnet18.weights --input cat.input     both by export.py
 *   ./lab06_network --network digits --picture lab06_resnet_layers/network/digits/7.ppm
 *
 * The lesson: a network is as fast as its slowest layers, and a faster product helps only those
 * that multiply. And the first pass is slow: it pays for what all later ones find done.
 *
 * To be read from top to bottom. layers.h says what a network is and how its arrays lie in memory;
 * layers_device.cu and layers_cpu.cu compute it. */
#include <unistd.h>
#include "common/lab.h"
#include "common/gemm/gemm.h"
#include "files.h"
#include "im2col.h"
#include "layers.h"
#include "resnet_layers.h"

/* What shape.own points to, beside the side of the image in shape.n. */
struct pass {
    int batch;
    bool timed; /* of the run, so the image that was given goes in */
};

static const struct pass *pass_of(const struct shape *shape)
{
    return (const struct pass *)shape->own;
}

static struct {
    const struct network *network = networks;
    long long batches[MAX_SIZES] = { 1 };
    int batch_count = 0;
    const char *images = NULL, *weights = NULL, *input = NULL, *picture = NULL;
} asked;

/* The line of the table that comes next, beside its version and the side of the image. */
static struct {
    int batch, batch_number; /* of the list of batches, from 0 */
    double first_ms;         /* of the first pass */
    double off; /* how far the logits are from PyTorch's, of the largest; 0: these are not known */
} line;

static struct array weights;      /* of the network, the same in the whole run */
static float *weights_read;       /* by --weights; NULL: they are random */
static struct picture picture;    /* by --picture */
static struct input input;        /* by --input */
static float *image;              /* of these, at the size of the run; NULL: random numbers */
static float shown[MOST_CLASSES]; /* the logits of that image, */
static bool is_shown;             /* once a version was right */
static char **class_names;        /* NULL: they have numbers */
static double part_ms[PARTS];     /* of the last pass */
static cudaEvent_t between_layers[2 * MAX_STEPS + 1], *recorded; /* NULL: none */
static int one_walk; /* events within a pass cost next to nothing, as on the CPU device */

/* The network at a size; valid until the next call for another one. */
static const struct plan *plan_of(const struct shape *shape)
{
    static struct plan plan;

    if (plan.image != shape->n || plan.batch != pass_of(shape)->batch)
        plan = plan_make(asked.network, shape->n, pass_of(shape)->batch);
    return &plan;
}

/* ---- the versions --------------------------------------------------------------------------- */

/* What the parts of each pass took: the last ones are those that count. */
static struct {
    double ms[PARTS][MAX_SAMPLES];
    int passes;
} parts;

static void keep_parts(void)
{
    for (int part = 0; part < PARTS; part++)
        parts.ms[part][parts.passes % MAX_SAMPLES] = part_ms[part];
    parts.passes++;
}

static void on_cpu(const struct problem *p)
{
    forward_cpu(plan_of(&p->shape), p->c.f32, p->a.f32, (const float *)weights.host, part_ms);
    keep_parts();
}

static void multiply_cublas(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    struct problem p = {};

    p.m = m, p.n = n, p.k = k;
    p.a.f32 = (float *)d_a, p.b.f32 = (float *)d_b, p.c.f32 = d_c;
    gemm_cublas(&p);
}

/* What version.own points to: the product that follows im2col. NULL: the direct convolution. */
static product *const by_v1 = resnet_layers_v1, *const by_ex61 = resnet_layers_ex61,
                      *const by_cublas = multiply_cublas;

static void on_device(const struct problem *p)
{
    product *const *multiply = (product *const *)p->version->own;

    forward_device(plan_of(&p->shape), p->c.f32, p->a.f32, (const float *)weights.device,
                   multiply ? *multiply : NULL, recorded);
}

/* BY_LIBRARY: whether a student's launchers wait is not this program's question but ./lab06's. */
// clang-format off
static const struct version versions[] = {
    { .name = "cpu_openmp", .what = "im2col, product", .where = ON_ALL_CORES, .run = on_cpu },
    { .name = "gpu_v1", .what = "direct convolution", .where = BY_LIBRARY, .run = on_device },
    { .name = "gpu_ex63", .what = "im2col, then the product of v1", .exercise = "6.3",
      .where = BY_LIBRARY, .run = on_device, .own = &by_v1 },
    { .name = "gpu_ex61", .what = "im2col, then the product of ex61", .exercise = "6.1",
      .where = BY_LIBRARY, .run = on_device, .own = &by_ex61 },
    { .name = "cublas", .what = "needs a GPU and cuBLAS", .where = BY_LIBRARY,
      .run = gemm_cublas ? on_device : NULL, .own = &by_cublas },
    {},
};
// clang-format on

/* ---- a pass as a problem -------------------------------------------------------------------- */

static void problem(struct problem *p)
{
    const struct plan *plan = plan_of(&p->shape);

    p->a = array_of(FLOAT32, plan->input);
    p->a.name = p->a.device_name = _("the image");
    p->a.has_scale = true; /* between -1 and 1: a ReLU6 would cut larger ones to 6 */
    p->a.given = pass_of(&p->shape)->timed ? image : NULL;
    p->c = array_of(FLOAT32, plan->outputs + 2 * plan->columns);
    p->c.name = p->c.device_name = _("the layers and im2col's matrices");
    p->flops = plan->flops;
    p->must.result_bytes =
        4.0 * plan->network->classes * plan->batch; /* no pass can do without its logits */
    p->scratch = plan->weights * sizeof(float);
    p->patient = plan->input > 3 * 64 * 64; /* what has no end is found at a smaller one */
    snprintf(p->label, sizeof(p->label), _("image %d, batch %d"), plan->image, plan->batch);
}

static struct shape shape_of(long long side)
{
    static struct pass pass;

    pass = { .batch = line.batch, .timed = true };
    return { .n = side, .own = &pass };
}

/* The size at which cpu_openmp must agree with the reference: 24, 12, 6, 3, 2 a side. */
static const struct pass two_images = { .batch = 2, .timed = false };
static const struct shape awkward[] = { { .n = 47, .own = &two_images }, {} };

/* ---- is it right? --------------------------------------------------------------------------- */

struct elements {
    const struct step *step;
    const size_t *at; /* which ones; NULL: all */
};

/* layer2.0.conv1 (3x3, stride 2) [image][row][column][channel] */
static void name_element(char *text, size_t size, size_t i, const void *elements)
{
    const struct elements *e = (const struct elements *)elements;
    const struct step *s = e->step;
    size_t at = e->at ? e->at[i] : i, pixel = at / s->out_channels;

    snprintf(text, size, _("%s (%dx%d, stride %d) [%zu][%zu][%zu][%zu]"), s->name, s->kernel,
             s->kernel, s->stride, pixel / s->out_width / s->out_height,
             pixel / s->out_width % s->out_height, pixel % s->out_width, at % s->out_channels);
}

/* Compares numbers of a layer. The error that float32 may have there is relative to the largest of
 * them. A dot product of length K errs by about eps sqrt(K) / 4 of that (eps = 2^-23). Errors of
 * the layers before arrive mixed, and errors of either sign add up as the square root of the sum of
 * their squares. With K summed over the layers so far, right kernels err by 0.33 eps
 * sqrt(K) at most in both ResNets and by 0.87 in MobileNetV2 (images of 96 and 224, three seeds).
 * Allowed are 2, which is 3e-6 at first and 6e-5 at last. Numbers of half precision, 11 bits, miss
 * it: 5e-5 after the first layer. */
static void check_numbers(struct check *check, const struct plan *plan, int layer, const float *got,
                          const float *want, size_t count, const size_t *at)
{
    const struct elements elements = { &plan->steps[layer], at };
    double k = 0, most = 0;

    for (int i = 0; i <= layer; i++)
        k += plan->steps[i].k;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, fabs(want[i]));
    check_output(check, got, want, count, most <= FLT_MAX ? 2 * 0x1p-23 * sqrt(k) * most : 0, 0,
                 name_element, &elements);
}

/* A layer of cpu_openmp against the reference, which takes what the layers before have put out: all
 * of its numbers, or where that would take minutes 2,000 that are drawn at random. */
#define DRAWN 2000

static void check_cpu(struct check *check, const struct problem *p, int layer, int all,
                      const float *outputs)
{
    const struct plan *plan = plan_of(&p->shape);
    const struct step *s = &plan->steps[layer];
    const size_t count = all ? s->outputs : DRAWN;
    float *want = (float *)host_memory(count * sizeof(*want));
    float *got = (float *)host_memory(count * sizeof(*got));
    size_t *at = (size_t *)host_memory(count * sizeof(*at));

#pragma omp parallel for
    for (size_t j = 0; j < count; j++) {
        at[j] = all ? j : random_bits(p->seed, layer, j) % s->outputs;
        want[j] = (float)reference_at(s, outputs, (const float *)p->a.host,
                                      (const float *)weights.host, at[j]);
        got[j] = outputs[s->output + at[j]];
    }
    check_numbers(check, plan, layer, got, want, count, at);
    free(want);
    free(got);
    free(at);
}

/* What the pass has left of your im2col's first matrix must be exactly right. If not, the
 * version is WRONG, todo, or skipped. */
static int im2col_is_right(struct check *check, const struct problem *p)
{
    const struct plan *plan = plan_of(&p->shape);
    const struct step *s = &plan->steps[0];
    const size_t count = (size_t)s->batch * s->out_height * s->out_width * s->k;
    struct check probe = *check;

    if (images_at_once(s) < s->batch) /* then only a part of it is left */
        return 1;
    float *want = (float *)host_memory(count * sizeof(float));
    im2col(want, (const float *)p->a.host, s->batch, s->height, s->width, s->channels, s->kernel,
           s->stride, s->padding);
    probe.todo = "6.3";
    check_at(&probe, "%s, im2col of conv1", check->at);
    check_output(&probe, (const float *)p->c.host + plan->outputs + plan->columns, want, count, 0,
                 0, NULL, NULL);
    free(want);
    if (!probe.wrong && !probe.unwritten[0])
        return 1;
    if (probe.wrong || (check->todo && !strcmp(check->todo, "6.3")))
        *check = probe;
    else
        check->skip = _("needs your im2col, TODO(6.3)");
    return 0;
}

#define LOGITS_AGREE 1e-4 /* of the largest; two programs in float32 differ by some 1e-6 */

/* Against what PyTorch computed of the same image. */
static void check_logits(struct check *check, const float *got, size_t count)
{
    double error = 0, largest = 0;

    for (size_t i = 0; i < count; i++) {
        double e = fabs((double)got[i] - input.logits[i]);
        error = e <= error ? error : e; /* a NaN stays */
        largest = fmax(largest, fabs(input.logits[i]));
    }
    line.off = error / largest;
    if (!(error <= LOGITS_AGREE * largest))
        check_fail(check, "logits differ from those of the file by %.2g of the largest, allowed %g",
                   line.off, LOGITS_AGREE);
}

/* Layer by layer, until one is wrong or not written: cpu_openmp against the reference; the others
 * against cpu_openmp, after a look at some of its own numbers. */
static void check_layers(struct check *check, const struct problem *p, int on_cpu)
{
    const struct plan *plan = plan_of(&p->shape);
    const float *got = (const float *)p->c.host;
    float *want = (float *)host_memory(plan->outputs * sizeof(float));
    struct check cpu = *check;
    double ms[PARTS];

    check_at(&cpu, "%s, by cpu_openmp", check->at);
    if (!on_cpu)
        forward_cpu(plan, want, (const float *)p->a.host, (const float *)weights.host, ms);
    for (int i = 0; i < plan->count && !cpu.wrong && !check->wrong && !check->unwritten[0]; i++) {
        const struct step *s = &plan->steps[i];
        if (on_cpu)
            check_cpu(check, p, i, !pass_of(&p->shape)->timed, got);
        else {
            check_cpu(&cpu, p, i, 0, want);
            check_numbers(check, plan, i, got + s->output, want + s->output, s->outputs, NULL);
        }
        check_gap(check, got + s->output + s->outputs);
    }
    if (cpu.wrong)
        *check = cpu;
    free(want);
}

static void compare(struct check *check, const struct problem *p)
{
    const struct version *v = p->version;
    const struct plan *plan = plan_of(&p->shape);
    const struct step *last = &plan->steps[plan->count - 1];
    const float *logits = (const float *)p->c.host + last->output;

    if (v->where != ON_ALL_CORES)
        array_fetch(&p->c); /* the stopwatch has copied only the logits */
    check_unchanged(check, _("the weights"),
                    &weights); /* first: else a layer is wrong for that alone */
    if (v->own && !im2col_is_right(check, p))
        return;
    check_layers(check, p, v->where == ON_ALL_CORES);
    check_guards(check, _("the weights"), &weights);
    if (!p->a.given || check_state(check) != STATE_OK)
        return;
    memcpy(shown, logits, plan->network->classes * sizeof(*shown));
    is_shown = true;
    if (input.logits)
        check_logits(check, logits, last->outputs);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* What the layers took, by their events. */
static void read_events(const struct plan *plan)
{
    float ms;

    memset(part_ms, 0, sizeof(part_ms));
    for (int i = 0; i < plan->count; i++) {
        CUDA_CHECK(cudaEventElapsedTime(&ms, between_layers[2 * i], between_layers[2 * i + 1]));
        part_ms[plan->steps[i].part] += ms;
        CUDA_CHECK(cudaEventElapsedTime(&ms, between_layers[2 * i + 1], between_layers[2 * i + 2]));
        part_ms[ELEMENTWISE] += ms;
    }
}

/* The stopwatches of lab 1 on one pass, then events between the layers. These cost time themselves,
 * so on a GPU they get a pass of their own. */
static void one_pass(const struct version *v, const struct problem *p, double ms[])
{
    const struct plan *plan = plan_of(&p->shape);
    const struct step *last = &plan->steps[plan->count - 1];
    float event_ms = 0;

    double begin = now_ms();
    CUDA_CHECK(cudaMemcpy(p->a.device, p->a.host, p->a.bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(p->before, 0));
    recorded = one_walk ? between_layers : NULL;
    double start = now_ms();
    v->run(p);
    ms[NO_SYNC] = now_ms() - start; /* THE PITFALL of lab 1: all layers are queued, no more */
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start;
    CUDA_CHECK(cudaMemcpy((float *)p->c.host + last->output, p->c.f32 + last->output,
                          last->outputs * sizeof(float), cudaMemcpyDeviceToHost));
    ms[WITH_TRANSFERS] = now_ms() - begin; /* an image in, its logits out; the weights stay there */
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, p->before, p->after));
    ms[EVENTS] = event_ms;
    if (!one_walk) {
        flush_l2();
        recorded = between_layers;
        v->run(p);
        CUDA_CHECK(cudaDeviceSynchronize());
    }
    recorded = NULL;
    read_events(plan);
    keep_parts();
}

/* ---- rows of the CSV ------------------------------------------------------------------------ */

static const char *const part_names[PARTS] = {
    "conv 7x7", "conv 3x3", "conv 1x1", "depthwise", "downsample", "pool", "fc", "elementwise"
};

/* A row is about one part (from 1) of one batch, or about all its parts (0). */
#define ROWS_PER_BATCH (PARTS + 1)

static int part_of(const struct row *row)
{
    return row->part % ROWS_PER_BATCH;
}

static void finish_row(const struct run *, struct row *row, const struct problem *p,
                       const struct stats[METHODS])
{
    const struct plan *plan = plan_of(&p->shape);

    row->part = line.batch_number * ROWS_PER_BATCH;
    snprintf(row->own, sizeof(row->own), "%s,%d,all,%.6g,%.6g", plan->network->name, plan->batch,
             plan->batch / row->time.median_ms * 1e3, line.first_ms);
}

/* A row for each part of a version that has just been timed, from its last passes: those before
 * have warmed up. */
static void keep_rows_of_parts(struct run *run, const struct version *v, long long side)
{
    const int first_row = line.batch_number * ROWS_PER_BATCH;
    const struct row *whole = main_row(&run->report.rows, v->name, side, first_row);
    const struct shape shape = shape_of(side);
    const struct plan *plan = plan_of(&shape);
    static double ms[MAX_SAMPLES];

    if (!whole)
        return;
    const int samples = whole->time.samples;
    const struct work work = whole->work; /* report_time moves the rows */
    for (int part = 0; part < PARTS; part++) {
        for (int i = 0; i < samples; i++)
            ms[i] = parts.ms[part][(parts.passes - samples + i) % MAX_SAMPLES];
        struct stats time = stats_of(ms, samples);
        if (!(time.median_ms > 0)) /* the network has no such part */
            continue;
        struct work of_part = work;
        of_part.flops = plan->part_flops[part];
        of_part.floor_ms *= of_part.flops / plan->flops;
        struct row *row = report_time(&run->report, v->name, &of_part,
                                      v->where == ON_ALL_CORES ? WALL : EVENTS, &time);
        row->part = first_row + part + 1;
        snprintf(row->own, sizeof(row->own), "%s,%d,%s,,", plan->network->name, plan->batch,
                 part_names[part]);
    }
}

/* ---- the table ------------------------------------------------------------------------------ */

static void print_head(const struct run *run)
{
    int side = run->options.sizes[0];
    struct plan plan = plan_make(asked.network, side, 1);
    const char *input = asked.input ? asked.input : asked.picture;

    printf(_("network  %.3g million weights, %s; %.3g GFLOP for %d x %d\ninput    %s\n\n"),
           plan.weights / 1e6, asked.weights ? asked.weights : _("random (He)"), plan.flops / 1e9,
           side, side, input ? input : _("random"));
    printf(
        _("version      check  image batch 1st pass      ms (synchronized) images/s  GFLOP/s | vs "
          "cpu_openmp\n%40s %42s kernel +copies\n"),
        "ms", "|");
}

/* What follows the name and the state of a version that is right. Without a GPU, versions on the
 * device get no speed-ups. */
static void print_cells(const struct report *report, const char *version, long long side)
{
    const int part = line.batch_number * ROWS_PER_BATCH;
    const struct row *row = main_row(&report->rows, version, side, part);
    const struct row *cpu = find_part(&report->rows, "cpu_openmp", WALL, side, part);
    const struct row *copies = find_part(&report->rows, version, WITH_TRANSFERS, side, part);
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
        printf(_("%20slogits differ from those of the file by %.2g of the largest\n"), "",
               line.off);
}

/* For every version, image and batch: each part's time and share. Rows of parts lie together. */
static void print_parts(const struct report *report)
{
    const struct row *end = report->rows.row + report->rows.count;
    int there[ROWS_PER_BATCH] = { 0 }; /* parts that the network has */

    if (report->rows.count == 0)
        return;
    for (const struct row *row = report->rows.row; row < end; row++)
        there[part_of(row)] = 1;
    printf(_("\nms, share    image batch"));
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

/* The likeliest classes, up to five, by softmax: e^logit over the sum of all of these. */
static void print_classes(const float *logits)
{
    const int classes = asked.network->classes;
    double powers[MOST_CLASSES] = { 0 }, largest = logits[0], sum = 0;

    for (int c = 0; c < classes; c++)
        largest = fmax(largest, logits[c]);
    for (int c = 0; c < classes; c++)
        sum += powers[c] = exp(logits[c] - largest); /* none is above 1 */
    printf(_("classes "));
    for (int rank = 0; rank < 5; rank++) {
        int best = 0;
        for (int c = 1; c < classes; c++)
            best = powers[c] > powers[best] ? c : best;
        printf("%s %d%s%s: %.1f %%", rank ? "," : "", best, class_names ? " " : "",
               class_names ? class_names[best] : "", 100 * powers[best] / sum);
        powers[best] = -1; /* not again */
    }
    putchar('\n');
}

/* ---- options -------------------------------------------------------------------------------- */

static char title[64], banner[80], size_option[32];
static const struct lab lab = {
    .name = "lab06_network",
    .title = title,
    .banner = banner,
    .exercise = "lab06_resnet_layers/resnet_layers.cu",
    .counts = "image side",
    .rate = FLOPS,
    .unit = "GFLOP/s",
    .ceiling = "peak",
    .size = 224,
    .quick_size = 32,
    .min_size = LEAST_SIDE,
    .max_size = MOST_SIDE,
    .sweep = "32,64,128,224,512,1024",
};

static int read_network(const char *text)
{
    for (asked.network = networks; asked.network->name; asked.network++)
        if (!strcmp(asked.network->name, text))
            return 0;
    return -1;
}

// clang-format off
static const struct own_option own_options[] = {
    { .name = "network", .value = "NAME",
      .what = "resnet18, resnet50, mobilenet_v2 or digits (default resnet18)",
      .expects = "must be resnet18, resnet50, mobilenet_v2 or digits", .read = read_network },
    { .name = "image", .value = "A,B,C", .what = "sides of the image, 32 to 4096 (default --size)",
      .expects = "must be whole numbers from 32 to 4096, with commas between",
      .keep = &asked.images },
    { .name = "batch", .value = "A,B,C", .what = "images at once, 1 to 4096 (default 1)",
      .whole = asked.batches, .min = 1, .max = MOST_BATCH, .count = &asked.batch_count,
      .most = MAX_SIZES },
    { .name = "weights", .value = "FILE",
      .what = "by network/export.py (default: random ones of --seed)",
      .expects = "must be the name of a file", .keep = &asked.weights },
    { .name = "input", .value = "FILE",
      .what = "by network/export.py (default: random ones of --seed)",
      .expects = "must be the name of a file", .keep = &asked.input },
    { .name = "picture", .value = "FILE",
      .what = "a JPEG, PNG or PPM, for all images (default: random)",
      .expects = "must be the name of a file", .keep = &asked.picture },
    {},
};
// clang-format on

static void options_read(struct run *run)
{
    struct options *o = &run->options;
    int sized = o->sweep || o->size != (o->quick ? lab.quick_size : lab.size);

    if (asked.input && (asked.images || asked.batch_count || sized))
        options_usage(&lab,
                      "--input: says itself how many images of which size; leave out --image, "
                      "--batch and --size");
    if (asked.images && sized)
        options_usage(&lab, "--image: says the sizes; leave out --size, --sizes and --sweep");
    if (asked.input && asked.picture)
        options_usage(&lab, "--input and --picture: give one of them");
    if (asked.images)
        options_sizes("--image", asked.images, o);
    asked.batch_count += !asked.batch_count; /* then it is 1 */
    if (!asked.weights)
        asked.weights = asked.network->trained;
    if (!sized && !o->quick && !asked.images)
        o->sizes[0] = asked.network->side;
    if (asked.picture)
        picture = read_picture(&lab, asked.picture);
    if (asked.input) {
        input = read_input(&lab, asked.input, asked.network->classes);
        image = input.image;
        o->sizes[0] = input.side;
        asked.batches[0] = input.batch;
    }
    const struct plan plan = plan_make(asked.network, LEAST_SIDE, 1); /* weights fit any size */
    if (asked.weights) {
        weights_read = (float *)host_memory(plan.weights * sizeof(float));
        read_weights(&lab, asked.weights, &plan, weights_read);
        class_names = read_class_names(&lab, asked.weights, asked.network->classes);
    }
    o->size = o->sizes[0];
    o->sweep = o->size_count > 1; /* for the banner */
    for (int b = 0; b < asked.batch_count; b++)
        line.batch = fmax(line.batch, asked.batches[b]);
    snprintf(size_option, sizeof(size_option), "--batch %d --image", line.batch);
    o->size_option = size_option;
    snprintf(title, sizeof(title), "Lab 6 - a forward pass of %s, float32", asked.network->name);
    snprintf(banner, sizeof(banner), _("Lab 6 - a forward pass of %s, float32"),
             asked.network->name);
}

/* ---- the run -------------------------------------------------------------------------------- */

static const struct hooks hooks = {
    .options = own_options,
    .options_read = options_read,
    .print_head = print_head,
    .finish_row = finish_row,
};

static const struct experiment experiment = {
    .versions = versions,
    .shape_of = shape_of,
    .problem = problem,
    .compare = compare,
    .shapes = { .awkward = awkward, .own_bytes = sizeof(struct pass) },
    .stopwatches = { one_pass },
    .hooks = &hooks,
};

static void begin(struct run *run)
{
    const struct plan plan = plan_make(asked.network, LEAST_SIDE, 1);

    weights = array_of(FLOAT32, plan.weights);
    array_allocate(&weights);
    if (weights_read)
        memcpy(weights.host, weights_read, weights.bytes);
    else
        random_weights((float *)weights.host, &plan, run->options.seed);
    array_send(&weights);
    for (cudaEvent_t &event : between_layers)
        CUDA_CHECK(cudaEventCreate(&event));
    one_walk = run->device.is_cpu;
    run->slow = true;
    run->report.cells = print_cells;
    run->report.rows.own_columns = "network,batch,layer_type,images_s,first_ms";
    run->options.sweep = 0; /* each line says its size */
}

/* A version at a size, unless it is known not to be right: then its line has been printed. */
static void try_version(struct run *run, const struct version *v, long long side)
{
    const struct check *check = &v->known->check;

    if (check->version && check_state(check) != STATE_OK)
        return;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, _("%s, image %lld, batch %d ...\033[K\r"), v->name, side, line.batch);
    line.off = 0;
    line.first_ms = v->run ? time_once(run, v->name, side) : 0;
    if (check_version(run, v)) {    /* right at the awkward size? */
        time_version(run, v, side); /* times it, and also checks the timed output */
        keep_rows_of_parts(run, v, side);
    }
}

static void try_size(struct run *run, long long side)
{
    if (picture.rgb) {
        image = (float *)host_memory((size_t)line.batch * side * side * 3 * sizeof(float));
        picture_input(&picture, image, side, line.batch);
    }
    for (const struct version *v; next_version(run, &v);)
        if (!run->known[0].check.wrong) /* of cpu_openmp, with which all others must agree */
            try_version(run, v, side);
    if (is_shown && asked.weights) /* random ones see nothing */
        print_classes(shown);
    if (picture.rgb)
        free(image);
}

int main(int argc, char **argv)
{
    struct run *run = run_begin(argc, argv, &lab, &experiment); /* options, device, banner */

    begin(run);
    int right = check_version(run, find_version(run, "cpu_openmp"));
    for (long long side; right && next_size(run, &side);)
        for (int b = 0; b < asked.batch_count; b++) {
            line.batch = asked.batches[line.batch_number = b];
            try_size(run, side);
        }
    print_parts(&run->report);
    report_methods(&run->report, run->options.sizes[0]);
    if (run->options.size_count * asked.batch_count == 1 && !asked.input &&
        asked.network->classes == 1000)
        printf(_("left out larger images and batches: --image 224,512,1024 --batch 1,8\n"));
    array_free(&weights);
    for (cudaEvent_t event : between_layers)
        cudaEventDestroy(event); /* unchecked, as in array_free */
    return run_end(run);
}
