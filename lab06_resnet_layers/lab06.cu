/* Lab 6 - the layers of a real network: is a GPU as good at them as at squares?
 *
 *   make lab06 && ./lab06          check every version, then time it on the 20 layers of ResNet-50
 *   ./lab06 --batch 128            128 images at once: the same layers, 128 times as tall
 *   ./lab06 --dtype f16            stored in half precision
 *   ./lab06 --shapes unet          the products of Stable Diffusion's network instead
 *   ./lab06 --help                 everything else
 *   ./lab06_network                a whole forward pass: a program of its own, in network/
 *
 * The lesson: the products of a network are tall or flat, not square, and no kernel is best for all
 * of them. So measure the shapes that you will run, and weigh them as often as they occur.
 *
 * Read this file from top to bottom; the kernels are in resnet_layers.cu. */
#include "common/lab.h"
#include "common/gemm/gemm.h"
#include "common/gemm/gemm_cpu.h"
#include "goals.h"
#include "im2col.h"
#include "lab06.h"
#include "resnet_layers.h"

static const struct lab lab = {
    .name = "lab06",
    .title = asked.title,
    .banner = asked.banner,
    .exercise = "lab06_resnet_layers/resnet_layers.cu",
    .counts = "image side",
    .rate = FLOPS,
    .unit = "GFLOP/s",
    .ceiling = "peak",
    .size = 224,
    .quick_size = 32,
    .max_size = 7000,
    .sweep = "32,64,128,224",
};

/* ---- the versions --------------------------------------------------------------------------- */

/* What a GPU has to beat: packed, with SIMD, on one core or on all (common/gemm/gemm_cpu.c). */
static void on_cpu(const struct problem *p)
{
    const uint16_t *a = (const uint16_t *)p->a.data, *b = (const uint16_t *)p->b.data;

    if (p->c.dtype == FLOAT16 ? gemm_cpu_half((uint16_t *)p->c.data, a, b, p->m, p->n, p->k)
                              : gemm_cpu(p->c.f32, p->a.f32, p->b.f32, p->m, p->n, p->k))
        out_of_host_memory();
}

/* RUN(f32, v1) defines run_v1, as in lab 1: it calls resnet_layers_v1 with floats; f16: halves. */
#define RUN(type, version)                                                                         \
    static void run_##version(const struct problem *p)                                             \
    {                                                                                              \
        LAUNCH(resnet_layers_##version(p->c.type, p->a.type, p->b.type, p->m, p->n, p->k));        \
    }
RUN(f32, v1)
RUN(f32, ex61)
RUN(f16, ex62)
RUN(f16, wmma)

/* Our code on the CPU and the library can do both. */
static const struct types of_floats = { .floats = true }, of_halves = { .halves = true },
                          of_image = { .image = true };

// clang-format off
static const struct version versions[] = {
    { .name = "cpu_serial", .what = "one thread, SIMD", .where = ON_ONE_THREAD, .run = on_cpu },
    { .name = "cpu_openmp", .what = "all cores, SIMD", .where = ON_ALL_CORES, .run = on_cpu },
    { .name = "cpu_blas", .what = "needs OpenBLAS, which make did not find", .where = ON_ALL_CORES,
      .run = gemm_blas, .own = &of_floats },
    { .name = "gpu_v1", .what = "16 x 16 tiles, shared memory", .run = run_v1, .own = &of_floats },
    { .name = "gpu_ex61", .what = "a tile shape for each layer", .exercise = "6.1", .run = run_ex61,
      .own = &of_floats },
    { .name = "gpu_ex62", .what = "half storage, float sums", .exercise = "6.2", .run = run_ex62,
      .own = &of_halves },
    { .name = "gpu_ex63", .what = "im2col", .exercise = "6.3", .run = im2col_run,
      .own = &of_image },
    { .name = "gpu_wmma", .what = "tensor cores: in the answers, for a GPU",
      .run = resnet_layers_wmma ? run_wmma : NULL, .own = &of_halves },
    { .name = "cublas", .what = "needs a GPU and cuBLAS", .where = BY_LIBRARY, .run = gemm_cublas },
    {},
};
// clang-format on

/* Every run checks all versions, and times those of the type that was asked for. */
static const char *not_timed(const struct version *v)
{
    const struct types *types = types_of(v);

    if (types->image)
        return "not timed here: ./lab06_network times it";
    if (asked.halves ? types->halves : types->floats)
        return NULL;
    return asked.halves ? "not timed: --dtype f32 times it" : "not timed: --dtype f16 times it";
}

/* ---- is it right? --------------------------------------------------------------------------- */

/* What C must be: sums in double precision, rounded once. */
static void reference(float *c, const float *a, const float *b, int m, int n, int k)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int p = 0; p < k; p++)
                sum += (double)a[(size_t)i * k + p] * b[(size_t)p * n + j];
            c[(size_t)i * n + j] = (float)sum;
        }
}

/* For large products gemm_compare makes the same sums faster. It compares halves by value. */
static void compare(struct check *check, const struct problem *p)
{
    gemm_compare(check, p, reference);
}

/* Where a version must be right; gemm_: as for every product, see common/gemm/gemm.h. */
#define SHAPES(count)                                                                              \
    {                                                                                              \
        .awkward = gemm_awkward, .grids = gemm_grids, .draw = draw_shape, .draws = count,          \
        .quick_draws = count, .in_part = true, .own_bytes = sizeof(struct layer)                   \
    }

/* What a version computes if it is not a product of floats. */
static const struct experiment *solves(const struct version *v)
{
    static const struct experiment product_of_halves = {
        .problem = half_problem,
        .compare = compare,
        .shapes = SHAPES(DRAWS + LAYERS),
    };
    const struct types *types = types_of(v);

    if (types->image)
        return &im2col_experiment;
    return types->halves && (asked.halves || !types->floats) ? &product_of_halves : NULL;
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* Three stopwatches on one launch, because on the CPU device a launch takes long. */
static void launch(const struct version *v, const struct problem *p, double ms[])
{
    float elapsed = 0;

    CUDA_CHECK(cudaEventRecord(p->before, 0));
    double start = now_ms();
    v->run(p);
    ms[NO_SYNC] = now_ms() - start; /* THE PITFALL of lab 1: the kernel is queued, no more */
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start; /* right: the kernel has run */
    CUDA_CHECK(cudaEventElapsedTime(&elapsed, p->before, p->after));
    ms[EVENTS] = elapsed; /* right: the device's own clock, read before and after the kernel */
}

/* ---- the run -------------------------------------------------------------------------------- */

static const struct hooks hooks = {
    .options = own_options,
    .options_read = options_read,
    .finish_row = finish_row,
    .solves = solves,
};

static const struct experiment experiment = {
    .versions = versions,
    .shape_of = largest_layer,
    .problem = float_problem,
    .compare = compare,
    .shapes = SHAPES(DRAWS),
    .stopwatches = { launch, gemm_with_transfers },
    .smaller_sizes = { .first = 32, .factor = 2 },
    .hooks = &hooks,
    .goals = goals,
};

int main(int argc, char **argv)
{
    struct run *run = run_begin(argc, argv, &lab, &experiment); /* options, device, banner */

    begin_networks(run);
    for (long long side; next_size(run, &side);) /* --size, or those of --sweep */
        for (const struct version *v; next_version(run, &v);) {
            bool right = check_version(run, v); /* at every awkward and every drawn shape? */
            const char *why = v->known->check.not_timed = not_timed(v);
            for (int layer = 1; right && !why && layer <= asked.net->count; layer++)
                right = time_layer(run, v, side, layer); /* and checks what was timed */
            end_network(run, v, side, right);            /* the sum over the layers */
        }
    report_layers(run);
    report_methods(&run->report, run->options.size);
    report_break_even(&run->report);
    return run_end(run);
}
