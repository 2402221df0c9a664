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
#include "im2col.h"
#include "resnet_layers.h"
#include "shapes.h"

static char title[96];

static const struct lab lab = {
    .name = "lab06",
    .title = title,
    .exercise = "lab06_resnet_layers/resnet_layers.cu",
    .counts = "image side",
    .rate = FLOPS,
    .unit = "GFLOP/s",
    .ceiling = "peak",
    .size = 224,
    .quick_size = 32,
    .min_size = 1,
    .max_size = 7000,
    .sweep = "32,64,128,224",
};

/* ---- options that only this lab has --------------------------------------------------------- */

static long long batch = 1;
static char size_option[32] = "--size"; /* "--batch 8 --size", if that was given */
static int halves, dtype_given;

static int read_batch(const char *text)
{
    snprintf(size_option, sizeof(size_option), "--batch %.16s --size", text);
    return parse_size(text, 1, 1000000, &batch);
}

static int read_dtype(const char *text)
{
    dtype_given = 1;
    halves = !strcmp(text, "f16");
    return halves || !strcmp(text, "f32") ? 0 : -1;
}

static const struct shapes *net = &all_shapes[0];

static int read_shapes(const char *text)
{
    for (net = all_shapes; net < all_shapes + sizeof(all_shapes) / sizeof(*all_shapes); net++)
        if (!strcmp(text, net->name))
            return 0;
    return -1;
}

static const struct own_option own_options[] = {
    { "batch", "N", "images at once, 1 to 1000000 (default 1)",
      "must be a whole number from 1 to 1000000", read_batch },
    { "dtype", "TYPE", "f32, or f16: stored in half precision (default f32)", "must be f32 or f16",
      read_dtype },
    { "shapes", "NAME", "resnet50, or unet: of Stable Diffusion (default resnet50)",
      "must be resnet50 or unet", read_shapes },
    { "network", "NAME", "not here: a whole network is ./lab06_network",
      "a whole network is a program of its own: ./lab06_network --network resnet18", NULL },
    {},
};

/* ---- the 20 products ------------------------------------------------------------------------ */

static int count_of(int layer)
{
    const struct layer_shape *of = &net->layers[layer - 1];

    return of->n == PIXELS || of->k == PIXELS ? of->count * batch : of->count;
}

static struct shape shape_of(long long side, int layer)
{
    return layer_of(net, batch, side, layer);
}

/* The problem with what its layer is called in findings, and how often it counts: so many layers of
 * the network have this shape. */
static struct problem named(struct problem p, const struct shape *shape)
{
    int layer = shape->part;

    if (layer) {
        p.weight = count_of(layer);
        snprintf(p.label, sizeof(p.label), "layer %d, m, n, k = %lld, %lld, %lld", layer, p.m, p.n,
                 p.k);
    }
    return p;
}

static struct problem float_problem(const struct shape *shape)
{
    return named(gemm_problem(shape), shape);
}

static struct problem half_problem(const struct shape *shape)
{
    return named(gemm_problem_half(shape), shape);
}

static void finish_row(const struct run *, struct row *row, const struct version *,
                       const struct problem *p, const struct stats[METHODS])
{
    int layer = p->shape.part;

    snprintf(row->own, sizeof(row->own), "%d,%d,%lld,%s", layer, layer ? count_of(layer) : net->all,
             batch, layer ? net->layers[layer - 1].name : "all");
}

/* ---- the versions --------------------------------------------------------------------------- */

/* A version's tag: what it computes with. Our code on the CPU and the library can do both. */
enum { FLOATS, HALVES, BOTH, IMAGE };

/* name, description (or why it cannot run), exercise, where, how to call it (or NULL), tag */
static const struct version versions[] = {
    { "cpu_serial", "one thread, packed, SIMD", NULL, ON_ONE_THREAD, gemm_on_cpu, BOTH },
    { "cpu_openmp", "all cores, packed, SIMD", NULL, ON_ALL_CORES, gemm_on_cpu, BOTH },
    { "cpu_blas", "needs OpenBLAS, which make did not find", NULL, ON_ALL_CORES, gemm_blas },
    { "gpu_v1", "16 x 16 tiles in shared memory", NULL, ON_DEVICE,
      GEMM_RUN(f32, resnet_layers_v1) },
    { "gpu_ex61", "a tile shape for each layer", "6.1", ON_DEVICE,
      GEMM_RUN(f32, resnet_layers_ex61) },
    { "gpu_ex62", "half storage, float sums", "6.2", ON_DEVICE, GEMM_RUN(f16, resnet_layers_ex62),
      HALVES },
    { "gpu_ex63", "im2col", "6.3", ON_DEVICE, im2col_run, IMAGE },
    { "gpu_wmma", "tensor cores: in the answers, for a GPU", NULL, ON_DEVICE,
      resnet_layers_wmma ? +GEMM_RUN(f16, resnet_layers_wmma) : NULL, HALVES },
    { "cublas", "needs a GPU and cuBLAS", NULL, BY_LIBRARY, gemm_cublas, BOTH },
    {},
};

static int is_wanted_type(const struct version *v)
{
    return v->tag == BOTH || v->tag == (halves ? HALVES : FLOATS);
}

/* All versions are checked in every run; timed are those of the type that was asked for. */
static const char *not_timed(const struct version *v)
{
    if (v->tag == IMAGE)
        return "not timed here: ./lab06_network times it";
    if (is_wanted_type(v))
        return NULL;
    return halves ? "not timed: --dtype f32 times it" : "not timed: --dtype f16 times it";
}

/* What a version computes if it is not a product of floats. */
static const struct experiment *instead(const struct version *v)
{
    static const struct experiment of_halves = {
        .problem = half_problem,
        .compare = gemm_compare,
        .awkward = gemm_awkward,
        .grids = gemm_grids,
        .draw = draw_shape,
        .draws = DRAWS + LAYERS,
        .quick_draws = DRAWS + LAYERS,
    };

    return v->tag == IMAGE                                  ? &im2col_experiment
           : v->tag == HALVES || (v->tag == BOTH && halves) ? &of_halves
                                                            : NULL;
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

/* ---- layer by layer ------------------------------------------------------------------------- */

static const struct row *row_of(const struct run *run, const struct version *v, int layer)
{
    return main_row(&run->report.rows, v->name, run->options.size, layer);
}

/* A line per layer, a column per version. */
static void report_layers(const struct run *run)
{
    int timed = 0;

    for (const struct version *v = versions; v->name; v++)
        timed |= row_of(run, v, 1) != NULL;
    if (run->options.sweep || !timed)
        return;
    printf("\nGFLOP/s in each layer; x: how many layers of the network have this shape\n"
           "      m     n     k  x");
    for (const struct version *v = versions; v->name; v++)
        if (row_of(run, v, 1))
            printf(" %10s", v->name);
    for (int layer = 1; layer <= net->count; layer++) {
        struct shape s = shape_of(run->options.size, layer);
        printf("\n%7lld %5lld %5lld %2d", s.m, s.n, s.k, count_of(layer));
        for (const struct version *v = versions; v->name; v++) {
            const struct row *row = row_of(run, v, layer);
            if (row)
                printf(" %10.1f", rate(row->work.flops, row));
        }
    }
    putchar('\n');
}

/* ---- the run -------------------------------------------------------------------------------- */

static void options_read(struct options *options);

static struct experiment experiment = {
    .versions = versions,
    .problem = float_problem,
    .shape_of = shape_of,
    .compare = gemm_compare, /* gemm_: the same for every matrix product, see common/gemm/gemm.h */
    .awkward = gemm_awkward,
    .grids = gemm_grids,
    .draw = draw_shape,
    .draws = DRAWS,
    .quick_draws = DRAWS,
    .stopwatches = { launch, gemm_with_transfers },
    .own_columns = "layer,count,batch,name",
    .first_small = 32,
    .parts = LAYERS,
    .part_column = "layer",
    .instead = instead,
    .not_timed = not_timed,
    .own_options = own_options,
    .size_option = size_option,
    .options_read = options_read,
    .finish_row = finish_row,
};

static void options_read(struct options *options)
{
    long long side = options->sizes[options->size_count - 1];

    for (const struct version *v = versions; v->name; v++) /* --only gpu_ex62 means --dtype f16 */
        if (options->only && !strcmp(options->only, v->name) && !dtype_given)
            halves = v->tag == HALVES;
    experiment.parts = net->count;
    for (int layer = 1; layer <= net->count; layer++) {
        struct shape s = shape_of(side, layer);
        if (s.m * s.k > INT_MAX || s.m * s.n > INT_MAX)
            options_usage(&lab,
                          "%s %lld: a matrix would have 2^31 elements or more; give "
                          "a smaller one",
                          size_option, side);
    }
    snprintf(title, sizeof(title), "Lab 6 - the layers of %s   %d products, %s, batch %lld",
             net->title, net->count, halves ? "float16" : "float32", batch);
}

int main(int argc, char **argv)
{
    struct run *run = run_begin(argc, argv, &lab, &experiment); /* options, device, banner */

    for (long long side; next_size(run, &side);) /* --size, or those of --sweep */
        for (const struct version *v; next_version(run, &v);)
            if (check_version(run, v))      /* right at every awkward and every drawn shape? */
                time_version(run, v, side); /* times all layers, and checks what was timed */
    report_layers(run);
    report_methods(&run->report, run->options.size);
    report_break_even(&run->report);
    return run_end(run);
}
