/* Lab 6, part B - a whole network: what do fast layers make of a forward pass?
 *
 *   make lab06 && ./lab06 --network resnet18     one image of 224 x 224 through all its layers
 *   ./lab06 --network resnet50 --image 224,512 --batch 1,8
 *   ./lab06 --network resnet18 --image-file photo.ppm --weights FILE
 *
 * The lesson: a network is as fast as its slowest layers, and a faster product helps only those
 * that multiply. And the first pass is slow: it pays for what all later ones find done.
 *
 * To be read from top to bottom. networks.h has the networks, as tables; layers.h says how weights
 * and images lie in memory; layers_cpu.c has the same layers on the CPU; im2col on the device is
 * yours (resnet_layers.cu). */
#include "forward.h"
#include "resnet_layers.h"
#ifdef HAVE_CUBLAS
#include <cublas_v2.h>
#endif

#define BLOCK     256
#define TRY_SIDE  47 /* the size at which every number is checked: 24, 12, 6, 3, 2 pixels a side */
#define TRY_BATCH 2

/* ---- the layers on the device: given -------------------------------------------------------- */

/* Blocks are numbered along x, in which a grid can count to 2^31. */
static unsigned int blocks(size_t threads)
{
    return (unsigned int)((threads + BLOCK - 1) / BLOCK);
}

static __device__ size_t thread_index(void)
{
    return (size_t)blockIdx.x * blockDim.x + threadIdx.x;
}

/* Channels that a thread computes: neighbours, so that it reads a pixel once for all. */
#define GROUP 8

/* The convolution as it is written down: no matrix, no shared memory. Each thread sums over all
 * (kh, kw, channel) for GROUP channels of one pixel; s.channels of a pixel are neighbours in
 * memory, and so are the s.out_channels weights that they meet. */
__global__ void convolution_v1_kernel(float *output, const float *input, const float *weights,
                                      struct step s)
{
    size_t i = thread_index() * GROUP, pixel = i / s.out_channels;
    int n = i % s.out_channels;
    int ow = pixel % s.out_width, oh = pixel / s.out_width % s.out_height;
    size_t image = pixel / s.out_width / s.out_height;
    float sum[GROUP] = { 0 };

    if (i >= s.outputs)
        return;
    for (int kh = 0; kh < s.kernel; kh++)
        for (int kw = 0; kw < s.kernel; kw++) {
            int h = oh * s.stride - s.padding + kh, w = ow * s.stride - s.padding + kw;
            if (h < 0 || h >= s.height || w < 0 || w >= s.width)
                continue; /* outside lie zeros */
            const float *x = input + ((image * s.height + h) * s.width + w) * s.channels;
            const float *v =
                weights + (size_t)(kh * s.kernel + kw) * s.channels * s.out_channels + n;
            for (int c = 0; c < s.channels; c++, v += s.out_channels)
                for (int e = 0; e < GROUP; e++)
                    sum[e] += x[c] * v[e];
        }
    for (int e = 0; e < GROUP; e++)
        output[i + e] = sum[e];
}

static void convolve_v1(float *d_y, const float *d_x, const float *d_w, float *d_columns,
                        const struct step *s)
{
    (void)d_columns;
    convolution_v1_kernel<<<blocks(s->outputs / GROUP), BLOCK>>>(d_y, d_x, d_w, *s);
}

/* y = max(0, y + bias + added): the rest of the batch norm, the residual, the ReLU. */
__global__ void elementwise_kernel(float *y, const float *bias, const float *added, struct step s)
{
    size_t i = thread_index();

    if (i >= s.outputs)
        return;
    float sum = y[i] + bias[i % s.out_channels];
    if (added)
        sum += added[i];
    y[i] = s.relu && sum < 0 ? 0 : sum; /* a NaN stays one */
}

__global__ void max_pool_kernel(float *output, const float *input, struct step s)
{
    size_t i = thread_index(), pixel = i / s.channels;
    int c = i % s.channels, ow = pixel % s.out_width, oh = pixel / s.out_width % s.out_height;
    size_t image = pixel / s.out_width / s.out_height;
    float most = -INFINITY;

    if (i >= s.outputs)
        return;
    for (int kh = 0; kh < s.kernel; kh++)
        for (int kw = 0; kw < s.kernel; kw++) {
            int h = oh * s.stride - s.padding + kh, w = ow * s.stride - s.padding + kw;
            if (h < 0 || h >= s.height || w < 0 || w >= s.width)
                continue; /* outside lies nothing */
            float x = input[((image * s.height + h) * s.width + w) * s.channels + c];
            most = most < x ? x : most;
        }
    output[i] = most;
}

__global__ void average_pool_kernel(float *output, const float *input, struct step s)
{
    size_t i = thread_index(), image = i / s.channels, pixels = (size_t)s.height * s.width;
    float sum = 0;

    if (i >= s.outputs)
        return;
    for (size_t p = 0; p < pixels; p++)
        sum += input[(image * pixels + p) * s.channels + i % s.channels];
    output[i] = sum / pixels;
}

/* ---- im2col and product: your im2col, and whose product? ------------------------------------ */

typedef void product(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);

static void convolve_by_product(float *d_y, const float *d_x, const float *d_w, float *d_columns,
                                const struct step *s, product *multiply)
{
    const size_t in = (size_t)s->height * s->width * s->channels; /* floats of one image */
    const int pixels = s->out_height * s->out_width, most = images_at_once(s);

    for (int b = 0; b < s->batch; b += most) {
        int images = s->batch - b < most ? s->batch - b : most;
        const float *d_a = d_x + b * in;
        if (s->kernel > 1 || s->stride > 1) { /* else the image is the matrix */
            resnet_layers_ex63(d_columns, d_a, images, s->height, s->width, s->channels, s->kernel,
                               s->stride, s->padding);
            d_a = d_columns;
        }
        multiply(d_y + (size_t)b * pixels * s->out_channels, d_a, d_w, images * pixels,
                 s->out_channels, s->k);
    }
}

static void convolve_ex63(float *d_y, const float *d_x, const float *d_w, float *d_columns,
                          const struct step *s)
{
    convolve_by_product(d_y, d_x, d_w, d_columns, s, resnet_layers_v1);
}

#ifdef HAVE_CUBLAS
/* cuBLAS thinks by columns: C' = B' A', as in lab 3. */
static void multiply_cublas(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static cublasHandle_t handle; /* made in the first pass */
    const float one = 1, zero = 0;

    if ((!handle && cublasCreate(&handle)) || cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k,
                                                          &one, d_b, n, d_a, k, &zero, d_c, n)) {
        fprintf(stderr, "cuBLAS failed: make doctor says what is missing\n");
        exit(STATUS_WRONG);
    }
}

static void convolve_cublas(float *d_y, const float *d_x, const float *d_w, float *d_columns,
                            const struct step *s)
{
    convolve_by_product(d_y, d_x, d_w, d_columns, s, multiply_cublas);
}
#endif

/* ---- the versions --------------------------------------------------------------------------- */

/* y = x * w for the layer s, where * is the convolution; columns: room for im2col. */
typedef void convolution(float *d_y, const float *d_x, const float *d_w, float *d_columns,
                         const struct step *s);

static const struct version versions[MOST_VERSIONS] = {
    { "cpu_openmp", "all cores, im2col and product", NULL, (launcher *)forward_cpu },
    { "gpu_v1", "direct convolution, given", NULL, (launcher *)convolve_v1 },
    { "gpu_ex63", "im2col, then the product of v1", "6.3", (launcher *)convolve_ex63 },
#ifdef HAVE_CUBLAS
    { "cublas", "im2col, then cuBLAS", NULL, (launcher *)convolve_cublas },
#else
    { "cublas", "needs a GPU and cuBLAS", NULL, NULL },
#endif
};

static int needs_im2col(const struct version *version)
{
    return on_device(version) && version->launch != (launcher *)convolve_v1;
}

/* ---- a network at one size, and the walk over its layers ------------------------------------ */

/* Every layer, one after the other, without waiting; with events between them if asked for. */
static void forward_device(struct pass *p, int with_events)
{
    convolution *convolve = (convolution *)p->version->launch;
    float *d = p->outputs.device, *d_w = p->weights->device;

    for (int i = 0; i < p->plan.count; i++) {
        const struct step *s = &p->plan.steps[i];
        if (with_events)
            CUDA_CHECK(cudaEventRecord(p->events[2 * i], 0));
        if (s->layer->kind == MAX_POOL)
            max_pool_kernel<<<blocks(s->outputs), BLOCK>>>(d + s->output, d + s->input, *s);
        else if (s->layer->kind == AVERAGE_POOL)
            average_pool_kernel<<<blocks(s->outputs), BLOCK>>>(d + s->output, d + s->input, *s);
        else
            convolve(d + s->output, d + s->input, d_w + s->weights, p->columns.device, s);
        if (with_events)
            CUDA_CHECK(cudaEventRecord(p->events[2 * i + 1], 0));
        if (has_weights(s))
            elementwise_kernel<<<blocks(s->outputs), BLOCK>>>(
                d + s->output, d_w + s->bias, s->layer->add ? d + s->added : NULL, *s);
    }
    if (with_events)
        CUDA_CHECK(cudaEventRecord(p->events[2 * p->plan.count], 0));
}

static void on_cpu(struct pass *p, double ms[PARTS])
{
    if (forward_cpu(&p->plan, p->outputs.host, p->weights->host, p->columns.host, ms) == 0)
        return;
    fprintf(stderr, "out of host memory in cpu_openmp: give a smaller --image or --batch\n");
    exit(STATUS_USAGE);
}

static const struct step *last_step(const struct pass *p)
{
    return &p->plan.steps[p->plan.count - 1];
}

static void fetch_logits(struct pass *p)
{
    const struct step *s = last_step(p);

    CUDA_CHECK(cudaMemcpy(p->got + s->output, p->outputs.device + s->output,
                          s->outputs * sizeof(float), cudaMemcpyDeviceToHost));
}

static void send_image(const struct pass *p)
{
    CUDA_CHECK(cudaMemcpy(p->outputs.device, p->outputs.host, p->plan.input * sizeof(float),
                          cudaMemcpyHostToDevice));
}

/* ---- is it right? --------------------------------------------------------------------------- */

/* The error that float32 may have at the output of a layer, measured by the largest number there.
 * A dot product of length K errs by about eps sqrt(K) / 4 of that (eps = 2^-23), and what the
 * layers before have erred arrives mixed and averaged, so that it does not grow: at 224 all layers
 * of both networks stay under 1.5e-6. 2 eps sqrt(K), K the longest so far, is 3e-6 at first and
 * 1.6e-5 at last. Numbers of half precision, 11 bits, miss it: 5e-5 after the first layer. */
static double allowed(const struct pass *p, const float *want, int last)
{
    const struct step *s = &p->plan.steps[last];
    long long k = 0;
    double most = 0;

    for (int i = 0; i <= last; i++)
        k = p->plan.steps[i].k > k ? p->plan.steps[i].k : k;
    for (size_t i = 0; i < s->outputs; i++)
        most = fmax(most, fabs(want[i]));
    return 2 * 0x1p-23 * sqrt(k) * most;
}

/* layer2.0.conv1 (3x3, stride 2) [image][row][column][channel] */
static void name_element(char *text, size_t size, size_t i, const void *step)
{
    const struct step *s = (const struct step *)step;
    char layer[48];

    describe_step(layer, sizeof(layer), s);
    size_t pixel = i / s->out_channels;
    snprintf(text, size, "%s [%zu][%zu][%zu][%zu]", layer, pixel / s->out_width / s->out_height,
             pixel / s->out_width % s->out_height, pixel % s->out_width, i % s->out_channels);
}

static void check_layer(struct check *check, const struct pass *p, int i, const float *want)
{
    const struct step *s = &p->plan.steps[i];

    check_output(check, p->got + s->output, want, s->outputs, allowed(p, want, i), 0, name_element,
                 s);
}

/* From the first layer on, until one is wrong. */
static void check_layers(struct check *check, const struct pass *p, const float *want)
{
    for (int i = 0; i < p->plan.count && !check->wrong; i++)
        check_layer(check, p, i, want + p->plan.steps[i].output);
}

static size_t bytes_of(const struct floats *array)
{
    return (array->count + CHECK_GUARD) * sizeof(float);
}

static void poison_device(const struct floats *array)
{
    CUDA_CHECK(cudaMemset(array->device, POISON_BYTE, bytes_of(array)));
}

/* What lies behind an array on the device must still be poison. */
static void check_behind(struct check *check, const struct floats *array)
{
    float guard[CHECK_GUARD];

    CUDA_CHECK(
        cudaMemcpy(guard, array->device + array->count, sizeof(guard), cudaMemcpyDeviceToHost));
    check_guard(check, guard);
}

/* The first pass of a version at this size: what all later ones need is made now. Returns its
 * milliseconds, which do not count; what came out is in `got`. */
static double first_pass(struct check *check, struct pass *p)
{
    double start, ms, parts[PARTS] = { 0 };

    if (!on_device(p->version)) {
        start = now_ms();
        on_cpu(p, parts);
        ms = now_ms() - start;
        memcpy(p->got, p->outputs.host, p->outputs.count * sizeof(float));
        return ms;
    }
    poison_device(&p->outputs);
    poison_device(&p->columns);
    send_image(p);
    CUDA_CHECK(cudaDeviceSynchronize());
    start = now_ms();
    forward_device(p, 0);
    if (!device_finished(check))
        return 0;
    ms = now_ms() - start;
    CUDA_CHECK(
        cudaMemcpy(p->got, p->outputs.device, bytes_of(&p->outputs), cudaMemcpyDeviceToHost));
    check_guard(check, p->got + p->outputs.count);
    check_behind(check, &p->columns);
    return ms;
}

/* Of cpu_openmp, some numbers of each layer: computed anew from what the layer before has put out,
 * with plain loops in double and the batch norm not folded. At TRY_SIDE all numbers are looked at.
 */
static void spot_check(struct check *check, const struct pass *p)
{
    float *want = host_floats(p->plan.largest_output);

    for (int i = 0; i < p->plan.count && !check->wrong; i++) {
        const struct step *s = &p->plan.steps[i];
        memcpy(want, p->got + s->output, s->outputs * sizeof(float));
        reference_layer(s, want, p->got, p->tensors, s->outputs / 200 + 1);
        check_layer(check, p, i, want);
    }
    free(want);
}

/* ---- your im2col, by itself ----------------------------------------------------------------- */

static void name_column(char *text, size_t size, size_t i, const void *step)
{
    const struct step *s = (const struct step *)step;
    int in_row = i % s->k;

    snprintf(text, size, "im2col of %s, row %zu, (kh, kw, channel) = (%d, %d, %d)", s->layer->name,
             (size_t)(i / s->k), in_row / s->channels / s->kernel, in_row / s->channels % s->kernel,
             in_row % s->channels);
}

/* Of the first layer: is there one yet, and is it right here? Copies, so equal to the bit. */
static void check_im2col(struct check *check, const struct pass *p)
{
    const struct step *s = &p->plan.steps[0];
    int images = images_at_once(s);
    size_t count = (size_t)images * s->out_height * s->out_width * s->k;
    float *got = host_floats(count);

    poison_device(&p->columns);
    send_image(p);
    CUDA_CHECK(cudaDeviceSynchronize());
    resnet_layers_ex63(p->columns.device, p->outputs.device, images, s->height, s->width,
                       s->channels, s->kernel, s->stride, s->padding);
    if (device_finished(check)) {
        CUDA_CHECK(
            cudaMemcpy(got, p->columns.device, count * sizeof(float), cudaMemcpyDeviceToHost));
        im2col_cpu(p->columns.host, p->outputs.host, images, s->height, s->width, s->channels,
                   s->kernel, s->stride, s->padding);
        check_output(check, got, p->columns.host, count, 0, 0, name_column, s);
    }
    free(got);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* What a layer took, by its events. */
static void add_parts(const struct pass *p, double parts[PARTS])
{
    float ms;

    for (int i = 0; i < PARTS; i++)
        parts[i] = 0;
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
    float event_ms;

    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    double begin = now_ms();
    send_image(p);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(p->before, 0));
    double start = now_ms();
    forward_device(p, p->one_walk);
    ms[NO_SYNC] = now_ms() - start; /* THE PITFALL of lab 1: all layers are queued, no more */
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start;
    fetch_logits(p);
    ms[WITH_TRANSFERS] = now_ms() - begin; /* an image in, its logits out; the weights stay there */
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, p->before, p->after));
    ms[EVENTS] = event_ms;
    if (!p->one_walk) {
        flush_l2();
        forward_device(p, 1);
        CUDA_CHECK(cudaDeviceSynchronize());
    }
    add_parts(p, ms + METHODS);
}

static void time_on_cpu(void *argument, double ms[])
{
    struct pass *p = (struct pass *)argument;
    double start = now_ms();

    for (int i = 0; i < PARTS; i++)
        ms[1 + i] = 0;
    on_cpu(p, ms + 1);
    ms[0] = now_ms() - start;
}

/* ---- a network at one size ------------------------------------------------------------------ */

static struct pass pass_make(const struct network *network, int side, int batch,
                             const struct tensors *tensors, const struct floats *weights)
{
    struct pass p = {};

    p.plan = plan_make(network, side, batch);
    p.tensors = tensors;
    p.weights = weights;
    p.columns = floats_make(p.plan.columns);
    p.outputs = floats_make(p.plan.outputs);
    p.got = host_floats(p.plan.outputs + CHECK_GUARD);
    CUDA_CHECK(cudaEventCreate(&p.before));
    CUDA_CHECK(cudaEventCreate(&p.after));
    for (int i = 0; i <= 2 * p.plan.count; i++)
        CUDA_CHECK(cudaEventCreate(&p.events[i]));
    return p;
}

static void pass_free(struct pass *p)
{
    floats_free(&p->columns);
    floats_free(&p->outputs);
    free(p->got);
    cudaEventDestroy(p->before); /* unchecked, as in floats_free */
    cudaEventDestroy(p->after);
    for (int i = 0; i <= 2 * p->plan.count; i++)
        cudaEventDestroy(p->events[i]);
}

/* All numbers of all layers against the reference, at a small size. */
static void try_small(struct check *check, const struct pass *large, unsigned long long seed)
{
    struct pass p =
        pass_make(large->plan.network, TRY_SIDE, TRY_BATCH, large->tensors, large->weights);
    float *want = host_floats(p.plan.outputs);

    p.version = large->version;
    check_at(check, "image %d, batch %d", TRY_SIDE, TRY_BATCH);
    random_uniform(want, p.plan.input, seed, 0);
    memcpy(p.outputs.host, want, p.plan.input * sizeof(float));
    forward_reference(&p.plan, want, p.tensors);
    first_pass(check, &p);
    check_layers(check, &p, want);
    free(want);
    pass_free(&p);
}

static void check_expected(struct check *check, struct pass *p)
{
    const float *got = p->got + last_step(p)->output, *want = p->expected->data;
    double error = 0, largest = 0;

    for (size_t i = 0; i < last_step(p)->outputs; i++) {
        double e = fabs((double)got[i] - want[i]);
        error = e <= error ? error : e; /* a NaN stays */
        largest = fmax(largest, fabs(want[i]));
    }
    p->off[p->version - versions] = error / largest;
    if (!(error <= LOGITS_AGREE * largest))
        check_fail(check, "logits differ from those in the file by %.2g of the largest, allowed %g",
                   error / largest, LOGITS_AGREE);
}

/* Is there an im2col, and is it right for the first layer? */
static int try_im2col(struct check *check, const struct pass *p)
{
    const char *todo = check->todo;

    check->todo = "6.3"; /* even if cuBLAS is what needs it */
    check_im2col(check, p);
    if (check_state(check) == STATE_TODO && !todo)
        check->skip = "needs your im2col, TODO(6.3)";
    check->todo = todo;
    return check_state(check) == STATE_OK;
}

/* Is a version right here? */
static void try_pass(struct check *check, struct pass *p)
{
    check_at(check, "image %d, batch %d", p->plan.image, p->plan.batch);
    if (needs_im2col(p->version) && !try_im2col(check, p))
        return;
    p->first_ms = first_pass(check, p);
    if (on_device(p->version))
        check_layers(check, p, p->outputs.host);
    else
        spot_check(check, p);
    if (p->expected && !check->wrong)
        check_expected(check, p);
}

/* ---- one version at one size ---------------------------------------------------------------- */

/* Warmed up by the first pass, and by sample(). */
static void measure(struct report *report, struct check *check, struct pass *p)
{
    int device = on_device(p->version), count = (device ? METHODS : 1) + PARTS;
    const struct step *last = last_step(p);

    let_threads_sleep();
    sample(device ? time_on_device : time_on_cpu, count, p, &report->limits, p->times);
    if (device) { /* what was timed must have been right, too */
        check_layer(check, p, p->plan.count - 1, p->outputs.host + last->output);
    } else {
        memcpy(p->got, p->outputs.host, p->outputs.count * sizeof(float));
        spot_check(check, p);
        p->cpu_ms = p->times[0].median_ms;
    }
    if (check_state(check) == STATE_OK)
        keep_times(report, p);
}

/* Every wanted version at one size; cpu_openmp always, because all others must agree with it. */
static void try_size(struct report *report, struct pass *p)
{
    for (int v = 0; v < COUNT(versions); v++) {
        struct check *check = &report->checks[v];
        int wanted = options_wants(report->options, versions[v].name), fresh = !check->version;

        if (v > 0 && !wanted)
            continue;
        p->version = &versions[v];
        if (fresh) {
            check_begin(check, versions[v].name, versions[v].what, versions[v].todo);
            check->skip = versions[v].launch ? NULL : versions[v].what;
        }
        if (!check->skip && !check->wrong && !check->unwritten[0])
            try_pass(check, p);
        if (fresh && check_state(check) == STATE_OK)
            try_small(check, p, report->options->seed);
        if (wanted && check_state(check) == STATE_OK)
            measure(report, check, p);
        if (check->wrong || (wanted && (fresh || check_state(check) == STATE_OK)))
            print_version(report, check, p);
        if (check->lost || (v == 0 && check->wrong))
            break; /* nothing more can be run, or be compared */
    }
}

/* ---- the run -------------------------------------------------------------------------------- */

static const struct network *find_network(const char *name)
{
    for (int i = 0; i < COUNT(networks); i++)
        if (!strcmp(networks[i].name, name))
            return &networks[i];
    return NULL;
}

static void try_only(const struct lab *lab, const struct options *options)
{
    for (int v = 0; v < COUNT(versions); v++)
        if (options_wants(options, versions[v].name))
            return;
    options_usage(lab, "--only '%s': with --network there are cpu_openmp gpu_v1 gpu_ex63 cublas",
                  options->only);
}

static const char *input_from(const struct forward *f, const struct tensor *input,
                              const struct tensors *tensors)
{
    if (input)
        return "that in the file of weights";
    if (f->image_file)
        return f->image_file;
    return find_tensor(tensors, "input", "")
               ? "random; for that in the file of weights, leave out --image and --batch"
               : "random";
}

static struct pass make_size(const struct report *report, const struct forward *f, long long side,
                             long long batch, const struct tensors *tensors,
                             const struct floats *weights, const struct tensor *input)
{
    struct pass p = pass_make(find_network(f->network), side, batch, tensors, weights);

    p.one_walk = report->device->is_cpu;
    p.expected = input ? find_tensor(tensors, "logits", "") : NULL;
    load_image(&p, input, f->image_file, report->lab, report->options->seed);
    return p;
}

/* All sizes, until a fault has put the device out of use. What is returned is the last one. */
static struct pass try_sizes(struct report *report, const struct forward *f,
                             const struct tensors *tensors, const struct floats *weights,
                             const struct tensor *input, int *first_rows)
{
    struct pass p = {};
    int lost = 0;

    for (int i = 0; i < f->image_count * f->batch_count && !lost; i++) {
        if (i > 0)
            pass_free(&p);
        p = make_size(report, f, f->images[i / f->batch_count], f->batches[i % f->batch_count],
                      tensors, weights, input);
        if (i == 0) {
            print_network(f, &p.plan, input_from(f, input, tensors));
            print_head();
        }
        try_size(report, &p);
        if (i == 0)
            *first_rows = report->rows.count;
        for (int v = 0; v < COUNT(versions); v++)
            lost |= report->checks[v].lost;
    }
    if (lost)
        printf("the rest was not run: the fault has put the device out of use for this run\n");
    return p;
}

int forward_main(const struct lab *lab, const struct options *options, const struct device *device,
                 const struct forward *forward)
{
    static struct tensors tensors;
    const struct network *network = find_network(forward->network);
    struct forward f = *forward;
    struct options o = *options;
    struct lab own = *lab;
    struct report report;
    char title[80];
    int first_rows = 0;

    try_only(lab, options); /* what is wrong with the options is said before anything is done */
    try_photo(&f, lab);
    load_weights(&tensors, network, lab, options, f.weights);
    const struct tensor *input = find_input(&f, &tensors, lab);
    choose_images(&f, lab, options, device);
    if (!f.batch_count)
        f.batches[f.batch_count++] = 1;
    for (int i = 0; i < f.image_count; i++)
        for (int b = 0; b < f.batch_count; b++)
            need_room(lab, device, network, f.images[i], f.batches[b]);
    struct floats weights = fold(network, &tensors, lab, f.weights);

    snprintf(title, sizeof(title), "Lab 6 - a forward pass of %s, float32", network->name);
    own.title = title;
    own.name = "lab06_network"; /* of which there may be a reference */
    o.size = f.images[0];
    o.sweep = 1; /* the banner names no size */
    if (device->is_cpu && o.limits.max_time == 2)
        o.limits.max_time = 1; /* its default is too long for passes that take as long themselves */
    report_banner(&report, &own, &o, device);
    if (report.reference.count)
        printf("gpu      none used; speed-ups of gpu_ versions are those of %s\n\n",
               report.reference_from);
    own.name = lab->name;
    o.sweep = 0;
    report.rows.own_columns = forward_columns;
    struct pass p = try_sizes(&report, &f, &tensors, &weights, input, &first_rows);
    print_parts(&report);
    print_methods(&report, first_rows);
    print_off(&p, versions, COUNT(versions));
    if (input || f.image_file)
        print_classes(&p, f.weights != NULL);
    if (device->is_cpu && !forward->image_count && !forward->batch_count && !input)
        printf("left out larger images and batches, slow here: --image 224,512,1024 --batch 1,8\n");
    pass_free(&p);
    floats_free(&weights);
    weights_free(&tensors);
    return report_end(&report);
}
