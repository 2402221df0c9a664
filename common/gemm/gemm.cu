#include "gemm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif
#ifdef HAVE_CUBLAS
#include <cublas_v2.h>
#endif
#include "gemm_check.h"
#include "gemm_cpu.h"

static struct problem product(const struct shape *shape, enum dtype dtype)
{
    struct problem p = {};

    p.m = shape->m;
    p.n = shape->n;
    p.k = shape->k;
    p.a = array_of(dtype, p.m * p.k);
    p.b = array_of(dtype, p.k * p.n);
    p.c = array_of(dtype, p.m * p.n);
    p.flops = 2.0 * p.m * p.n * p.k;
    p.bytes = p.a.bytes + p.b.bytes + p.c.bytes;
    return p;
}

struct problem gemm_problem(const struct shape *shape)
{
    return product(shape, FLOAT32);
}

/* How many times as many operations tensor cores do on halves as a GPU's other cores on floats, in
 * an SM: 1,024 to 128 with sm_75, at most 2,048 to 128 with sm_8x, 4,096 to 256 with sm_90, 8,192
 * to 256 later (NVIDIA's white papers). */
static double tensor_gain(void)
{
    int major = 0;

    CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    return major < 8 ? 8 : major < 10 ? 16 : 32;
}

struct problem gemm_problem_half(const struct shape *shape)
{
    struct problem p = product(shape, FLOAT16);

    p.bound_flops = p.flops / tensor_gain();
    return p;
}

struct shape gemm_cube(long long size, int)
{
    return { size, size, size };
}

const struct shape gemm_awkward[] = {
    { 33, 31, 147 },   { 31, 33, 32 },   { 65, 63, 17 },   { 32, 64, 16 },
    { 127, 129, 147 }, { 131, 67, 8 },   { 2, 3, 5 },      { 257, 1, 33 },
    { 1, 257, 31 },    { 1, 1, 1 },      { 36, 68, 20 },   { 128, 128, 18 },
    { 66, 130, 64 },   { 49, 130, 200 }, { 1, 300, 1200 }, {},
};

#define BLOCKS 65536 /* more than a grid has in y and z */
const struct shape gemm_grids[] = {
    { 128 * BLOCKS + 129, 1, 1 },
    { 1, 128 * BLOCKS + 129, 1 },
    { 1, 1, 32 * BLOCKS + 33 }, /* a GPU's threads add them up one by one */
    {},
};

struct shape gemm_draw(int which, long long size, struct random *random)
{
    const struct shape least[GEMM_DRAWS] = {
        { 9, 9, 9 },       { 65536, 2, 2 },   { 2, 65536, 2 },
        { 1, 17, 65537 },  { 1048577, 1, 1 }, { size - 30, size + 1, size - 40 },
        { 200, 1, 1 },     { 1, 200, 1 },     { 1, 1, 200 },
        { 1, 1, 200 },     { 4194241, 1, 1 }, { 1, 2097121, 1 },
        { 4097, 4097, 1 },
    };
    const struct shape most[GEMM_DRAWS] = {
        { 90, 90, 90 },    { 140000, 5, 9 },  { 5, 140000, 9 },
        { 3, 20, 80000 },  { 1050000, 1, 1 }, { size + 90, size + 90, size + 90 },
        { 65536, 20, 20 }, { 20, 65536, 20 }, { 20, 20, 32768 },
        { 20, 20, 32768 }, { 4300000, 1, 2 }, { 1, 2200000, 2 },
        { 4200, 4200, 3 },
    };

    return { random_size(random, least[which].m, most[which].m) | 1,
             random_size(random, least[which].n, most[which].n) | 1,
             random_size(random, least[which].k, most[which].k) | 1 };
}

/* An array's numbers as floats; the caller frees those of halves. Where nothing was written, poison
 * stays poison; a half among others may well be 17.19, which has the bits of POISON_NUMBER. */
static float *floats_of(const struct array *x)
{
    const __half *half = (const __half *)x->host;
    const unsigned char *bytes = (const unsigned char *)x->host;

    if (x->dtype == FLOAT32)
        return (float *)x->host;
    float *floats = (float *)host_memory(x->count * sizeof(*floats));
    int untouched = bytes[0] == x->poison && !memcmp(bytes, bytes + 1, x->bytes - 1);
#pragma omp parallel for
    for (size_t i = 0; i < x->count; i++) {
        floats[i] = __half2float(half[i]);
        if (untouched || (x->poison == POISON_BYTE && bytes[2 * i] == POISON_BYTE &&
                          bytes[2 * i + 1] == POISON_BYTE))
            memset(&floats[i], x->poison, sizeof(*floats));
    }
    return floats;
}

void gemm_compare(struct check *check, const struct problem *p, const struct version *)
{
    float *a = floats_of(&p->a), *b = floats_of(&p->b), *c = floats_of(&p->c);
    int half = p->c.dtype == FLOAT16;

    check_gemm(check, c, a, b, p->m, p->n, p->k, p->a.scale, p->b.scale, half ? 0x1p-11 : 0);
    if (half) {
        free(a);
        free(b);
        free(c);
    }
}

void gemm_on_cpu(const struct problem *p)
{
    const int m = p->m, n = p->n, k = p->k;
    const uint16_t *a = (const uint16_t *)p->a.data, *b = (const uint16_t *)p->b.data; /* halves */

    if (p->c.dtype == FLOAT16 ? gemm_cpu_half((uint16_t *)p->c.data, a, b, m, n, k)
                              : gemm_cpu(p->c.f32, p->a.f32, p->b.f32, m, n, k))
        out_of_host_memory();
}

void gemm_with_transfers(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    CUDA_CHECK(cudaMemcpy(p->a.device, p->a.host, p->a.bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(p->b.device, p->b.host, p->b.bytes, cudaMemcpyHostToDevice));
    v->run(p);
    CUDA_CHECK(cudaMemcpy(p->c.host, p->c.device, p->c.bytes, cudaMemcpyDeviceToHost));
    ms[WITH_TRANSFERS] = now_ms() - start;
}

#ifdef HAVE_OPENBLAS
void gemm_blas(const struct problem *p)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, p->m, p->n, p->k, 1, p->a.f32, p->k,
                p->b.f32, p->n, 0, p->c.f32, p->n);
}
#endif

#ifdef HAVE_CUBLAS
static void cublas_check(cublasStatus_t status, const char *call)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, "%s: %s: %s: make doctor says what is missing\n", program_invocation_short_name,
            call, cublasGetStatusString(status));
    exit(STATUS_WRONG);
}

/* cuBLAS stores matrices by columns. Read by columns, our arrays hold the transposes A', B' and C',
 * and C' = B' A'. Its default mode computes floats in float32, not in TF32; halves are multiplied
 * by tensor cores and summed in float32. */
void gemm_cublas(const struct problem *p)
{
    static cublasHandle_t handle; /* made by the first call, which is never timed */
    const float one = 1, zero = 0;
    const int m = p->m, n = p->n, k = p->k;
    const cudaDataType type = p->c.dtype == FLOAT16 ? CUDA_R_16F : CUDA_R_32F;

    if (!handle)
        cublas_check(cublasCreate(&handle), "cublasCreate");
    cublas_check(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, p->b.data, type, n,
                              p->a.data, type, k, &zero, p->c.data, type, n, CUBLAS_COMPUTE_32F,
                              CUBLAS_GEMM_DEFAULT),
                 "cublasGemmEx");
}
#endif
