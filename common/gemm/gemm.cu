#include "gemm.h"

#include <errno.h>

#ifdef HAVE_OPENBLAS
#include <cblas.h>
#endif
#ifdef BUILT_FOR_GPU
#include <cublas_v2.h>
#endif
#include "gemm_check.h"

void gemm_problem_of(struct problem *p, enum dtype dtype)
{
    p->m = p->shape.m;
    p->n = p->shape.n;
    p->k = p->shape.k;
    p->a = array_of(dtype, p->m * p->k);
    p->b = array_of(dtype, p->k * p->n);
    p->c = array_of(dtype, p->m * p->n);
    p->flops = 2.0 * p->m * p->n * p->k;
    p->bytes = p->a.bytes + p->b.bytes + p->c.bytes;
}

void gemm_problem(struct problem *p) { gemm_problem_of(p, FLOAT32); }

struct shape gemm_cube(long long size) { return { .m = size, .n = size, .k = size }; }

const struct shape gemm_awkward[] = {
    { .m = 33, .n = 31, .k = 147 },   { .m = 31, .n = 33, .k = 32 },
    { .m = 65, .n = 63, .k = 17 },    { .m = 32, .n = 64, .k = 16 },
    { .m = 127, .n = 129, .k = 147 }, { .m = 131, .n = 67, .k = 8 },
    { .m = 2, .n = 3, .k = 5 },       { .m = 257, .n = 1, .k = 33 },
    { .m = 1, .n = 257, .k = 31 },    { .m = 1, .n = 1, .k = 1 },
    { .m = 36, .n = 68, .k = 20 },    { .m = 128, .n = 128, .k = 18 },
    { .m = 66, .n = 130, .k = 64 },   { .m = 49, .n = 130, .k = 200 },
    { .m = 1, .n = 300, .k = 1200 },  {},
};

#define BLOCKS 65536 /* more than a grid has in y and z */
const struct shape gemm_grids[] = {
    { .m = 128 * BLOCKS + 129, .n = 1, .k = 1 },
    { .m = 1, .n = 128 * BLOCKS + 129, .k = 1 },
    { .m = 1, .n = 1, .k = 32 * BLOCKS + 33 }, /* a GPU's threads add them up one by one */
    {},
};

const int gemm_unless[GEMM_DRAWS] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 11, 0 };

struct shape gemm_draw(int which, long long size, struct random *random)
{
    const struct shape least[GEMM_DRAWS] = {
        { .m = 9, .n = 9, .k = 9 },       { .m = 65536, .n = 2, .k = 2 },
        { .m = 2, .n = 65536, .k = 2 },   { .m = 1, .n = 17, .k = 65537 },
        { .m = 1048577, .n = 1, .k = 1 }, { .m = size - 30, .n = size + 1, .k = size - 40 },
        { .m = 200, .n = 1, .k = 1 },     { .m = 1, .n = 200, .k = 1 },
        { .m = 1, .n = 1, .k = 200 },     { .m = 1, .n = 1, .k = 200 },
        { .m = 4194241, .n = 1, .k = 1 }, { .m = 15, .n = 1118483, .k = 1 },
        { .m = 1, .n = 2097121, .k = 1 }, { .m = 4097, .n = 4097, .k = 1 },
    };
    const struct shape most[GEMM_DRAWS] = {
        { .m = 90, .n = 90, .k = 90 },    { .m = 140000, .n = 5, .k = 9 },
        { .m = 5, .n = 140000, .k = 9 },  { .m = 3, .n = 20, .k = 68000 },
        { .m = 1050000, .n = 1, .k = 1 }, { .m = size + 90, .n = size + 90, .k = size + 90 },
        { .m = 65536, .n = 20, .k = 20 }, { .m = 20, .n = 65536, .k = 20 },
        { .m = 20, .n = 20, .k = 32768 }, { .m = 20, .n = 20, .k = 32768 },
        { .m = 4300000, .n = 1, .k = 2 }, { .m = 15, .n = 1150000, .k = 2 },
        { .m = 1, .n = 2200000, .k = 2 }, { .m = 4200, .n = 4200, .k = 3 },
    };

    return { .m = random_size(random, least[which].m, most[which].m) | 1,
             .n = random_size(random, least[which].n, most[which].n) | 1,
             .k = random_size(random, least[which].k, most[which].k) | 1 };
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

/* Small products: do check_gemm's sums equal those of the lab's own loops? */
static void hold_to_reference(const float *a, const float *b, int m, int n, int k,
                              gemm_reference *reference)
{
    size_t count = (size_t)m * n;
    float *slow, *fast;

    if ((double)count * k > 1 << 21)
        return;
    slow = (float *)host_memory(2 * count * sizeof(*slow)), fast = slow + count;
    reference(slow, a, b, m, n, k);
    gemm_in_double(fast, a, b, m, n, k);
    if (memcmp(slow, fast, count * sizeof(*slow))) {
        fprintf(stderr,
                _("m, n, k = %d, %d, %d: the lab's reference differs from gemm_in_double\n"), m, n,
                k);
        abort();
    }
    free(slow);
}

void gemm_compare(struct check *check, const struct problem *p, gemm_reference *reference)
{
    float *a = floats_of(&p->a), *b = floats_of(&p->b), *c = floats_of(&p->c);
    bool half = p->c.dtype == FLOAT16;

    hold_to_reference(a, b, p->m, p->n, p->k, reference);
    check_gemm(check, c, a, b, p->m, p->n, p->k, p->a.scale, p->b.scale, half ? 0x1p-11 : 0);
    if (half) {
        free(a);
        free(b);
        free(c);
    }
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

#ifdef BUILT_FOR_GPU
static void cublas_check(cublasStatus_t status, const char *call)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    fprintf(stderr, _("%s: %s: %s: make doctor says what is missing\n"),
            program_invocation_short_name, call, cublasGetStatusString(status));
    exit(STATUS_WRONG);
}

/* cuBLAS stores matrices by columns. Read by columns, our arrays hold the transposes A', B' and C',
 * and C' = B' A'. Its default mode computes floats in float32, not in TF32; halves are multiplied
 * by tensor cores and summed in float32. Parts of K may be added as halves, unless that is
 * disallowed: by default an H200 was off by 18 times what the check allows. */
void gemm_cublas(const struct problem *p)
{
    static cublasHandle_t handle; /* made by the first call, which is never timed */
    const float one = 1, zero = 0;
    const int m = p->m, n = p->n, k = p->k;
    const cudaDataType type = p->c.dtype == FLOAT16 ? CUDA_R_16F : CUDA_R_32F;

    if (!handle) {
        cublas_check(cublasCreate(&handle), "cublasCreate");
        cublas_check(cublasSetMathMode(handle, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION),
                     "cublasSetMathMode");
    }
    cublas_check(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, p->b.data, type, n,
                              p->a.data, type, k, &zero, p->c.data, type, n, CUBLAS_COMPUTE_32F,
                              CUBLAS_GEMM_DEFAULT),
                 "cublasGemmEx");
}
#endif
