/* CPU device: the part of cuBLAS that courses use, over OpenBLAS (../cublas.cpp): float and double,
 * matrices by columns. What is not declared here is refused by its name. */
#ifndef CPU_DEVICE_CUBLAS_V2_H
#define CPU_DEVICE_CUBLAS_V2_H

#include "../../cpu_device/include/cuda_runtime.h"

typedef struct cublasContext *cublasHandle_t;

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
/* How exact a product may be; here it is always that of the type. */
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;

extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

/* Copies of vectors and matrices between host and device. */
cublasStatus_t cublasSetVector(int n, int elem_size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int elem_size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int elem_size, const void *a, int lda, void *b,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int elem_size, const void *a, int lda, void *b,
                               int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int elem_size, const void *x, int incx, void *y,
                                    int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int elem_size, const void *x, int incx, void *y,
                                    int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elem_size, const void *a, int lda,
                                    void *b, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elem_size, const void *a, int lda,
                                    void *b, int ldb, cudaStream_t stream);

/* C = alpha op(A) op(B) + beta C; y = alpha op(A) x + beta y; y += alpha x; x = alpha x. */
#define CPU_DEVICE_CUBLAS(letter, T)                                                               \
    cublasStatus_t cublas##letter##gemm(cublasHandle_t handle, cublasOperation_t transa,           \
                                        cublasOperation_t transb, int m, int n, int k,             \
                                        const T *alpha, const T *a, int lda, const T *b, int ldb,  \
                                        const T *beta, T *c, int ldc);                             \
    cublasStatus_t cublas##letter##gemmStridedBatched(                                             \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,   \
        int k, const T *alpha, const T *a, int lda, long long stride_a, const T *b, int ldb,       \
        long long stride_b, const T *beta, T *c, int ldc, long long stride_c, int batches);        \
    cublasStatus_t cublas##letter##gemv(cublasHandle_t handle, cublasOperation_t trans, int m,     \
                                        int n, const T *alpha, const T *a, int lda, const T *x,    \
                                        int incx, const T *beta, T *y, int incy);                  \
    cublasStatus_t cublas##letter##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x,  \
                                        int incx, T *y, int incy);                                 \
    cublasStatus_t cublas##letter##scal(cublasHandle_t handle, int n, const T *alpha, T *x,        \
                                        int incx);                                                 \
    cublasStatus_t cublas##letter##dot(cublasHandle_t handle, int n, const T *x, int incx,         \
                                       const T *y, int incy, T *result);                           \
    cublasStatus_t cublas##letter##nrm2(cublasHandle_t handle, int n, const T *x, int incx,        \
                                        T *result);
CPU_DEVICE_CUBLAS(S, float)
CPU_DEVICE_CUBLAS(D, double)
#undef CPU_DEVICE_CUBLAS
}

#endif
