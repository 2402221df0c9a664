#include "peaks.h"

#include <cuda_runtime.h>
#include <math.h>
#include "device.h"
#include "timing.h"

#define THREADS 256
#define CHAINS  8  /* sums of a thread that do not wait for each other */
#define STEPS   16 /* of each in a turn of the loop */

/* ---- what is timed -------------------------------------------------------------------------- */

/* Nobody knows at compile time that no result is `never`, so nothing is left out. */
static __global__ void fma_kernel(float *result, float factor, float never, int turns)
{
    float sum[CHAINS], all = 0;

    for (int c = 0; c < CHAINS; c++)
        sum[c] = threadIdx.x + c;
    for (int t = 0; t < turns; t++)
#pragma unroll
        for (int i = 0; i < STEPS * CHAINS; i++)
            sum[i % CHAINS] = fmaf(sum[i % CHAINS], factor, 0.5f);
    for (int c = 0; c < CHAINS; c++)
        all += sum[c];
    if (all == never)
        *result = all;
}

static __global__ void product_kernel(unsigned long long *result, unsigned int factor,
                                      unsigned long long never, int turns)
{
    unsigned long long sum[CHAINS], all = 0;

    for (int c = 0; c < CHAINS; c++)
        sum[c] = threadIdx.x + c;
    for (int t = 0; t < turns; t++)
#pragma unroll
        for (int i = 0; i < STEPS * CHAINS; i++)
            sum[i % CHAINS] += (unsigned long long)(unsigned int)sum[i % CHAINS] * factor;
    for (int c = 0; c < CHAINS; c++)
        all += sum[c];
    if (all == never)
        *result = all;
}

/* Reads twice as much as it writes, as vector addition does; memory may be faster so than copying.
 */
static __global__ void add_kernel(float4 *c, const float4 *a, const float4 *b, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;

    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        c[i] = make_float4(a[i].x + b[i].x, a[i].y + b[i].y, a[i].z + b[i].z, a[i].w + b[i].w);
}

struct trial {
    void (*start)(const struct trial *trial);
    int blocks, turns;
    void *a, *b, *c;
    size_t bytes; /* of each */
    cudaEvent_t before, after;
};

static void start_fmas(const struct trial *t)
{
    fma_kernel<<<t->blocks, THREADS>>>((float *)t->c, -0.999f, -1, t->turns);
}

static void start_products(const struct trial *t)
{
    product_kernel<<<t->blocks, THREADS>>>((unsigned long long *)t->c, 0xD2511F53, 1, t->turns);
}

static void start_copy(const struct trial *t)
{
    CUDA_CHECK(cudaMemcpyAsync(t->c, t->a, t->bytes, cudaMemcpyDeviceToDevice, 0));
}

static void start_addition(const struct trial *t)
{
    add_kernel<<<t->blocks, THREADS>>>((float4 *)t->c, (float4 *)t->a, (float4 *)t->b,
                                       t->bytes / sizeof(float4));
}

/* ---- how long it takes ---------------------------------------------------------------------- */

static double once_ms(const struct trial *t)
{
    float ms;

    CUDA_CHECK(cudaEventRecord(t->before, 0));
    t->start(t);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(t->after, 0));
    CUDA_CHECK(cudaEventSynchronize(t->after));
    CUDA_CHECK(cudaEventElapsedTime(&ms, t->before, t->after));
    return ms;
}

#define BETTER   0.995 /* less is noise */
#define TOO_LONG 20    /* times as long as nothing better needs to come */

/* The best of many, until warm_ms have brought nothing better, or something that cannot be. */
static double best_ms(const struct trial *t, double warm_ms, double least_ms)
{
    double best = once_ms(t), start = now_ms(), found = start;

    while (best >= least_ms && now_ms() - found < warm_ms &&
           now_ms() - start < TOO_LONG * warm_ms) {
        double ms = once_ms(t);
        if (ms < BETTER * best)
            found = now_ms();
        best = fmin(best, ms);
    }
    return best;
}

/* Steps per second of a kernel that takes about half of warm_ms; 0: more turns do not take longer,
 * so its time says nothing. */
static double steps_per_second(struct trial *t, double warm_ms)
{
    double ms = fmin(once_ms(t), once_ms(t)); /* the first launch loads the kernel */
    int same = 0;

    while (ms < warm_ms / 4 && same < 2 && t->turns < 1 << 28) {
        double before = ms;
        t->turns *= 4;
        ms = once_ms(t);
        same = ms <= 1.2 * before ? same + 1 : 0;
    }
    if (same == 2)
        return 0;
    return 1e3 * THREADS * CHAINS * STEPS * t->blocks * t->turns / best_ms(t, warm_ms, 0);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void believe(double *best, double measured, double physical)
{
    if (measured > 0 && (physical <= 0 || measured <= physical))
        *best = measured;
}

/* The rate of a trial that moves `bytes`; 0: it was faster than can be. */
static double bytes_per_second(const struct trial *t, double bytes, double most, double warm_ms)
{
    double found = 0;

    believe(&found, 1e3 * bytes / best_ms(t, warm_ms, most > 0 ? 1e3 * bytes / most : 0), most);
    return found;
}

static void measure_memory(struct trial *t, struct device *device, double warm_ms)
{
    const double physical = device->physical.memory;

    t->start = start_copy;
    double copied = bytes_per_second(t, 2.0 * t->bytes, physical, warm_ms);
    t->start = start_addition; /* nowhere is it that much faster than a copy */
    double added =
        bytes_per_second(t, 3.0 * t->bytes, copied > 0 ? 1.5 * copied : physical, warm_ms);
    believe(&device->best.memory, fmax(copied, added), physical);
}

static void measure_arithmetic(struct trial *t, struct device *device, double warm_ms)
{
    struct card *best = &device->best;
    const double halves = best->float32 > 0 ? best->half / best->float32 : 0;

    t->start = start_fmas, t->turns = 1;
    believe(&best->float32, 2 * steps_per_second(t, warm_ms), device->physical.float32);
    best->half = halves * best->float32;
    t->start = start_products, t->turns = 1;
    believe(&best->int32, steps_per_second(t, warm_ms), device->physical.int32);
}

/* More than any cache holds, of the free memory. */
static size_t bytes_of_array(double l2)
{
    size_t free_bytes, total;

    CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total));
    return (size_t)fmin(free_bytes / 8, fmax(64 << 20, 16 * l2)) / 256 * 256;
}

void measure_peaks(struct device *device, double warm_ms)
{
    struct trial t = {};

    t.blocks = 8 * (device->best.sms > 0 ? device->best.sms : 1); /* as many as an SM holds */
    t.bytes = bytes_of_array(device->physical.l2);
    CUDA_CHECK(cudaEventCreate(&t.before));
    CUDA_CHECK(cudaEventCreate(&t.after));
    for (void **array : { &t.a, &t.b, &t.c }) {
        CUDA_CHECK(cudaMalloc(array, t.bytes));
        CUDA_CHECK(cudaMemset(*array, 1, t.bytes));
    }
    measure_memory(&t, device, warm_ms);
    measure_arithmetic(&t, device, warm_ms);
    for (void *array : { t.a, t.b, t.c })
        CUDA_CHECK(cudaFree(array));
    CUDA_CHECK(cudaEventDestroy(t.before));
    CUDA_CHECK(cudaEventDestroy(t.after));
}
