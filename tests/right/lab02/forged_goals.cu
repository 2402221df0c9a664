/* only the CPU device can tell */
/* goals: gpu_ex21 right forged_goals.cu:153 */
/* Ways to hide the loads of v1 from the counters, one for each name in FORGE:
 * tests/shell/grader_goals.bats, where each must lose its goal. Without FORGE nothing is hidden. */
#include "../../wrong/lab02/all_but_ex21.h"
#include <cooperative_groups.h>
#include <stdlib.h>
#include <string.h>

typedef float four __attribute__((vector_size(16)));
typedef float eight __attribute__((vector_size(32), aligned(4)));
typedef int ints __attribute__((vector_size(16)));
typedef void launcher(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);
static const ints one = { -1, 0, 0, 0 };

/* v1 and its launcher, which loads by read(address). */
#define V1_WITH(name)                                                                              \
    __global__ void name##_kernel(float *c, const float *a, const float *b, int m, int n, int k)   \
    {                                                                                              \
        int down = (m + 31) / 32, i = blockIdx.x % down * 32 + threadIdx.x,                        \
            j = blockIdx.x / down * 8 + threadIdx.y;                                               \
        float sum = 0;                                                                             \
        if (i >= m || j >= n)                                                                      \
            return;                                                                                \
        for (int p = 0; p < k; p++)                                                                \
            sum += name##_read(a + (size_t)i * k + p) * name##_read(b + (size_t)p * n + j);        \
        c[(size_t)i * n + j] = sum;                                                                \
    }                                                                                              \
    static void name(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)          \
    {                                                                                              \
        name##_kernel<<<(m + 31) / 32 * ((n + 7) / 8), dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);     \
    }

/* ---- by a builtin */

__device__ static __attribute__((target("avx2"))) float by_a_builtin_read(const float *p)
{
    return __builtin_ia32_maskloadps((const four *)p, one)[0];
}
V1_WITH(by_a_builtin)

/* ---- by a gather */

__device__ static __attribute__((target("avx2"))) float by_a_gather_read(const float *p)
{
    four none = { 0, 0, 0, 0 }, all = { -1.0f, 0, 0, 0 };
    return __builtin_ia32_gathersiv4sf(none, p, (ints){ 0, 0, 0, 0 }, all, 4)[0];
}
V1_WITH(by_a_gather)

/* ---- by asm of the host */

static float of_host(const float *p)
{
    float x;
    asm volatile("movss (%1), %0" : "=x"(x) : "r"(p));
    return x;
}
static float (*volatile pointer)(const float *) = of_host;
__device__ static float by_asm_of_the_host_read(const float *p)
{
    return pointer(p);
}
V1_WITH(by_asm_of_the_host)

/* ---- by a library */

typedef void *copier(void *to, const void *from, size_t bytes);

__global__ void by_a_library_kernel(float *c, const float *a, const float *b, int m, int n, int k,
                                    copier *copy)
{
    int i = blockIdx.x / n * 32 + threadIdx.x, j = blockIdx.x % n;
    float sum = 0, x, y;

    for (int p = 0; p < k && i < m; p++) {
        copy(&x, a + (size_t)i * k + p, sizeof(x));
        copy(&y, b + (size_t)p * n + j, sizeof(y));
        sum += x * y;
    }
    if (i < m)
        c[(size_t)i * n + j] = sum;
}

static void by_a_library(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    by_a_library_kernel<<<(m + 31) / 32 * n, 32>>>(d_c, d_a, d_b, m, n, k, memcpy);
}

/* ---- by an atomic load */

__device__ static float by_an_atomic_load_read(const float *p)
{
    return __int_as_float(__atomic_load_n((const int *)p, __ATOMIC_RELAXED));
}
V1_WITH(by_an_atomic_load)

/* ---- by a structure */

struct row {
    float x[8];
};
__device__ static __attribute__((noinline)) float first(struct row row)
{
    return row.x[0];
}
__device__ static float by_a_structure_read(const float *p)
{
    return first(*(const struct row *)p);
}
V1_WITH(by_a_structure)

/* ---- by wide vectors */

__device__ static float by_wide_vectors_read(const float *p)
{
    return (*(const eight *)p)[0];
}
V1_WITH(by_wide_vectors)

/* ---- not to be looked at */

__device__ static __attribute__((noinline, no_sanitize("thread"))) float
not_to_be_looked_at_read(const float *p)
{
    return *p;
}
V1_WITH(not_to_be_looked_at)

/* ---- by an attribute of the counters */

__device__ static __attribute__((noinline)) CPU_DEVICE_UNCHECKED float
by_an_attribute_of_the_counters_read(const float *p)
{
    return *p;
}
V1_WITH(by_an_attribute_of_the_counters)

/* ---- by a lambda */

template <class F> __global__ void by_a_lambda_kernel(float *c, int m, int n, int k, F read)
{
    int i = blockIdx.x / n * 32 + threadIdx.x, j = blockIdx.x % n;
    if (i < m)
        c[(size_t)i * n + j] = read(i, j);
    (void)k;
}
static void by_a_lambda(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    by_a_lambda_kernel<<<(m + 31) / 32 * n, 32>>>(d_c, m, n, k, [=] __device__(int i, int j) {
        float sum = 0;
        for (int p = 0; p < k; p++)
            sum += d_a[(size_t)i * k + p] * d_b[(size_t)p * n + j];
        return sum;
    });
}

/* ---- through memory of the host */

static float host[2 << 20];
__global__ void keep(float *kept, const float *a, const float *b, size_t of_a, size_t of_b)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < of_a && i < 1 << 20)
        kept[i] = a[i];
    if (i < of_b && i < 1 << 20)
        kept[(1 << 20) + i] = b[i];
}
__global__ void through_memory_of_the_host_kernel(float *c, const float *kept, int m, int n, int k)
{
    int i = blockIdx.x / n * 32 + threadIdx.x, j = blockIdx.x % n;
    float sum = 0;
    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += kept[i * k + p] * kept[(1 << 20) + p * n + j];
    c[i * n + j] = sum;
}
static void through_memory_of_the_host(float *d_c, const float *d_a, const float *d_b, int m, int n,
                                       int k)
{
    size_t of_a = (size_t)m * k, of_b = (size_t)k * n;
    if (of_a > 1 << 20 || of_b > 1 << 20)
        return matmul_naive_v1(d_c, d_a, d_b, m, n, k);
    keep<<<((of_a > of_b ? of_a : of_b) + 255) / 256, 256>>>(host, d_a, d_b, of_a, of_b);
    through_memory_of_the_host_kernel<<<(m + 31) / 32 * n, 32>>>(d_c, host, m, n, k);
}

/* ---- through constants */

__constant__ float rows[16 * 1024];
__global__ void through_constants_kernel(float *c, const float *b, int m, int n, int k)
{
    int i = threadIdx.x, j = blockIdx.x;
    float sum = 0;
    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += rows[i * k + p] * b[(size_t)p * n + j];
    c[(size_t)i * n + j] = sum;
}
static void through_constants(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (k > 512)
        return matmul_naive_v1(d_c, d_a, d_b, m, n, k);
    for (int i = 0; i < m; i += 32) {
        int here = m - i < 32 ? m - i : 32;
        cudaMemcpyToSymbolAsync(rows, d_a + (size_t)i * k, sizeof(float) * here * k, 0,
                                cudaMemcpyDeviceToDevice);
        through_constants_kernel<<<n, 32>>>(d_c + (size_t)i * n, d_b, here, n, k);
    }
}

/* ---- too many places */

#define TEN(x) x x x x x x x x x x
__device__ static void fill(const float *a, float *junk)
{
    TEN(TEN(TEN(junk[0] += *(volatile const float *)a; junk[1] += *(volatile const float *)a;
                junk[2] += *(volatile const float *)a;)))
}
__global__ void first(float *c, const float *a)
{
    float junk[3] = { 0, 0, 0 };
    fill(a, junk);
    c[0] = junk[0] + junk[1] + junk[2];
}
__device__ static float after_many_read(const float *p)
{
    return *p;
}
V1_WITH(after_many)
static void too_many_places(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    first<<<1, 1>>>(d_c, d_a);
    after_many(d_c, d_a, d_b, m, n, k);
}

/* ---- threads of a grid */

__global__ void threads_of_a_grid_kernel(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    for (long at = (long)blockIdx.x * blockDim.x + threadIdx.x; at < (long)m * n;
         at += (long)gridDim.x * blockDim.x) {
        long i = at % m, j = at / m;
        float sum = 0;
        for (int p = 0; p < k; p++)
            sum += by_a_builtin_read(a + i * k + p) * by_a_builtin_read(b + p * (long)n + j);
        c[i * n + j] = sum;
    }
}
static void threads_of_a_grid(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    void *all[] = { &d_c, &d_a, &d_b, &m, &n, &k };
    cudaLaunchCooperativeKernel((void *)threads_of_a_grid_kernel, dim3(4), dim3(128), all, 0, 0);
}

/* ---- which one */

static const struct {
    const char *name;
    launcher *by;
} forged[] = {
    { "by_a_builtin", by_a_builtin },
    { "by_a_gather", by_a_gather },
    { "by_asm_of_the_host", by_asm_of_the_host },
    { "by_a_library", by_a_library },
    { "by_an_atomic_load", by_an_atomic_load },
    { "by_a_structure", by_a_structure },
    { "by_wide_vectors", by_wide_vectors },
    { "not_to_be_looked_at", not_to_be_looked_at },
    { "by_an_attribute_of_the_counters", by_an_attribute_of_the_counters },
    { "by_a_lambda", by_a_lambda },
    { "through_memory_of_the_host", through_memory_of_the_host },
    { "through_constants", through_constants },
    { "too_many_places", too_many_places },
    { "threads_of_a_grid", threads_of_a_grid },
};

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    const char *name = getenv("FORGE");

    for (auto &f : forged)
        if (name && !strcmp(name, f.name))
            return f.by(d_c, d_a, d_b, m, n, k);
    by_a_lambda(d_c, d_a, d_b, m, n, k);
}
