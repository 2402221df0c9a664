/* Lab 4 - Monte Carlo pi: where does the reduction happen?
 *
 *   make lab04 && ./lab04          check every version, then time it
 *   ./lab04 --sweep                how does the error fall, and where does the GPU begin to pay?
 *   ./lab04 --size 1e12            a GPU does that in seconds; a CPU would take many minutes
 *   ./lab04 --help                 everything else
 *
 * The lesson: drawing the samples takes the same time in all versions on the device. What differs
 * is how their counts become one number, and where: see "+copies", which ends with pi on the host.
 *
 * To be read from top to bottom; the kernels are in pi_montecarlo.cu. */
#include "common/lab.h"
#include "pi_montecarlo.h"
#ifdef HAVE_CURAND
#include <curand_kernel.h>
#endif
#ifdef HAVE_CUB
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#endif
#ifdef __AVX2__
#include <immintrin.h>
#endif

typedef unsigned long long count; /* of samples, pairs or hits */

#define CPU_SIZE (1LL << 32) /* the largest size that a CPU does in seconds */

#ifdef HAVE_CUBLAS /* built for a GPU */
#define SIZE     (1LL << 28)
#define MAX_SIZE (1LL << 50)
#define SWEEP    "2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24,2^26,2^28"
#else /* for the CPU device */
#define SIZE     (1LL << 22)
#define MAX_SIZE CPU_SIZE
#define SWEEP    "2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24"
#endif

static const struct lab lab = {
    .name = "lab04",
    .title = "Lab 4 - Monte Carlo pi   4 hits / n, whole numbers",
    .exercise = "lab04_pi_montecarlo/pi_montecarlo.cu",
    .versions = "cpu_serial cpu_openmp gpu_v1 gpu_ex41 gpu_ex42 gpu_arrays curand cub",
    .counts = "n",
    .rate = "Gsample/s",
    .ceiling = "peak",
    .size = SIZE,
    .quick_size = 1 << 16,
    .min_size = 1,
    .max_size = MAX_SIZE,
    .sweep = SWEEP,
};

/* ---- on the CPU: the reference and the opponent --------------------------------------------- */

static void pi_serial(count *hits, count samples, count seed)
{
    count pairs = pi_pairs(samples), sum = 0;

    for (count i = 0; i < pairs; i++)
        sum += pi_hits(i, samples, seed);
    *hits = sum;
}

/* What is right: the same loop; on all cores, to save your time. */
unsigned long long pi_montecarlo_reference(unsigned long long samples, unsigned long long seed)
{
    count pairs = pi_pairs(samples), sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (count i = 0; i < pairs; i++)
        sum += pi_hits(i, samples, seed);
    return sum;
}

/* What a GPU has to beat: every core, every SIMD lane. STRIP pairs from `first` on: */
#define STRIP 4096

#ifdef __AVX2__
/* Philox once more, LANES pairs at a time. A lane is 64 bits wide and holds one word in its lower
 * half; one instruction multiplies the lower halves of two lanes and leaves the upper ones alone,
 * so nothing need be masked or moved between two rounds. gcc 12 finds SIMD in the plain loop above,
 * too, but not this: it is twice as fast with AVX-512, three times with AVX2. */
#ifdef __AVX512DQ__
#define LANES 8
#else
#define LANES 4
#endif
typedef count lanes __attribute__((vector_size(8 * LANES)));

static inline lanes product(lanes a, lanes b)
{
#ifdef __AVX512DQ__ /* has a product of whole lanes */
    return (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
#else
    return (lanes)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#endif
}

static inline lanes inside(lanes x, lanes y) /* as pi_inside; -1 for a hit */
{
    lanes xx = product(x, x);

    return (lanes)(xx + product(y, y) >= xx);
}

static count hits_of_strip(count first, count seed)
{
    lanes pair = {}, hits = {}, zero = {}, m0 = zero + 0xD2511F53u, m1 = zero + 0xCD9E8D57u;
    count sum = 0;

    for (int l = 0; l < LANES; l++)
        pair[l] = first + l;
    for (int i = 0; i < STRIP; i += LANES, pair += LANES) {
        lanes x = pair, y = pair >> 32, z = zero, w = zero;
        unsigned int key0 = (unsigned int)seed, key1 = (unsigned int)(seed >> 32);
        for (int round = 0; round < 10; round++) {
            lanes a = product(m0, x), b = product(m1, z);
            x = (b >> 32) ^ y ^ key0;
            y = b;
            z = (a >> 32) ^ w ^ key1;
            w = a;
            key0 += 0x9E3779B9u;
            key1 += 0xBB67AE85u;
        }
        hits -= inside(x, y) + inside(z, w);
    }
    for (int l = 0; l < LANES; l++)
        sum += hits[l];
    return sum;
}
#else /* what the compiler makes of it */
static count hits_of_strip(count first, count seed)
{
    count sum = 0;

    for (count i = first; i < first + STRIP; i++)
        sum += pi_hits(i, ~0ull, seed);
    return sum;
}
#endif

static void pi_openmp(count *hits, count samples, count seed)
{
    count strips = samples / 2 / STRIP, pairs = pi_pairs(samples), sum = 0;

#pragma omp parallel for reduction(+ : sum) schedule(static)
    for (count s = 0; s < strips; s++)
        sum += hits_of_strip(s * STRIP, seed);
    for (count i = strips * STRIP; i < pairs; i++) /* what is left, less than a strip */
        sum += pi_hits(i, samples, seed);
    *hits = sum;
}

/* ---- arrays: how an array library does it --------------------------------------------------- */

/* x = random(n); y = random(n); hits = sum(x * x + y * y <= 1): three kernels, with arrays between
 * them. A sample costs 8 bytes written, 8 read, 1 written and 1 read, where the other versions move
 * nothing. Samples that do not fit are done piece by piece. */
#define PIECE (1 << 24) /* samples; even */
#define BLOCK 256

__global__ void fill_kernel(unsigned int *x, unsigned int *y, count first, count samples,
                            count seed)
{
    count i = (count)blockIdx.x * blockDim.x + threadIdx.x; /* pair */

    if (i >= pi_pairs(samples))
        return;
    struct philox_words words = pi_points(first / 2 + i, seed);
    x[2 * i] = words.x;
    y[2 * i] = words.y;
    x[2 * i + 1] = words.z; /* of an odd number, one more than needed */
    y[2 * i + 1] = words.w;
}

__global__ void compare_kernel(unsigned char *is_hit, const unsigned int *x, const unsigned int *y,
                               count samples)
{
    count i = (count)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < samples)
        is_hit[i] = pi_inside(x[i], y[i]);
}

__global__ void sum_kernel(count *hits, const unsigned char *is_hit, count samples)
{
    __shared__ count of_block;
    count mine = 0, threads = gridDim.x * blockDim.x;

    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();
    for (count i = blockIdx.x * blockDim.x + threadIdx.x; i < samples; i += threads)
        mine += is_hit[i];
    atomicAdd(&of_block, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(hits, of_block);
}

static unsigned int *d_x, *d_y; /* made at the first call, which is never timed */
static unsigned char *d_is_hit;

static void free_arrays(void)
{
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_is_hit);
}

static void pi_arrays(count *d_hits, count samples, count seed)
{
    if (!d_x) {
        atexit(free_arrays);
        CUDA_CHECK(cudaMalloc((void **)&d_x, PIECE * sizeof(*d_x)));
        CUDA_CHECK(cudaMalloc((void **)&d_y, PIECE * sizeof(*d_y)));
        CUDA_CHECK(cudaMalloc((void **)&d_is_hit, PIECE));
    }
    CUDA_CHECK(cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0));
    for (count first = 0; first < samples; first += PIECE) {
        count here = samples - first < PIECE ? samples - first : PIECE;
        int blocks = (here + BLOCK - 1) / BLOCK;
        fill_kernel<<<(blocks + 1) / 2, BLOCK>>>(d_x, d_y, first, here, seed);
        compare_kernel<<<blocks, BLOCK>>>(d_is_hit, d_x, d_y, here);
        sum_kernel<<<1024, BLOCK>>>(d_hits, d_is_hit, here);
    }
}

/* ---- two libraries of the toolkit ----------------------------------------------------------- */

#ifdef HAVE_CURAND
/* cuRAND's Philox is the same function: sequence 0 of a seed, from word 4 i on, gives the words of
 * our counter i, i + 1, ... So even its count must be equal. The counts are summed as in v1. */
__global__ void curand_kernel(count *counts, count samples, count seed)
{
    count thread = blockIdx.x * blockDim.x + threadIdx.x, pairs = pi_pairs(samples);
    count each = (pairs + PI_THREADS - 1) / PI_THREADS, hits = 0;
    curandStatePhilox4_32_10_t state;

    curand_init(seed, 0, 4 * thread * each, &state);
    for (count i = thread * each; i < (thread + 1) * each && i < pairs; i++) {
        uint4 words = curand4(&state);
        hits += pi_inside(words.x, words.y);
        hits += 2 * i + 1 < samples ? pi_inside(words.z, words.w) : 0;
    }
    counts[thread] = hits;
}

static void pi_curand(count *d_counts, count samples, count seed)
{
    curand_kernel<<<PI_THREADS / BLOCK, BLOCK>>>(d_counts, samples, seed);
}
#endif

#ifdef HAVE_CUB
struct hits_of_pair {
    count samples, seed;
    __host__ __device__ count operator()(count pair) const
    {
        return pi_hits(pair, samples, seed);
    }
};

/* CUB reduces a sequence that is computed while it is read: pi_hits of 0, 1, 2, ... */
static void pi_cub(count *d_hits, count samples, count seed)
{
    static void *d_scratch; /* made at the first call of a size, which is never timed */
    static size_t room;
    size_t bytes = 0;
    struct hits_of_pair function = { samples, seed };
    auto hits = thrust::make_transform_iterator(thrust::make_counting_iterator(0ull), function);
    long long pairs = pi_pairs(samples);

    CUDA_CHECK(cub::DeviceReduce::Sum(NULL, bytes, hits, d_hits, pairs)); /* tells how much */
    if (bytes > room) {
        CUDA_CHECK(cudaFree(d_scratch));
        CUDA_CHECK(cudaMalloc(&d_scratch, room = bytes));
    }
    CUDA_CHECK(cub::DeviceReduce::Sum(d_scratch, bytes, hits, d_hits, pairs));
}
#endif

/* ---- the versions --------------------------------------------------------------------------- */

typedef void counter(count *hits, count samples, count seed);

/* name, in a few words, exercise, launcher; without a launcher: why it does not run */
static struct version versions[] = {
    { "cpu_serial", "one thread", NULL, (launcher *)pi_serial },
    { "cpu_openmp", "all cores, SIMD", NULL, (launcher *)pi_openmp },
    { "gpu_v1", "counts summed by the CPU", NULL, (launcher *)pi_montecarlo_v1 },
    { "gpu_ex41", "a tree in shared memory", "4.1", (launcher *)pi_montecarlo_ex41 },
    { "gpu_ex42", "warp shuffles, strides", "4.2", (launcher *)pi_montecarlo_ex42 },
    { "gpu_arrays", "x and y as arrays", NULL, (launcher *)pi_arrays },
#ifdef HAVE_CURAND
    { "curand", "cuRAND's Philox", NULL, (launcher *)pi_curand },
#else
    { "curand", "needs a GPU and cuRAND", NULL, NULL },
#endif
#ifdef HAVE_CUB
    { "cub", "cub::DeviceReduce", NULL, (launcher *)pi_cub },
#else
    { "cub", "needs a GPU and CUB", NULL, NULL },
#endif
};

/* How many counts a version leaves for the host to sum. */
static int counts_of(const struct version *version)
{
    int per_thread = !strcmp(version->name, "gpu_v1") || !strcmp(version->name, "curand");

    return per_thread ? PI_THREADS : 1;
}

static void run(const struct problem *p)
{
    counter *count_hits = (counter *)p->version->launch;

    count_hits((count *)(on_device(p->version) ? p->c.device : p->c.host), p->n, p->seed);
}

/* ---- inputs and check ----------------------------------------------------------------------- */

#define NOT_WRITTEN (~0ull) /* eight POISON_BYTEs */

void pi_montecarlo_check(struct check *check, const unsigned long long *counts, int written,
                         unsigned long long want)
{
    count sum = 0;
    int first = -1, missing = 0;

    for (int i = 0; i < written; i++) {
        if (counts[i] == NOT_WRITTEN && missing++ == 0)
            first = i;
        sum += counts[i];
    }
    check_written(check, missing < written);
    if (missing == written)
        return;
    if (missing > 0)
        check_fail(check, "counts[%d] was never written, nor were %d others", first, missing - 1);
    else if (sum != want)
        check_fail(check, "%llu hits, expected %llu (%+lld)", sum, want, (long long)(sum - want));
    for (int i = written; i < PI_THREADS; i++)
        if (counts[i] != NOT_WRITTEN) {
            check_fail(check, "wrote outside: count %d behind d_hits[0]", i);
            return;
        }
}

static double estimate(count hits, long long samples)
{
    return 4.0 * hits / samples;
}

/* A sample hits with probability p = pi / 4, so 4 hits / n has the variance 16 p (1 - p) / n. */
static double standard_error(long long samples)
{
    return 4 * sqrt(M_PI / 4 * (1 - M_PI / 4) / samples);
}

/* Equal counts say that all versions draw the same samples; this says that the samples are good.
 * Good ones fail with one seed of 16,000 (and below 1,000 samples, whose counts are far from
 * normally distributed, with more: not tried). */
static void check_problem(struct check *check, const struct problem *p)
{
    count want = *(const count *)p->want;
    double off = fabs(estimate(want, p->n) - M_PI) / standard_error(p->n);

    pi_montecarlo_check(check, (const count *)p->c.host, counts_of(p->version), want);
    if (p->n >= 1000 && !(off <= 4))
        check_fail(check, "%.1f standard errors from pi: is the generator biased?", off);
}

/* No input arrays, only the seed; the output is counts of 8 bytes, two floats each. */
static struct problem make(long long n, unsigned long long seed)
{
    struct problem p = problem_make(0, n, 0, 0, 0, 2 * PI_THREADS);
    count *want = (count *)p.want;

    p.seed = seed;
    if (n <= CPU_SIZE) {
        *want = pi_montecarlo_reference(n, seed);
    } else { /* a CPU would take minutes; this code is checked against it at the sizes below */
        pi_arrays((count *)p.c.device, n, seed);
        CUDA_CHECK(cudaMemcpy(want, p.c.device, sizeof(*want), cudaMemcpyDeviceToHost));
    }
    return p;
}

/* Sizes to be wrong at: odd ones, for the half pair; one more and one less than pairs of a block,
 * than a pair for every thread and than an even share for each; and enough for hits beyond 2^24,
 * where a float stops counting. */
static const int ragged_sizes[] = { 1023, 1,      2,      3,      31,      33,      511,
                                    513,  131071, 524287, 524289, 1000003, 3145729, 22000003 };

static struct problem make_ragged(int i, unsigned long long seed)
{
    return make(ragged_sizes[i], seed);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* Before every sample, outside the clock: no output left from the sample before, no data in the
 * cache, nothing running on the device. */
static void prepare(const struct problem *p)
{
    CUDA_CHECK(cudaMemsetAsync(p->c.device, POISON_BYTE, p->c.count * sizeof(float), 0));
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
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

/* Until the host holds the number of hits: of gpu_v1 and curand, 2 MB come back and are summed
 * here; of the others, 8 bytes. There is nothing to send. */
static void time_with_transfers(const struct problem *p, double ms[])
{
    const count *counts = (const count *)p->c.host;
    int n = counts_of(p->version);
    count sum = 0;
    volatile count result; /* so that the sum is not optimised away */

    prepare(p);
    double start = now_ms();
    run(p);
    CUDA_CHECK(cudaMemcpy(p->c.host, p->c.device, n * sizeof(count), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        sum += counts[i];
    result = sum;
    ms[WITH_TRANSFERS] = now_ms() - start;
    (void)result;
}

/* The floor: at least 11 products of 32 x 32 bits per sample (Philox has 20 per pair, of which the
 * zeros in its counter save two; the squares are 4), and no lane multiplies more than once per
 * clock. The peak counts two operations per lane and clock. */
static struct work work_of(const struct problem *p, const struct device *device)
{
    double floor_ms = device->peak_gflops > 0 ? 11.0 * p->n / (device->peak_gflops / 2) / 1e6 : 0;
    struct work work = { "uint32", p->n, 0, p->n, 0, 0, 0, floor_ms };

    return work;
}

/* ---- pi ------------------------------------------------------------------------------------- */

/* What came out; the same for all versions of a size, because their counts are equal. */
static void own_cells(struct row *row, const struct problem *p)
{
    double pi = estimate(*(const count *)p->want, p->n);

    snprintf(row->own, sizeof(row->own), "%.12g,%.4g,%.4g,%.6g", pi, fabs(pi - M_PI),
             standard_error(p->n), rate(p->n, row));
}

static const struct own_columns own_columns = { "pi,abs_error,std_error,gsamples_s", own_cells };

/* The error against the number of samples, and the slope of a straight line through them where both
 * axes are logarithmic: -1/2 says that a tenth of the error costs a hundred times the samples. */
static void report_error(const struct report *report)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    long long last = 0;
    int n = 0;

    for (int i = 0; i < report->rows.count; i++) { /* in the order of their sizes */
        const struct row *row = &report->rows.row[i];
        double pi, error, expected, x, y;
        if (row->work.size <= last || sscanf(row->own, "%lf,%lf,%lf", &pi, &error, &expected) != 3)
            continue;
        if (!last)
            printf("\n%13s %14s %10s %15s\n", lab.counts, "pi", "error", "standard error");
        last = row->work.size;
        printf("%13lld %14.10f %10.2g %15.2g\n", last, pi, error, expected);
        if (error == 0)
            continue;
        n++, x = log(last), y = log(error);
        sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    if (n >= 4)
        printf("the error falls as n^%.2f; expected n^-0.5, give or take a few tenths\n",
               (n * sxy - sx * sy) / (n * sxx - sx * sx));
}

/* ---- the run -------------------------------------------------------------------------------- */

static const struct experiment experiment = {
    .versions = versions,
    .version_count = COUNT(versions),
    .ragged_count = COUNT(ragged_sizes),
    .make = make,
    .make_ragged = make_ragged,
    .run = run,
    .check = check_problem,
    .time_kernel = time_kernel,
    .time_with_transfers = time_with_transfers,
    .work_of = work_of,
    .own = &own_columns,
};

int main(int argc, char **argv)
{
    struct options options = options_parse(&lab, argc, argv);
    struct device device = device_open();
    long long largest = options.sizes[options.size_count - 1];
    struct report report;

    for (int v = 0; v < COUNT(versions) && largest > CPU_SIZE; v++)
        if (!on_device(&versions[v])) {
            versions[v].what = "would take minutes at this size; up to 2^32 it runs";
            versions[v].launch = NULL;
        }
    /* bytes: counts of 8 for every thread, on the host those wanted, too; on the device x, y, hit
     */
    need_memory(&lab, &device, largest, 2 * 8.0 * PI_THREADS, 8.0 * PI_THREADS + 9.0 * PIECE);
    report_begin(&report, &lab, &options, &device);
    for (int i = 0; i < options.size_count; i++)
        try_versions(&report, &experiment, options.sizes[i]); /* check, time, print: experiment.h */
    report_error(&report);
    report_methods(&report, options.only ? options.only : "gpu_v1", options.size);
    try_smaller_sizes(&report, &experiment, 1024, 4);
    report_break_even(&report, "gpu_v1");
    return report_end(&report);
}
