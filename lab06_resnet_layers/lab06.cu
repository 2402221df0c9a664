/* Lab 6 - the layers of a real network: is a GPU as good at them as at squares?
 *
 *   make lab06 && ./lab06          check every version, then time it on the 20 layers of ResNet-50
 *   ./lab06 --batch 128            128 images at once: the same layers, 128 times as tall
 *   ./lab06 --dtype f16            stored in half precision
 *   ./lab06_network                a whole forward pass (network/)
 *   ./lab06 --help                 everything else
 *
 * The lesson: the products of a network are tall or flat, not square, and no kernel is best for all
 * of them. So measure the shapes that you will run, and weigh them as often as they occur.
 *
 * To be read from top to bottom; the kernels are in resnet_layers.cu. */
#include "common/experiment.h"
#include "common/gemm_cpu.h"
#include "im2col_check.h"
#include "resnet_layers.h"
#include "shapes.h"
#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif
#ifdef HAVE_CUBLAS
#include <cublas_v2.h>
#endif

#define LAYERS COUNT(resnet50_shapes)

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
    .versions = "cpu_serial cpu_openmp cpu_blas gpu_v1 gpu_ex61 gpu_ex62 gpu_ex63 gpu_wmma cublas",
};

/* ---- options that only this lab has --------------------------------------------------------- */

/* What a version works on. A version of one kind cannot be timed on the other. */
enum kind { FLOAT32, FLOAT16, IMAGE };

static struct {
    long long batch;
    enum kind kind; /* of --dtype; IMAGE: not given */
} asked = { 1, IMAGE };

static int read_batch(const char *text)
{
    return parse_size(text, 1, 1000000, &asked.batch);
}

static int read_dtype(const char *text)
{
    if (strcmp(text, "f32") && strcmp(text, "f16"))
        return -1;
    asked.kind = strcmp(text, "f16") ? FLOAT32 : FLOAT16;
    return 0;
}

static int refuse(const char *)
{
    return -1;
}

static const struct own_option own_options[] = {
    { "batch", "N", "images at once, 1 to 1000000 (default 1)",
      "must be a whole number from 1 to 1000000", read_batch },
    { "dtype", "TYPE", "f32, or f16: stored in half precision (default f32)", "must be f32 or f16",
      read_dtype },
    { "network", "NAME", "a whole network is a program of its own: ./lab06_network",
      "a whole network is a program of its own: ./lab06_network --network resnet18", refuse },
    { NULL, NULL, NULL, NULL, NULL },
};

/* ---- the 20 products ------------------------------------------------------------------------ */

/* Rows of a layer's C: the pixels of its output, of all images. The network halves the side of its
 * image (rounded up) until that of 224 has become the layer's. */
static long long rows_of(const struct gemm_shape *shape, long long side)
{
    for (int usual = 224; usual * usual > shape->m; usual /= 2)
        side = (side + 1) / 2;
    return asked.batch * side * side;
}

/* ---- on the CPU: the reference and the opponents -------------------------------------------- */

#define STRIP 1024 /* sums of a row that are kept at a time: 8 KB, they stay in the L1 cache */

/* A row of C: plain loops, summed in double, rounded once. With p outside and j inside, B is read
 * along its rows. */
static void product_row(float *c, const float *a, const float *b, int n, int k)
{
    for (int j0 = 0; j0 < n; j0 += STRIP) {
        int width = n - j0 < STRIP ? n - j0 : STRIP;
        double sum[STRIP];

        for (int j = 0; j < width; j++)
            sum[j] = 0;
        for (int p = 0; p < k; p++)
            for (int j = 0; j < width; j++)
                sum[j] += (double)a[p] * b[p * n + j0 + j];
        for (int j = 0; j < width; j++)
            c[j0 + j] = (float)sum[j];
    }
}

static void matmul_serial(float *c, const float *a, const float *b, int m, int n, int k)
{
    for (int i = 0; i < m; i++)
        product_row(c + i * n, a + i * k, b, n, k);
}

/* What a GPU has to beat: every core, every SIMD lane, every cache. */
static void matmul_openmp(float *c, const float *a, const float *b, int m, int n, int k)
{
    if (gemm_cpu(c, a, b, m, n, k) == 0)
        return;
    fprintf(stderr, "out of host memory in cpu_openmp: give a smaller --batch\n");
    exit(STATUS_USAGE);
}

#ifdef HAVE_OPENBLAS
static void matmul_blas(float *c, const float *a, const float *b, int m, int n, int k)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, k, b, n, 0, c, n);
}
#endif

#ifdef HAVE_CUBLAS
static cublasHandle_t cublas(void)
{
    static cublasHandle_t handle; /* made at the first call, which is never timed */

    if (handle || !cublasCreate(&handle))
        return handle;
    fprintf(stderr, "cuBLAS failed: make doctor says what is missing\n");
    exit(STATUS_WRONG);
}

/* cuBLAS thinks by columns. Read by columns, our arrays are B', A' and C', and C' = B' A'. Its
 * default mode computes float32 in float32; TF32 would have to be asked for. */
static void matmul_cublas(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    const float one = 1, zero = 0;

    cublasSgemm(cublas(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, d_b, n, d_a, k, &zero, d_c, n);
}

/* Halves, multiplied by tensor cores, summed in float32. */
static void matmul_cublas_half(__half *d_c, const __half *d_a, const __half *d_b, int m, int n,
                               int k)
{
    const float one = 1, zero = 0;

    cublasGemmEx(cublas(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, d_b, CUDA_R_16F, n, d_a,
                 CUDA_R_16F, k, &zero, d_c, CUDA_R_16F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
#endif

/* ---- the versions --------------------------------------------------------------------------- */

/* name, in a few words, exercise, launcher; without a launcher: why it does not run */
static struct version versions[] = {
    { "cpu_serial", "one thread", NULL, (launcher *)matmul_serial },
    { "cpu_openmp", "all cores, packed, SIMD", NULL, (launcher *)matmul_openmp },
#ifdef HAVE_OPENBLAS
    { "cpu_blas", "all cores, OpenBLAS", NULL, (launcher *)matmul_blas },
#else
    { "cpu_blas", "needs OpenBLAS, which make did not find", NULL, NULL },
#endif
    { "gpu_v1", "16 x 16 tiles in shared memory", NULL, (launcher *)resnet_layers_v1 },
    { "gpu_ex61", "a tile shape for each layer", "6.1", (launcher *)resnet_layers_ex61 },
    { "gpu_ex62", "half storage, float sums", "6.2", (launcher *)resnet_layers_ex62 },
    { "gpu_ex63", "im2col", "6.3", (launcher *)resnet_layers_ex63 },
    { "gpu_wmma", "tensor cores: in the answers, for a GPU", NULL, NULL },
#ifdef HAVE_CUBLAS
    { "cublas", "cuBLAS", NULL, (launcher *)matmul_cublas },
#else
    { "cublas", "needs a GPU and cuBLAS", NULL, NULL },
#endif
};

static int is(const struct version *version, const char *name)
{
    return !strcmp(version->name, name);
}

static enum kind kind_of(const struct version *version)
{
    if (is(version, "gpu_ex63"))
        return IMAGE;
    if (is(version, "gpu_ex62") || is(version, "gpu_wmma"))
        return FLOAT16;
    return is(version, "cublas") ? asked.kind : FLOAT32;
}

/* Is it timed in this run? cpu_openmp always, as the opponent: a CPU gains nothing from halves.
 * One thread only where it does not take minutes. */
static int is_timed(const struct version *version)
{
    if (is(version, "cpu_serial") && asked.batch > 4)
        return 0;
    return version->launch && (kind_of(version) == asked.kind || is(version, "cpu_openmp"));
}

/* What --dtype and --only mean for the versions. */
static void choose_versions(const struct options *options)
{
    for (int v = 0; v < COUNT(versions); v++) {
        if (asked.kind == IMAGE && options->only && is(&versions[v], options->only) &&
            kind_of(&versions[v]) == FLOAT16)
            asked.kind = FLOAT16;
    }
    asked.kind = asked.kind == IMAGE ? FLOAT32 : asked.kind;
    for (int v = 0; v < COUNT(versions); v++) {
        if (is(&versions[v], "gpu_wmma"))
            versions[v].launch = (launcher *)resnet_layers_wmma; /* NULL where there is none */
#ifdef HAVE_CUBLAS
        if (is(&versions[v], "cublas") && asked.kind == FLOAT16)
            versions[v].launch = (launcher *)matmul_cublas_half;
#endif
    }
}

typedef void product(float *c, const float *a, const float *b, int m, int n, int k);
typedef void half_product(__half *c, const __half *a, const __half *b, int m, int n, int k);

static void run_product(const struct problem *p)
{
    product *multiply = (product *)p->version->launch;

    if (on_device(p->version))
        multiply(p->c.device, p->a.device, p->b.device, p->m, p->n, p->k);
    else
        multiply(p->c.host, p->a.host, p->b.host, p->m, p->n, p->k);
}

static void run_half_product(const struct problem *p)
{
    half_product *multiply = (half_product *)p->version->launch;

    multiply((__half *)p->c.device, (const __half *)p->a.device, (const __half *)p->b.device, p->m,
             p->n, p->k);
}

/* ---- inputs and check ----------------------------------------------------------------------- */

/* Halves stand two by two in an array of floats. */
static size_t floats_for(size_t numbers, enum kind kind)
{
    return kind == FLOAT16 ? (numbers + 1) / 2 : numbers;
}

static float number(const float *x, enum kind kind, size_t i)
{
    return kind == FLOAT16 ? __half2float(((const __half *)x)[i]) : x[i];
}

/* Inputs. As halves, each is rounded to one: what a version is given is then exact. */
void resnet_layers_inputs(float *a, float *b, int m, int n, int k, int half,
                          unsigned long long seed)
{
    random_uniform(a, (size_t)m * k, seed, 0);
    random_uniform(b, (size_t)k * n, seed, 1);
    for (size_t i = 0; half && i < (size_t)m * k; i++)
        a[i] = __half2float(__float2half(a[i]));
    for (size_t i = 0; half && i < (size_t)k * n; i++)
        b[i] = __half2float(__float2half(b[i]));
}

static void to_halves(struct floats *to, const float *from, size_t count)
{
    memset(to->host, 0, to->count * sizeof(float));
    for (size_t i = 0; i < count; i++)
        ((__half *)to->host)[i] = __float2half(from[i]);
}

/* What is right, in row i of C; all its rows in resnet_layers_reference. */
static void right_row(float *c, const float *a, const float *b, size_t i, int n, int k)
{
    product_row(c, a + i * k, b, n, k);
}

void resnet_layers_reference(float *c, const float *a, const float *b, int m, int n, int k)
{
#pragma omp parallel for
    for (int i = 0; i < m; i++)
        right_row(c + (size_t)i * n, a, b, i, n, k);
}

/* How many rows of C are compared element by element: all of them, unless that costs more than
 * 2^28 operations. Then they are spread evenly, from the first to the last; see check_sums. */
static int checked_rows(int m, int n, int k)
{
    int rows = (1 << 27) / ((long long)n * k);

    return rows < 64 && m > 64 ? 64 : rows < m ? rows : m;
}

static size_t checked_row(int r, int rows, int m)
{
    return rows == m ? r : (long long)r * (m - 1) / (rows - 1);
}

static struct problem make_product(enum kind kind, int m, int n, int k, unsigned long long seed)
{
    size_t count_a = (size_t)m * k, count_b = (size_t)k * n, count_c = (size_t)m * n;
    struct problem p = problem_make(m, n, k, floats_for(count_a, kind), floats_for(count_b, kind),
                                    floats_for(count_c, kind));
    float *a = kind == FLOAT16 ? host_floats(count_a) : p.a.host;
    float *b = kind == FLOAT16 ? host_floats(count_b) : p.b.host;
    int rows = checked_rows(m, n, k);

    resnet_layers_inputs(a, b, m, n, k, kind == FLOAT16, seed);
    free(p.want);
    p.want = host_floats((size_t)rows * n);
#pragma omp parallel for
    for (int r = 0; r < rows; r++)
        right_row(p.want + (size_t)r * n, a, b, checked_row(r, rows, m), n, k);
    if (kind == FLOAT16) {
        to_halves(&p.a, a, count_a);
        to_halves(&p.b, b, count_b);
        free(a);
        free(b);
    }
    return p;
}

/* The error to allow: k * eps for the sum (see dot_tolerance), and as halves 2^-11 of the result,
 * which is rounded to 11 bits. Sums in half precision would be rounded so at every step: of numbers
 * near 1, by 2^-12 each time, which is more than k * eps in all elements that come out small. */
static double absolute_of(int k)
{
    return dot_tolerance(k, 1, 1);
}

static double relative_of(enum kind kind)
{
    return kind == FLOAT16 ? 0x1p-11 : 0;
}

struct rows_of_c {
    int rows, m, n;
};

static void name_element(char *text, size_t size, size_t i, const void *shape)
{
    const struct rows_of_c *of = (const struct rows_of_c *)shape;

    snprintf(text, size, "C[%zu][%zu]", checked_row(i / of->n, of->rows, of->m), i % of->n);
}

/* Compares rows of C, float or half, with `want`. Halves that were never written are poison, too.
 */
static void check_rows(struct check *check, const float *c, enum kind kind, const float *want,
                       int rows, int m, int n, int k)
{
    struct rows_of_c of = { rows, m, n };
    float *got = host_floats((size_t)rows * n);

    for (size_t i = 0; i < (size_t)rows * n; i++) {
        size_t at = checked_row(i / n, rows, m) * n + i % n;
        got[i] = number(c, kind, at);
        if (kind == FLOAT16 && ((const unsigned short *)c)[at] == 0xFFFF)
            memset(&got[i], POISON_BYTE, sizeof(*got));
    }
    check_output(check, got, want, (size_t)rows * n, absolute_of(k), relative_of(kind),
                 name_element, &of);
    free(got);
}

void resnet_layers_check(struct check *check, const float *c, const float *want, int m, int n,
                         int k)
{
    check_rows(check, c, FLOAT32, want, m, m, n, k);
}

void resnet_layers_check_half(struct check *check, const __half *c, const float *want, int m, int n,
                              int k)
{
    check_rows(check, (const float *)c, FLOAT16, want, m, m, n, k);
}

/* All rows of C at a price of m (n + k): C x must be A (B x), where x is random, 1 or -1 (R.
 * Freivalds, 1977). The errors that are allowed in the elements of a row add up to what is allowed
 * here, so a right row passes; an element that is off by more than twice that is always found. */
static void check_sums(struct check *check, const struct problem *p)
{
    enum kind kind = kind_of(p->version);
    int m = p->m, n = p->n, k = p->k, wrong = 0, first = m;
    double *x = (double *)host_floats(2 * (size_t)n), *bx = (double *)host_floats(2 * (size_t)k);

    for (int j = 0; j < n; j++)
        x[j] = random_bits(1, 2, j) & 1 ? 1 : -1;
    for (int q = 0; q < k; q++) {
        bx[q] = 0;
        for (int j = 0; j < n; j++)
            bx[q] += number(p->b.host, kind, (size_t)q * n + j) * x[j];
    }
#pragma omp parallel for reduction(+ : wrong) reduction(min : first)
    for (int i = 0; i < m; i++) {
        double cx = 0, abx = 0, size = 0;
        for (int q = 0; q < k; q++)
            abx += number(p->a.host, kind, (size_t)i * k + q) * bx[q];
        for (int j = 0; j < n; j++) {
            double c = number(p->c.host, kind, (size_t)i * n + j);
            cx += c * x[j];
            size += fabs(c);
        }
        if (fabs(cx - abx) <= n * absolute_of(k) + size * relative_of(kind))
            continue;
        wrong++;
        first = i < first ? i : first;
    }
    if (wrong)
        check_fail(check, "row %d of C does not add up to what A and B give, nor do %d others",
                   first, wrong - 1);
    free(x);
    free(bx);
}

static void check_product(struct check *check, const struct problem *p)
{
    enum kind kind = kind_of(p->version);
    int rows = checked_rows(p->m, p->n, p->k);

    check_rows(check, p->c.host, kind, p->want, rows, p->m, p->n, p->k);
    if (rows < p->m && check_state(check) == STATE_OK)
        check_sums(check, p);
    if (kind == FLOAT16 && p->m * p->n % 2 &&
        ((const unsigned short *)p->c.host)[p->m * p->n] != 0xFFFF)
        check_fail(check, "wrote outside: half 1 behind the end of the output");
}

/* ---- the shapes ------------------------------------------------------------------------------ */

/* Shapes m, n, k to be wrong at: one more and one less than a tile, odd ones, whose halves do not
 * begin at a multiple of 4 bytes (147), primes, ones, a long sum for few elements. */
static const int ragged_shapes[][3] = {
    { 33, 31, 147 },   { 31, 33, 32 }, { 65, 63, 17 },   { 32, 64, 16 }, { 49, 130, 200 },
    { 127, 129, 147 }, { 131, 67, 8 }, { 300, 64, 576 }, { 2, 3, 5 },    { 257, 1, 33 },
    { 1, 257, 31 },    { 1, 1, 1 },    { 1, 300, 1200 },
};

static struct problem make_ragged(int i, unsigned long long seed)
{
    return make_product(FLOAT32, ragged_shapes[i][0], ragged_shapes[i][1], ragged_shapes[i][2],
                        seed);
}

static struct problem make_ragged_half(int i, unsigned long long seed)
{
    return make_product(FLOAT16, ragged_shapes[i][0], ragged_shapes[i][1], ragged_shapes[i][2],
                        seed);
}

static struct problem make_layer(enum kind kind, int layer, long long side, unsigned long long seed)
{
    const struct gemm_shape *shape = &resnet50_shapes[layer - 1];
    static char label[48];
    struct problem p = make_product(kind, rows_of(shape, side), shape->n, shape->k, seed + layer);

    snprintf(label, sizeof(label), "layer %d, m, n, k = %lld, %lld, %lld", layer, p.m, p.n, p.k);
    p.label = label;
    p.part = layer;
    return p;
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* Before every sample, outside the clock: no output left from the sample before, no input in the
 * cache, nothing running on the device. */
static void prepare(const struct problem *p)
{
    CUDA_CHECK(cudaMemsetAsync(p->c.device, POISON_BYTE, p->c.count * sizeof(float), 0));
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
}

static void run(const struct problem *p)
{
    if (kind_of(p->version) == FLOAT16)
        run_half_product(p);
    else
        run_product(p);
}

/* Three stopwatches on one launch. */
static void time_kernel(const struct problem *p, double ms[])
{
    float event_ms;

    prepare(p);
    CUDA_CHECK(cudaEventRecord(p->before, 0));
    double start = now_ms();
    run(p);
    ms[NO_SYNC] = now_ms() - start; /* THE PITFALL of lab 1: the kernel is queued, no more */
    CUDA_CHECK(cudaEventRecord(p->after, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
    ms[SYNC] = now_ms() - start; /* right: the kernel has run */
    CUDA_CHECK(cudaEventElapsedTime(&event_ms, p->before, p->after));
    ms[EVENTS] = event_ms; /* right: the device's own clock, read before and after the kernel */
}

/* What a program pays whose data live on the host. The last copy waits for the kernel. */
static void time_with_transfers(const struct problem *p, double ms[])
{
    prepare(p);
    double start = now_ms();
    floats_send(&p->a);
    floats_send(&p->b);
    run(p);
    CUDA_CHECK(
        cudaMemcpy(p->c.host, p->c.device, p->c.count * sizeof(float), cudaMemcpyDeviceToHost));
    ms[WITH_TRANSFERS] = now_ms() - start;
}

/* Tensor cores: operations per SM and clock on halves, twice the multiply-adds. NVIDIA's white
 * papers: sm_75 1,024; A100 2,048; H100 4,096; B200 8,192; the others of their generations less. */
static double half_gflops(void)
{
    int major, sms, khz;

    CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    CUDA_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
    return (double)sms *
           (major < 8    ? 1024
            : major == 8 ? 2048
            : major == 9 ? 4096
                         : 8192) *
           khz / 1e6;
}

static long long side_now; /* the side of the image, as --size counts */

/* 2 m n k operations, and at least (m k + k n + m n) numbers of 4 or 2 bytes: A and B read, C
 * written, once. The floor is the longer of the times that arithmetic and memory need for them. */
static struct work work_of(const struct problem *p, const struct device *device)
{
    enum kind kind = kind_of(p->version);
    double flops = 2.0 * p->m * p->n * p->k, bytes = 4.0 * (p->a.count + p->b.count + p->c.count);
    double peak = device->is_cpu ? 0 : kind == FLOAT16 ? half_gflops() : device->peak_gflops;
    double floor_ms = device->is_cpu ? 0 : fmax(flops / peak, bytes / device->copy_gbs) / 1e6;
    struct work work = {
        kind == FLOAT16 ? "float16" : "float32", side_now, p->m, p->n, p->k, flops, bytes, floor_ms
    };

    return work;
}

static void cells(struct row *row, int layer, int count, const char *name)
{
    snprintf(row->own, sizeof(row->own), "%d,%d,%lld,%s", layer, count, asked.batch, name);
}

static void own_cells(struct row *row, const struct problem *p)
{
    const struct gemm_shape *shape = &resnet50_shapes[p->part - 1];

    cells(row, p->part, shape->count, shape->name);
}

static const struct own_columns own_columns = { "layer,count,batch,name", own_cells };

/* ---- the run -------------------------------------------------------------------------------- */

#define EXPERIMENT(ragged_number, ragged, launch, checking)                                        \
    {                                                                                              \
        .versions = versions, .version_count = COUNT(versions), .ragged_count = ragged_number,     \
        .make = NULL, .make_ragged = ragged, .run = launch, .check = checking,                     \
        .time_kernel = time_kernel, .time_with_transfers = time_with_transfers,                    \
        .work_of = work_of, .own = &own_columns,                                                   \
    }

/* By kind: what differs is the shapes, the launch and the check. */
static const struct experiment experiments[] = {
    EXPERIMENT(COUNT(ragged_shapes), make_ragged, run_product, check_product),
    EXPERIMENT(COUNT(ragged_shapes), make_ragged_half, run_half_product, check_product),
    EXPERIMENT(RAGGED_IMAGES, make_ragged_image, run_im2col, check_im2col),
};

static const struct experiment *experiment_of(const struct version *version)
{
    return &experiments[kind_of(version)];
}

/* The layer's time by a version, NULL if it was not measured. */
static const struct row *time_of(const struct report *report, const struct version *version,
                                 long long side, int layer)
{
    return find_part(&report->rows, version->name, on_device(version) ? "sync" : "wall", side,
                     layer);
}

/* The smaller sizes serve the break-even alone. */
static int is_shown(const struct report *report, const struct version *version)
{
    if (report->quiet && !is(version, "cpu_openmp") && !is(version, "gpu_v1"))
        return 0;
    return is_timed(version) && options_wants(report->options, version->name);
}

static void print_layers_head(const struct report *report)
{
    printf("GFLOP/s in each layer; x: how many layers of the network have this shape\n"
           "      m    n    k  x");
    for (int v = 0; v < COUNT(versions); v++)
        if (is_shown(report, &versions[v]))
            printf(" %10s", versions[v].name);
    putchar('\n');
}

static void print_layer(const struct report *report, long long side, int layer)
{
    const struct gemm_shape *shape = &resnet50_shapes[layer - 1];

    printf("%7lld %4d %4d %2d", rows_of(shape, side), shape->n, shape->k, shape->count);
    for (int v = 0; v < COUNT(versions); v++) {
        const struct row *row = time_of(report, &versions[v], side, layer);
        if (row)
            printf(" %10.1f", rate(row->work.flops, row));
        else if (is_shown(report, &versions[v]))
            printf(" %10s", "-");
    }
    putchar('\n');
}

/* The times of one version. */
static void report_layers(const struct report *report, const char *name, long long side)
{
    const struct version *version = versions;

    while (!is(version, name))
        version++;
    if (report->options->sweep || !time_of(report, version, side, 1))
        return;
    printf("\n%s, %-20s     m    n    k  x %30s   GFLOP/s %% peak\n", name, "layer by layer",
           "ms [p05, p95]");
    for (int l = 1; l <= LAYERS; l++) {
        const struct gemm_shape *shape = &resnet50_shapes[l - 1];
        const struct row *row = time_of(report, version, side, l);
        char times[64], percent[16] = "-";
        if (!row)
            break;
        snprintf(times, sizeof(times), "%.4g [%.4g, %.4g]", row->time.median_ms, row->time.p05_ms,
                 row->time.p95_ms);
        if (percent_of_ceiling(row) > 0)
            snprintf(percent, sizeof(percent), "%.1f", percent_of_ceiling(row));
        printf("  %2d %-*s %7lld %4d %4d %2d %30s %9.1f %6s\n", l, (int)strlen(name) + 16,
               shape->name, rows_of(shape, side), shape->n, shape->k, shape->count, times,
               rate(row->work.flops, row), percent);
    }
}

/* --samples holds for each layer, --min-time for all of them together. A kernel on the CPU device
 * takes seconds for the 20 layers, whose time says nothing, and one CPU thread nearly as long: they
 * are timed once, unless you ask for more. The check before it has been the warm-up. */
static struct limits limits_of(const struct report *report, const struct version *version)
{
    struct limits limits = report->options->limits;
    int slow = report->device->is_cpu && (on_device(version) || is(version, "cpu_serial"));
    int more = limits.max_time > 2 && limits.samples > 1; /* --samples or --min-time was given */

    if (slow && !more) {
        limits.samples = 1;
        limits.min_time = limits.max_time = 0;
    } else if (report->quiet) {
        limits.samples = 3;
        limits.min_time = 0;
    }
    limits.min_time /= LAYERS;
    limits.max_time /= LAYERS;
    return limits;
}

/* All versions on one layer. */
static void try_layer(struct report *report, long long side, int layer)
{
    for (int kind = FLOAT32; kind <= FLOAT16; kind++) {
        struct problem p = {};
        for (int v = 0; v < COUNT(versions); v++) {
            if (!is_shown(report, &versions[v]) || kind_of(&versions[v]) != kind ||
                report->checks[v].wrong)
                continue;
            if (!p.want)
                p = make_layer((enum kind)kind, layer, side, report->options->seed);
            p.version = &versions[v];
            report_progress(report, versions[v].name, side);
            report->limits = limits_of(report, &versions[v]);
            try_problem(report, &experiments[kind], &report->checks[v], &p);
        }
        if (p.want)
            problem_free(&p);
    }
    if (!report->options->sweep && !report->options->only && !report->quiet)
        print_layer(report, side, layer);
}

/* The whole network's time: the sum over its layers, each as often as it occurs. */
static void add_total(struct report *report, const struct version *version, const char *method,
                      long long side)
{
    struct row total = {};

    for (int l = 1; l <= LAYERS; l++) {
        const struct row *row = find_part(&report->rows, version->name, method, side, l);
        int count = resnet50_shapes[l - 1].count;
        if (!row)
            return;
        if (l == 1) {
            total = *row;
            total.work.flops = total.work.bytes = total.work.floor_ms = 0;
            total.time.median_ms = total.time.p05_ms = total.time.p95_ms = 0;
        }
        total.work.flops += count * row->work.flops;
        total.work.bytes += count * row->work.bytes;
        total.work.floor_ms += count * row->work.floor_ms;
        total.time.median_ms += count * row->time.median_ms;
        total.time.p05_ms += count * row->time.p05_ms;
        total.time.p95_ms += count * row->time.p95_ms;
        total.time.samples =
            row->time.samples < total.time.samples ? row->time.samples : total.time.samples;
        total.time.capped |= row->time.capped;
    }
    total.work.m = total.work.n = total.work.k = 0;
    total.part = 0;
    cells(&total, 0, 53, "all");
    *new_row(&report->rows) = total;
}

static void try_size(struct report *report, long long side)
{
    static const char *const methods[] = { "wall", "no_sync", "sync", "events", "with_transfers" };

    side_now = side;
    for (int l = 1; l <= LAYERS; l++)
        try_layer(report, side, l);
    for (int v = 0; v < COUNT(versions); v++)
        for (int i = 0; i < COUNT(methods); i++)
            add_total(report, &versions[v], methods[i], side);
    if (!report->options->sweep && !report->quiet) {
        if (!report->options->only)
            putchar('\n');
        report_head(report);
    }
    for (int v = 0; v < COUNT(versions); v++)
        if (options_wants(report->options, versions[v].name))
            report_version(report, &report->checks[v], side);
}

/* What is checked, and where less than usual is done. */
static void print_method(const struct report *report)
{
    long long side = report->options->size;
    double all = 0, checked = 0;

    for (int l = 0; l < LAYERS; l++) {
        const struct gemm_shape *shape = &resnet50_shapes[l];
        int m = rows_of(shape, side), rows = checked_rows(m, shape->n, shape->k);
        all += m;
        checked += rows;
    }
    if (checked == all)
        printf("checked  every element of every layer, and of products with ragged edges\n");
    else
        printf("checked  of every layer %.2g %% of the rows by element, all by a random sum; and\n"
               "         every element of products with ragged edges\n",
               100 * checked / all);
    if (report->device->is_cpu && report->options->limits.max_time <= 2)
        printf(
            "left out cpu_serial and gpu_ versions have a single sample; --samples takes more\n");
}

/* The first product of a program that uses a GPU pays for what all later ones find done, such as
 * loading the kernel. Experiments like this one begin with a product of 1000 x 1000 that is not
 * counted: this is what not counting it hides. */
static void show_warm_up(struct report *report)
{
    struct problem p = {};
    struct check check;
    double ms[2];

    for (int v = 0; v < COUNT(versions) && !p.version; v++)
        if (on_device(&versions[v]) && is_shown(report, &versions[v]))
            p.version = &versions[v];
    if (!p.version)
        return;
    const struct version *version = p.version;
    p = make_product(kind_of(version), 1000, 1000, 1000, report->options->seed);
    p.version = version;
    check_begin(&check, version->name, version->what, version->todo);
    check_at(&check, "m, n, k = 1000, 1000, 1000, to warm up");
    floats_send(&p.a);
    floats_send(&p.b);
    floats_poison(&p.c);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 2 && !check.wrong; i++) {
        double start = now_ms();
        run(&p);
        device_finished(&check);
        ms[i] = now_ms() - start;
    }
    if (check.lost) { /* so nothing else can run: this ends the program */
        report->checks[version - versions] = check;
        report_head(report);
        report_version(report, &check, report->options->size);
    }
    floats_fetch(&p.c);
    check_product(&check, &p);
    if (check_state(&check) == STATE_OK)
        printf("warm-up  m = n = k = 1000 by %s: %.4g ms the first time, %.4g the second; "
               "not counted\n\n",
               version->name, ms[0], ms[1]);
    problem_free(&p);
}

/* What was only checked, and what would time it. */
static void report_not_timed(const struct report *report)
{
    static const char *const by[] = { "--dtype f32", "--dtype f16", "by ./lab06_network",
                                      "for minutes" };

    for (int way = 0; way < COUNT(by) && !report->options->sweep; way++) {
        int count = 0;
        for (int v = 0; v < COUNT(versions); v++) {
            int kind = kind_of(&versions[v]);
            if (!report->checks[v].version || check_state(&report->checks[v]) != STATE_OK ||
                is_timed(&versions[v]) || way != (kind == asked.kind ? COUNT(by) - 1 : kind))
                continue;
            printf("%s %s", count++ ? "" : "checked, not timed:", versions[v].name);
        }
        if (count)
            printf("; timed %s%s\n",
                   way == IMAGE  ? ""
                   : way < IMAGE ? "with "
                                 : "it would run ",
                   by[way]);
    }
}

/* As try_smaller_sizes. */
static void try_smaller_images(struct report *report)
{
    if (report->options->sweep || report->device->is_cpu)
        return;
    report_briefly(report);
    for (long long side = 32; side < report->options->size; side *= 2)
        try_size(report, side);
}

/* Refuses what does not fit, before anything is done. */
static void need_room(const struct device *device, const struct options *options)
{
    long long side = options->sizes[options->size_count - 1];
    double host = 0, on_device = 0, largest = 0;
    char option[64];

    for (int l = 0; l < LAYERS; l++) {
        double m = rows_of(&resnet50_shapes[l], side);
        double n = resnet50_shapes[l].n, k = resnet50_shapes[l].k;
        /* floats: A, B, C and an input read back; the rows that are compared, right and computed */
        host = fmax(host, 4 * (2 * m * k + k * n + m * n + 2 * fmin(m * n, (1 << 27) / k)));
        on_device = fmax(on_device, 4 * (m * k + k * n + m * n));
        largest = fmax(largest, fmax(m * k, m * n));
    }
    snprintf(option, sizeof(option), "--batch %lld --size %lld", asked.batch, side);
    need_memory_for(&lab, option, "give smaller ones", device, host, on_device);
    if (largest >= 0x1p31)
        options_usage(&lab, "%s: a matrix would have 2^31 elements or more; give smaller ones",
                      option);
}

int main(int argc, char **argv)
{
    struct options options = options_parse_own(&lab, own_options, argc, argv);
    catch_crashes();
    struct device device = device_open();
    const char *chosen = options.only ? options.only : "gpu_v1";
    struct report report;

    choose_versions(&options);
    need_room(&device, &options);
    snprintf(title, sizeof(title), "Lab 6 - the layers of ResNet-50   20 products, %s, batch %lld",
             asked.kind == FLOAT16 ? "float16" : "float32", asked.batch);
    report_banner(&report, &lab, &options, &device);
    if (report.reference.count && (asked.batch > 1 || asked.kind == FLOAT16)) {
        report.reference.count = 0;
        printf("gpu      but those are of batch 1 in float32: no speed-ups here\n");
    }
    print_method(&report);
    if (!options.quick && !options.sweep)
        show_warm_up(&report);
    report.rows.own_columns = own_columns.names;
    report.rows.parts = "layer";
    for (int v = 0; v < COUNT(versions); v++)
        if (options_wants(&options, versions[v].name))
            begin_version(&report, experiment_of(&versions[v]), &report.checks[v], &versions[v]);
    if (options.sweep)
        report_head(&report);
    else if (!options.only)
        print_layers_head(&report);
    for (int i = 0; i < options.size_count; i++)
        try_size(&report, options.sizes[i]);
    report_not_timed(&report);
    report_layers(&report, chosen, options.size);
    report_methods(&report, chosen, options.size);
    try_smaller_images(&report);
    report_break_even(&report, "gpu_v1");
    return report_end(&report);
}
