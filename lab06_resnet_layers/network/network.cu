/* Lab 6, a whole network - what do fast layers make of a forward pass?
 *
 *   make lab06 && ./lab06_network     one image of 224 x 224 through all layers of ResNet-18
 *   ./lab06_network --network resnet50 --image 224,512 --batch 1,8
 *   ./lab06_network --weights resnet18.weights --input cat.input     both by export.py
 *
 * The lesson: a network is as fast as its slowest layers, and a faster product helps only those
 * that multiply. And the first pass is slow: it pays for what all later ones find done.
 *
 * To be read from top to bottom. layers.h says what a network is and how its arrays lie in memory;
 * layers_device.cu and layers_cpu.cu compute it. */
#include <unistd.h>
#include "common/lab.h"
#include "common/gemm.h"
#include "common/supervisor.h"
#include "im2col.h"
#include "pass.h"
#include "picture.h"
#include "resnet_layers.h"
#include "tensors.h"

#define LOGITS_AGREE 1e-4 /* of the largest; two programs in float32 differ by some 1e-6 */

/* ---- the versions --------------------------------------------------------------------------- */

static void multiply_cublas(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    struct problem p = {};

    p.m = m, p.n = n, p.k = k;
    p.a.f32 = (float *)d_a, p.b.f32 = (float *)d_b, p.c.f32 = d_c;
    gemm_cublas(&p);
}

static const struct contender versions[] = {
    { "cpu_openmp", "all cores, im2col and product", NULL, ON_ALL_CORES, NULL },
    { "gpu_v1", "direct convolution, given", NULL, ON_DEVICE, NULL },
    { "gpu_ex63", "im2col, then the product of v1", "6.3", ON_DEVICE, resnet_layers_v1 },
    { "gpu_ex61", "im2col, then the product of ex61", "6.1", ON_DEVICE, resnet_layers_ex61 },
    { "cublas", "needs a GPU and cuBLAS", NULL, BY_LIBRARY, gemm_cublas ? multiply_cublas : NULL },
};
#define VERSIONS (int)(sizeof(versions) / sizeof(*versions))

static int on_device(const struct pass *p)
{
    return p->version->where != ON_ALL_CORES;
}

/* ---- one pass ------------------------------------------------------------------------------- */

static void on_the_device(const struct pass *p, cudaEvent_t *events)
{
    forward_device(&p->plan, (float *)p->outputs.device, (const float *)p->weights->device,
                   (float *)p->columns.device, p->version->multiply, events);
}

static void on_cpu(const struct pass *p, float *outputs, double ms[PARTS])
{
    forward_cpu(&p->plan, outputs, (const float *)p->weights->host, ms);
}

static void send_image(const struct pass *p)
{
    CUDA_CHECK(cudaMemcpy(p->outputs.device, p->want, p->plan.input * sizeof(float),
                          cudaMemcpyHostToDevice));
}

static const struct step *last_step(const struct pass *p)
{
    return &p->plan.steps[p->plan.count - 1];
}

/* Between enter and leave only the version runs; a program that ends there is WRONG. */
static void enter(const struct pass *p)
{
    supervised()->patient = !on_device(p) || p->plan.input > 3 * 224 * 224;
    cuda_check_finds_for(p->check);
    watch_version(p->version->name, p->check->at);
}

/* Waits for the device. 1: nothing failed. */
static int leave(const struct pass *p)
{
    device_finished(p->check);
    supervised()->inside = 0;
    cuda_check_finds_for(NULL);
    return !p->check->wrong;
}

/* ---- is it right? --------------------------------------------------------------------------- */

/* The error that float32 may have at the output of a layer, measured by the largest number there.
 * A dot product of length K errs by about eps sqrt(K) / 4 of that (eps = 2^-23). What the layers
 * before have erred arrives mixed, and errors of either sign add up as the square root of the sum
 * of their squares. With K summed over the layers so far, right kernels err by 0.33 eps sqrt(K) at
 * most in both ResNets and by 0.87 in MobileNetV2 (images of 96 and 224, three seeds). Allowed are
 * 2, which is 3e-6 at first and 6e-5 at last. Numbers of half precision, 11 bits, miss it: 5e-5
 * after the first layer. */
static double allowed(const struct pass *p, int step, const float *want, size_t count)
{
    double k = 0, most = 0;

    for (int i = 0; i <= step; i++)
        k += p->plan.steps[i].k;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, fabs(want[i]));
    return most <= FLT_MAX ? 2 * 0x1p-23 * sqrt(k) * most : 0;
}

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

    snprintf(text, size, "%s (%dx%d, stride %d) [%zu][%zu][%zu][%zu]", s->name, s->kernel,
             s->kernel, s->stride, pixel / s->out_width / s->out_height,
             pixel / s->out_width % s->out_height, pixel % s->out_width, at % s->out_channels);
}

/* All numbers of a layer, and the gap behind them. */
static void check_layer(const struct pass *p, int i)
{
    const struct step *s = &p->plan.steps[i];
    const float *got = (const float *)p->outputs.host + s->output, *want = p->want + s->output;
    struct elements all = { s, NULL };

    check_output(p->check, got, want, s->outputs, allowed(p, i, want, s->outputs), 0, name_element,
                 &all);
    check_guard(p->check, got + s->outputs);
}

#define DRAWN 2000

/* Numbers of a layer that are drawn at random, computed anew from what the layers before have put
 * out: of cpu_openmp, with which the versions of the device are then compared. */
static void check_drawn(const struct pass *p, int i)
{
    static float got[DRAWN], want[DRAWN];
    static size_t at[DRAWN];
    const struct step *s = &p->plan.steps[i];
    const float *outputs = (const float *)p->outputs.host;
    struct elements drawn = { s, at };

#pragma omp parallel for
    for (int j = 0; j < DRAWN; j++) {
        at[j] = random_bits(p->seed, i, j) % s->outputs;
        want[j] = (float)reference_at(s, outputs, (const float *)p->weights->host, at[j]);
        got[j] = outputs[s->output + at[j]];
    }
    check_output(p->check, got, want, DRAWN, allowed(p, i, want, DRAWN), 0, name_element, &drawn);
}

/* From the first layer on, until one is wrong, or not written. */
static void check_layers(const struct pass *p)
{
    for (int i = 0; i < p->plan.count && !p->check->wrong && !p->check->unwritten[0]; i++)
        if (on_device(p) || p->against_reference)
            check_layer(p, i);
        else
            check_drawn(p, i);
    if (p->check->wrong || p->check->unwritten[0])
        return;
    if (memcmp(p->outputs.host, p->want, p->plan.input * sizeof(float)))
        check_fail(p->check, "changed its input, the image");
    check_unchanged(p->check, "the weights", p->weights);
    check_guards(p->check, "the outputs", &p->outputs);
    check_guards(p->check, "im2col's matrix", &p->columns);
    check_guards(p->check, "the weights", p->weights);
}

/* Against what PyTorch computed. */
static void check_logits(struct pass *p)
{
    const struct step *s = last_step(p);
    const float *got = (const float *)p->outputs.host + s->output;
    double error = 0, largest = 0;

    for (size_t i = 0; i < s->outputs; i++) {
        double e = fabs((double)got[i] - p->logits[i]);
        error = e <= error ? error : e; /* a NaN stays */
        largest = fmax(largest, fabs(p->logits[i]));
    }
    p->off = error / largest;
    if (!(error <= LOGITS_AGREE * largest))
        check_fail(p->check,
                   "logits differ from those of the file by %.2g of the largest, allowed %g",
                   p->off, LOGITS_AGREE);
}

/* The image, and what cpu_openmp makes of it. */
static void set_image(struct pass *p, const float *image)
{
    double ms[PARTS] = {};

    memcpy(p->want, image, p->plan.input * sizeof(float));
    on_cpu(p, p->want, ms);
}

/* One pass over memory full of poison, and its outputs to the host. The milliseconds are those of a
 * first pass, in which all is made that later ones find done. 0: it failed. */
static int run_once(struct pass *p, int poison)
{
    double parts[PARTS] = {};

    p->check->poison = poison;
    array_poison(&p->outputs, poison);
    array_poison(&p->columns, poison);
    memcpy(p->outputs.host, p->want, p->plan.input * sizeof(float));
    send_image(p);
    CUDA_CHECK(cudaDeviceSynchronize());
    enter(p);
    double start = now_ms();
    if (on_device(p))
        on_the_device(p, NULL);
    else
        on_cpu(p, (float *)p->outputs.host, parts);
    int fine = leave(p);
    p->first_ms = now_ms() - start;
    if (fine && on_device(p))
        array_fetch(&p->outputs);
    return fine;
}

/* ---- your im2col, by itself ----------------------------------------------------------------- */

/* Is it right to the bit for the first layer? If not, the version is WRONG, todo, or skipped. */
static int has_im2col(struct pass *p)
{
    const struct step *s = &p->plan.steps[0];
    const int images = images_at_once(s);
    const size_t count = (size_t)images * s->out_height * s->out_width * s->k;
    float *want = (float *)host_memory(count * sizeof(float));
    struct check *check = p->check, probe;

    check_begin(&probe, check->version, check->what, "6.3");
    check_at(&probe, "%s, im2col of conv1", check->at);
    array_poison(&p->columns, probe.poison);
    send_image(p);
    CUDA_CHECK(cudaDeviceSynchronize());
    p->check = &probe;
    enter(p);
    resnet_layers_ex63((float *)p->columns.device, (float *)p->outputs.device, images, s->height,
                       s->width, s->channels, s->kernel, s->stride, s->padding);
    if (leave(p)) {
        array_fetch(&p->columns);
        im2col(want, p->want, images, s->height, s->width, s->channels, s->kernel, s->stride,
               s->padding);
        check_output(&probe, (float *)p->columns.host, want, count, 0, 0, NULL, NULL);
    }
    free(want);
    p->check = check;
    probe.todo = check->todo;
    if (probe.wrong || (probe.unwritten[0] && check->todo && !strcmp(check->todo, "6.3")))
        *check = probe;
    else if (probe.unwritten[0])
        check->skip = "needs your im2col, TODO(6.3)";
    return check_state(&probe) == STATE_OK;
}

/* ---- is a version right at a size? ---------------------------------------------------------- */

static void check_pass(struct pass *p, int poison)
{
    check_at(p->check, "image %d, batch %d", p->plan.image, p->plan.batch);
    if ((p->version->multiply && !has_im2col(p)) || !run_once(p, poison))
        return;
    check_layers(p);
    if (!on_device(p) && !p->against_reference) /* from here on right */
        memcpy(p->want, p->outputs.host, p->outputs.bytes);
    if (p->logits && check_state(p->check) == STATE_OK)
        check_logits(p);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* What the layers took, by their events. */
static void add_parts(const struct pass *p, double parts[PARTS])
{
    float ms;

    for (int i = 0; i < p->plan.count; i++) {
        CUDA_CHECK(cudaEventElapsedTime(&ms, p->events[2 * i], p->events[2 * i + 1]));
        parts[p->plan.steps[i].part] += ms;
        CUDA_CHECK(cudaEventElapsedTime(&ms, p->events[2 * i + 1], p->events[2 * i + 2]));
        parts[ELEMENTWISE] += ms;
    }
}

/* One repetition: the stopwatches of lab 1 on one pass, then events between the layers. These cost
 * time themselves, so on a GPU they get a pass of their own. */
static void time_on_device(void *argument, double ms[])
{
    struct pass *p = (struct pass *)argument;
    const struct step *last = last_step(p);
    float event_ms = 0;

    memset(ms, 0, (DEVICE_METHODS + PARTS) * sizeof(*ms));
    if (p->check->wrong)
        return;
    CUDA_CHECK(cudaMemsetAsync(p->outputs.device, p->outputs.poison, p->outputs.bytes, 0));
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    enter(p);
    double begin = now_ms();
    send_image(p);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(p->before, 0));
    double start = now_ms();
    on_the_device(p, p->one_walk ? p->events : NULL);
    ms[NO_SYNC] = now_ms() - start; /* THE PITFALL of lab 1: all layers are queued, no more */
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start;
    CUDA_CHECK(cudaMemcpy((float *)p->outputs.host + last->output,
                          (float *)p->outputs.device + last->output, last->outputs * sizeof(float),
                          cudaMemcpyDeviceToHost));
    ms[WITH_TRANSFERS] = now_ms() - begin; /* an image in, its logits out; the weights stay there */
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, p->before, p->after));
    ms[EVENTS] = event_ms;
    if (!p->one_walk) {
        flush_l2();
        on_the_device(p, p->events);
    }
    if (leave(p))
        add_parts(p, ms + DEVICE_METHODS);
}

static void time_on_cpu(void *argument, double ms[])
{
    struct pass *p = (struct pass *)argument;

    memset(ms, 0, (1 + PARTS) * sizeof(*ms));
    enter(p);
    double start = now_ms();
    on_cpu(p, (float *)p->outputs.host, ms + 1);
    ms[0] = now_ms() - start;
    leave(p);
}

/* Times the version on an image that it has not seen, and checks what it made of it at last. A pass
 * on the CPU device takes long, and its time says nothing: one sample, unless you ask for more. */
static void measure(struct report *report, struct pass *p)
{
    float *image = (float *)host_memory(p->plan.input * sizeof(float));
    struct limits limits = report->options->limits;
    int device = on_device(p), asked_for_more = limits.max_time > 2;

    if (device && report->device->is_cpu && !asked_for_more)
        limits.samples = 1, limits.min_time = limits.max_time = 0;
    random_uniform(image, p->plan.input, p->seed, 0);
    set_image(p, image);
    memcpy(p->outputs.host, image, p->plan.input * sizeof(float));
    p->check->poison = p->outputs.poison; /* the small size had another */
    check_at(p->check, "image %d, batch %d, timed", p->plan.image, p->plan.batch);
    sample(device ? time_on_device : time_on_cpu, (device ? DEVICE_METHODS : 1) + PARTS, p, &limits,
           p->times);
    if (device && !p->check->wrong)
        array_fetch(&p->outputs);
    check_layers(p);
    if (check_state(p->check) == STATE_OK)
        keep_times(report, p);
    if (!device)
        p->cpu_ms = p->times[0].median_ms;
    set_image(p, p->image);
    free(image);
}

/* ---- options -------------------------------------------------------------------------------- */

static char title[64];
static const struct lab lab = {
    .name = "lab06_network",
    .title = title,
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
    .versions = "cpu_openmp gpu_v1 gpu_ex63 gpu_ex61 cublas",
};

static struct {
    const struct network *network;
    long long images[MAX_SIZES], batches[MAX_SIZES];
    int image_count, batch_count;
    const char *weights, *input, *picture;
} asked;

/* Whole numbers with commas between. Returns 0, or -1 when something else stands there. */
static int read_list(const char *text, long long least, long long most, long long list[MAX_SIZES],
                     int *count)
{
    char *rest = strdup(text), *one; /* of the command line: never freed */

    for (*count = 0; (one = strsep(&rest, ",")) != NULL; ++*count)
        if (*count == MAX_SIZES || parse_size(one, least, most, &list[*count]))
            return -1;
    return 0;
}

static int read_network(const char *text)
{
    for (asked.network = networks; asked.network->name; asked.network++)
        if (!strcmp(asked.network->name, text))
            return 0;
    return -1;
}

static int read_images(const char *text)
{
    return read_list(text, LEAST_SIDE, MOST_SIDE, asked.images, &asked.image_count);
}

static int read_batches(const char *text)
{
    return read_list(text, 1, MOST_BATCH, asked.batches, &asked.batch_count);
}

static const struct own_option own_options[] = {
    { "network", "NAME", "resnet18, resnet50 or mobilenet_v2 (default resnet18)",
      "must be resnet18, resnet50 or mobilenet_v2", read_network },
    { "image", "A,B,C", "sides of the image, 32 to 4096 (default --size)",
      "must be whole numbers from 32 to 4096, with commas between", read_images },
    { "batch", "A,B,C", "images at once, 1 to 4096 (default 1)",
      "must be whole numbers from 1 to 4096, with commas between", read_batches },
    { "weights", "FILE", "by network/export.py (default: random ones of --seed)",
      "must be the name of a file", NULL, &asked.weights },
    { "input", "FILE", "by network/export.py (default: random ones of --seed)",
      "must be the name of a file", NULL, &asked.input },
    { "picture", "FILE", "a PPM, for all images (default: random ones of --seed)",
      "must be the name of a file", NULL, &asked.picture },
    {},
};

static struct options read_options(int argc, char **argv)
{
    for (int v = 0; v < VERSIONS; v++)
        will_run(v, versions[v].name, versions[v].todo, 0);
    asked.network = networks;
    supervised()->may_end = 1; /* for --help */
    struct options o = options_parse(&lab, own_options, argc, argv);
    supervised()->may_end = 0;
    if (asked.input && (asked.image_count || asked.batch_count || o.sweep ||
                        o.size != (o.quick ? lab.quick_size : lab.size)))
        options_usage(&lab,
                      "--input: says itself how many images of which size; leave out --image, "
                      "--batch and --size");
    if (asked.input && asked.picture)
        options_usage(&lab, "--input and --picture: give one of them");
    if (!asked.image_count)
        memcpy(asked.images, o.sizes, (asked.image_count = o.size_count) * sizeof(*o.sizes));
    if (!asked.batch_count)
        asked.batches[asked.batch_count++] = 1;
    return o;
}

/* ---- a network at one size ------------------------------------------------------------------ */

/* On the host twice as much as on the device, because outputs, im2col's matrix and weights are
 * compared, and two images. */
static void need_room(const struct device *device, int side, int batch)
{
    struct plan plan = plan_make(asked.network, side, batch);
    double bytes = 4.0 * (plan.outputs + plan.columns + plan.weights);
    char option[64];

    snprintf(option, sizeof(option), "--image %d --batch %d", side, batch);
    need_memory(&lab, option, "give smaller ones", device, 2 * bytes + 8.0 * plan.input, bytes);
}

/* image: NULL: a random one, of the seed */
static struct pass pass_make(const struct array *weights, int side, int batch, const float *image,
                             unsigned long long seed)
{
    struct pass p = {};

    p.plan = plan_make(asked.network, side, batch);
    p.weights = weights;
    p.columns = array_of(FLOAT32, p.plan.columns);
    p.outputs = array_of(FLOAT32, p.plan.outputs);
    array_allocate(&p.columns);
    array_allocate(&p.outputs);
    p.want = (float *)host_memory(p.outputs.bytes);
    p.image = (float *)host_memory(p.plan.input * sizeof(float));
    if (image)
        memcpy(p.image, image, p.plan.input * sizeof(float));
    else
        random_uniform(p.image, p.plan.input, seed, 1); /* stream 0 is that of the weights */
    memcpy(p.want, p.image, p.plan.input * sizeof(float));
    CUDA_CHECK(cudaEventCreate(&p.before));
    CUDA_CHECK(cudaEventCreate(&p.after));
    for (int i = 0; i <= 2 * p.plan.count; i++)
        CUDA_CHECK(cudaEventCreate(&p.events[i]));
    return p;
}

static void pass_free(struct pass *p)
{
    array_free(&p->columns);
    array_free(&p->outputs);
    free(p->want);
    free(p->image);
    cudaEventDestroy(p->before); /* unchecked, as in array_free */
    cudaEventDestroy(p->after);
    for (int i = 0; i <= 2 * p->plan.count; i++)
        cudaEventDestroy(p->events[i]);
}

/* ---- the run -------------------------------------------------------------------------------- */

#define TRY_SIDE  47 /* the size at which the right outputs are known: 24, 12, 6, 3, 2 a side */
#define TRY_BATCH 2

/* A version at one size, and where it is new, at the small one. */
static void try_version(struct report *report, struct pass *p, struct pass *small)
{
    const struct contender *v = p->version;
    struct check *check = p->check;
    int fresh = !check->version, wanted = options_wants(report->options, v->name);

    if (fresh) {
        check_begin(check, v->name, v->what, v->todo);
        check->skip = v->where == BY_LIBRARY && !v->multiply ? v->what : NULL;
    } else if (check_state(check) != STATE_OK)
        return;
    if (!check->skip)
        check_pass(p, POISON_NUMBER);
    if (fresh && check_state(check) == STATE_OK) {
        small->version = v;
        small->check = check;
        check_pass(small, POISON_BYTE);
    }
    if (wanted && check_state(check) == STATE_OK && !under_bug_finder())
        measure(report, p);
    note_verdict(v - versions, check);
    if (wanted || check->wrong)
        print_version(report, p);
}

/* Every wanted version at one size; cpu_openmp always, since all others must agree with it. */
static void try_size(struct report *report, struct pass *p, struct pass *small)
{
    for (int v = 0; v < VERSIONS; v++) {
        p->version = &versions[v];
        p->check = &report->checks[v];
        p->seed = random_bits(report->options->seed, 2, v);
        p->timed = p->off = 0;
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "%s, image %d, batch %d ...\033[K\r", p->version->name, p->plan.image,
                    p->plan.batch);
        if (v == 0 || options_wants(report->options, p->version->name))
            try_version(report, p, small);
        if (report->checks[0].wrong)
            return;
    }
}

/* The sizes one after the other, each batch of each image. */
static void try_sizes(struct report *report, const struct array *weights, const struct input *input,
                      const struct picture *picture)
{
    struct pass small = pass_make(weights, TRY_SIDE, TRY_BATCH, NULL, report->options->seed);

    small.against_reference = 1;
    forward_reference(&small.plan, small.want, (const float *)weights->host);
    for (int i = 0; i < asked.image_count * asked.batch_count && !report->checks[0].wrong; i++) {
        int b = i % asked.batch_count;
        struct pass p = pass_make(weights, asked.images[i / asked.batch_count], asked.batches[b],
                                  input->image, report->options->seed);
        if (picture->rgb) {
            picture_input(picture, p.image, p.plan.image, p.plan.batch);
            memcpy(p.want, p.image, p.plan.input * sizeof(float));
        }
        p.logits = input->logits;
        p.batch_number = b;
        p.one_walk = report->device->is_cpu;
        try_size(report, &p, &small);
        if (input->image || (picture->rgb && asked.weights))
            print_classes(p.want + last_step(&p)->output);
        pass_free(&p);
    }
    pass_free(&small);
}

int main(int argc, char **argv)
{
    static struct report report;
    struct options options = read_options(argc, argv);
    struct input input = {};
    struct picture picture = {};

    if (asked.picture)
        picture = read_picture(&lab, asked.picture);
    if (asked.input) {
        input = read_input(&lab, asked.input);
        asked.images[0] = input.side;
        asked.batches[0] = input.batch;
        asked.image_count = asked.batch_count = 1;
    }
    struct plan plan = plan_make(asked.network, asked.images[0], asked.batches[0]);
    struct array weights = array_of(FLOAT32, plan.weights); /* of any size */
    struct device device = device_open();
    for (int i = 0; i < asked.image_count; i++)
        for (int b = 0; b < asked.batch_count; b++)
            need_room(&device, asked.images[i], asked.batches[b]);
    array_allocate(&weights);
    if (asked.weights)
        read_weights(&lab, asked.weights, &plan, (float *)weights.host);
    else
        random_weights((float *)weights.host, &plan, options.seed);
    array_send(&weights);

    snprintf(title, sizeof(title), "Lab 6 - a forward pass of %s, float32", plan.network->name);
    options.sweep = 1; /* the banner names no size */
    report_banner(&report, &lab, &options, &device);
    options.sweep = 0;
    report.rows.own_columns = network_columns;
    print_head(&plan, asked.weights, asked.input ? asked.input : asked.picture);
    try_sizes(&report, &weights, &input, &picture);
    print_parts(&report);
    report_methods(&report, asked.images[0]);
    if (asked.image_count * asked.batch_count == 1 && !asked.input)
        printf("left out larger images and batches: --image 224,512,1024 --batch 1,8\n");
    array_free(&weights);
    int status = report_end(&report);
    lab_is_over(status);
    return status;
}
