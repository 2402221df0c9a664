/* cuBLAS: each function against plain loops, with every transposition, in float and double. */
#include <cublas_v2.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
#define OK(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)

template <class T> struct functions;
#define FUNCTIONS(T, letter)                                                                       \
    template <> struct functions<T> {                                                              \
        static constexpr auto gemm = cublas##letter##gemm;                                         \
        static constexpr auto batched = cublas##letter##gemmStridedBatched;                        \
        static constexpr auto gemv = cublas##letter##gemv;                                         \
        static constexpr auto axpy = cublas##letter##axpy;                                         \
        static constexpr auto scal = cublas##letter##scal;                                         \
        static constexpr auto dot = cublas##letter##dot;                                           \
        static constexpr auto nrm2 = cublas##letter##nrm2;                                         \
    };
FUNCTIONS(float, S)
FUNCTIONS(double, D)

const cublasOperation_t operations[] = { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };

/* An array on host and device. Small integers: sums are exact in any order. */
template <class T> struct both {
    int n;
    T *host, *device;
    both(int n) : n(n), host((T *)malloc(n * sizeof(T)))
    {
        for (int i = 0; i < n; i++)
            host[i] = rand() % 9 - 4;
        CHECK(cudaMalloc(&device, n * sizeof(T)) == cudaSuccess);
        OK(cublasSetVector(n, sizeof(T), host, 1, device, 1));
    }
    ~both()
    {
        cudaFree(device);
        free(host);
    }
    void is_on_device() /* what the host has */
    {
        T *copy = (T *)malloc(n * sizeof(T));
        OK(cublasGetVector(n, sizeof(T), device, 1, copy, 1));
        for (int i = 0; i < n; i++)
            CHECK(copy[i] == host[i]);
        free(copy);
    }
};

/* Element (i, j) of op(A). */
template <class T> T element(const T *a, int lda, cublasOperation_t op, int i, int j)
{
    return op == CUBLAS_OP_N ? a[i + j * lda] : a[j + i * lda];
}

template <class T>
void product(cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, T alpha,
             const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            T sum = 0;
            for (int l = 0; l < k; l++)
                sum += element(a, lda, transa, i, l) * element(b, ldb, transb, l, j);
            c[i + j * ldc] = alpha * sum + (beta == 0 ? 0 : beta * c[i + j * ldc]);
        }
}

template <class T> void test_gemm(cublasHandle_t handle)
{
    const int m = 7, n = 5, k = 9, lda = 11, ldb = 12, ldc = 8, batches = 3;
    both<T> a(lda * 9), b(ldb * 9), c(ldc * n), as(lda * 9 * batches), cs(ldc * n * batches);
    const T alpha = 2, betas[] = { 0, 3 };
    for (cublasOperation_t transa : operations)
        for (cublasOperation_t transb : operations)
            for (T beta : betas) {
                OK(functions<T>::gemm(handle, transa, transb, m, n, k, &alpha, a.device, lda,
                                      b.device, ldb, &beta, c.device, ldc));
                product(transa, transb, m, n, k, alpha, a.host, lda, b.host, ldb, beta, c.host,
                        ldc);
                c.is_on_device();
                OK(functions<T>::batched(handle, transa, transb, m, n, k, &alpha, as.device, lda,
                                         lda * 9, b.device, ldb, 0, &beta, cs.device, ldc, ldc * n,
                                         batches));
                for (int i = 0; i < batches; i++)
                    product(transa, transb, m, n, k, alpha, as.host + i * lda * 9, lda, b.host,
                            ldb, beta, cs.host + i * ldc * n, ldc);
                cs.is_on_device();
                for (int i = 0; i < ldc * n * batches; i++) /* so that values stay small */
                    cs.host[i] = (int)cs.host[i] % 5;
                for (int i = 0; i < ldc * n; i++)
                    c.host[i] = (int)c.host[i] % 5;
                OK(cublasSetVector(cs.n, sizeof(T), cs.host, 1, cs.device, 1));
                OK(cublasSetMatrix(ldc, n, sizeof(T), c.host, ldc, c.device, ldc));
            }
}

template <class T> void test_gemv(cublasHandle_t handle)
{
    const int m = 6, n = 4, lda = 7;
    const T alpha = -1, beta = 2;
    for (cublasOperation_t trans : operations) {
        int columns = trans == CUBLAS_OP_N ? n : m, rows = trans == CUBLAS_OP_N ? m : n;
        both<T> a(lda * n), x(2 * 6), y(3 * 6);
        OK(functions<T>::gemv(handle, trans, m, n, &alpha, a.device, lda, x.device, 2, &beta,
                              y.device, 3));
        for (int i = 0; i < rows; i++) {
            T sum = 0;
            for (int j = 0; j < columns; j++)
                sum += element(a.host, lda, trans, i, j) * x.host[2 * j];
            y.host[3 * i] = alpha * sum + beta * y.host[3 * i];
        }
        y.is_on_device();
    }
}

template <class T> void test_vectors(cublasHandle_t handle)
{
    const int n = 100;
    const T alpha = 3;
    both<T> x(2 * n), y(3 * n), result(1);
    OK(functions<T>::axpy(handle, n, &alpha, x.device, 2, y.device, 3));
    T dot = 0, norm = 0, got = 0;
    for (int i = 0; i < n; i++) {
        y.host[3 * i] += alpha * x.host[2 * i];
        dot += x.host[2 * i] * y.host[3 * i];
    }
    y.is_on_device();
    OK(functions<T>::dot(handle, n, x.device, 2, y.device, 3, &got));
    CHECK(got == dot);
    OK(functions<T>::scal(handle, n, &alpha, x.device, 2));
    for (int i = 0; i < n; i++) {
        x.host[2 * i] *= alpha;
        norm += x.host[2 * i] * x.host[2 * i];
    }
    x.is_on_device();
    OK(functions<T>::nrm2(handle, n, x.device, 2, &got));
    CHECK(fabs(got - sqrt(norm)) < 1e-6 * sqrt(norm));

    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE)); /* x *= the first of y */
    OK(functions<T>::scal(handle, n, y.device, x.device, 2));
    OK(functions<T>::dot(handle, n, x.device, 2, x.device, 2, result.device));
    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    *result.host = 0;
    for (int i = 0; i < n; i++) {
        x.host[2 * i] *= y.host[0];
        *result.host += x.host[2 * i] * x.host[2 * i];
    }
    x.is_on_device();
    result.is_on_device();
}

__global__ void wait_and_store(float *x, volatile int *go)
{
    while (!*go)
        ;
    *x = 5;
}

/* A product follows the kernel in its stream, and returns before it is done. */
void test_stream(cublasHandle_t handle)
{
    cudaStream_t stream, has;
    int *go;
    both<float> x(1), y(1);
    float one = 1, zero = 0;
    CHECK(cudaStreamCreate(&stream) == cudaSuccess);
    CHECK(cudaMallocHost(&go, sizeof *go) == cudaSuccess);
    *go = 0;
    OK(cublasSetStream(handle, stream));
    OK(cublasGetStream(handle, &has));
    CHECK(has == stream);
    /* To load a kernel may wait for those that run: each has run once. */
    *(volatile int *)go = 1;
    wait_and_store<<<1, 1, 0, stream>>>(x.device, go);
    OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x.device, 1, x.device, 1, &zero,
                   y.device, 1));
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    *go = 0;
    wait_and_store<<<1, 1, 0, stream>>>(x.device, go);
    OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, x.device, 1, x.device, 1, &zero,
                   y.device, 1));
    one = 7; /* the call has taken its value */
    CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
    *(volatile int *)go = 1;
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    *y.host = 25;
    y.is_on_device();
    OK(cublasSetStream(handle, 0));
    cudaStreamDestroy(stream);
    cudaFreeHost(go);
}

void test_statuses(cublasHandle_t handle)
{
    both<float> a(16);
    float one = 1, result, *d = a.device;
    auto gemm = [&](cublasHandle_t h, int op, int m, int lda, int ldb, int ldc, const float *by) {
        return cublasSgemm(h, (cublasOperation_t)op, CUBLAS_OP_N, m, 4, 2, by, d, lda, d, ldb, &one,
                           d, ldc);
    };
    CHECK(gemm(NULL, 0, 4, 4, 4, 4, &one) == CUBLAS_STATUS_NOT_INITIALIZED);
    CHECK(gemm(handle, 5, 4, 4, 4, 4, &one) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(gemm(handle, 0, -1, 4, 4, 4, &one) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(gemm(handle, 0, 4, 3, 4, 4, &one) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(gemm(handle, 0, 4, 4, 1, 4, &one) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(gemm(handle, 0, 4, 4, 2, 4, &one) == CUBLAS_STATUS_SUCCESS);
    CHECK(gemm(handle, 0, 4, 4, 4, 3, &one) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(gemm(handle, 1, 4, 1, 4, 4, &one) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(gemm(handle, 0, 4, 4, 4, 4, NULL) == CUBLAS_STATUS_INVALID_VALUE);
    CHECK(gemm(handle, 0, 0, 1, 4, 1, &one) == CUBLAS_STATUS_SUCCESS);
    CHECK(cublasSdot(handle, 0, d, 1, d, 1, &result) == CUBLAS_STATUS_SUCCESS && result == 0);
    CHECK(cublasSetMatrix(4, 5, 4, a.host, 4, d, 4) == CUBLAS_STATUS_MAPPING_ERROR);
    CHECK(!strcmp(cublasGetStatusString(CUBLAS_STATUS_MAPPING_ERROR),
                  "an access to GPU memory space failed"));
    CHECK(!strcmp(cublasGetStatusName((cublasStatus_t)2), "unrecognized status"));
    CHECK(cublasDestroy(NULL) == CUBLAS_STATUS_NOT_INITIALIZED);
}

int main(void)
{
    cublasHandle_t handle;
    OK(cublasCreate(&handle));
    test_gemm<float>(handle);
    test_gemm<double>(handle);
    test_gemv<float>(handle);
    test_gemv<double>(handle);
    test_vectors<float>(handle);
    test_vectors<double>(handle);
    test_stream(handle);
    test_statuses(handle);
    OK(cublasDestroy(handle));
    return 0;
}
