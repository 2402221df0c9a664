/* CPU device: cuBLAS (include/cublas_v2.h) over OpenBLAS, which is loaded by the first
 * cublasCreate. A call checks its arguments as cuBLAS does, and goes to the queue. */
#include "include/cublas_v2.h"
#include <dlfcn.h>
#include "operation.h"

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointers; /* where alpha, beta and results are */
    cublasMath_t math;
};

using namespace cpu_device;
using namespace cpu_device::libraries;

namespace
{

/* ---- OpenBLAS -------------------------------------------------------------------------------- */

enum { BY_COLUMNS = 102, AS_IT_IS = 111, TRANSPOSED = 112 }; /* cblas.h's */

template <class T> struct blas {
    void (*gemm)(int order, int transa, int transb, int m, int n, int k, T alpha, const T *a,
                 int lda, const T *b, int ldb, T beta, T *c, int ldc);
    void (*gemv)(int order, int trans, int m, int n, T alpha, const T *a, int lda, const T *x,
                 int incx, T beta, T *y, int incy);
    void (*axpy)(int n, T alpha, const T *x, int incx, T *y, int incy);
    void (*scal)(int n, T alpha, T *x, int incx);
    T (*dot)(int n, const T *x, int incx, const T *y, int incy);
    T (*nrm2)(int n, const T *x, int incx);
};
template <class T> blas<T> openblas; /* once cublasCreate has been called */

void *find_openblas()
{
    for (const char *name : { "libopenblas.so.0", "libopenblas.so", "libopenblasp.so.0" })
        if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
            return library;
    fputs(_("CPU device: cuBLAS needs OpenBLAS here: apt-get install libopenblas0\n"), stderr);
    exit(2);
}

template <class T> void load(void *library, char letter)
{
    auto find = [=](auto &function, const char *name) {
        std::string symbol = std::string("cblas_") + letter + name;
        void *at = dlsym(library, symbol.c_str());
        if (!at) {
            fprintf(stderr, _("CPU device: this OpenBLAS has no %s\n"), symbol.c_str());
            exit(2);
        }
        function = (std::remove_reference_t<decltype(function)>)at;
    };
    blas<T> &b = openblas<T>;
    find(b.gemm, "gemm");
    find(b.gemv, "gemv");
    find(b.axpy, "axpy");
    find(b.scal, "scal");
    find(b.dot, "dot");
    find(b.nrm2, "nrm2");
}

void load_openblas()
{
    void *library = find_openblas();
    load<float>(library, 's');
    load<double>(library, 'd');
}

/* ---- arguments ------------------------------------------------------------------------------- */

cublasStatus_t status_of(cudaError_t error)
{
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

bool is_operation(cublasOperation_t o) { return (unsigned)o <= CUBLAS_OP_C; }
int cblas_of(cublasOperation_t o) { return o == CUBLAS_OP_N ? AS_IT_IS : TRANSPOSED; }

template <class T>
piece matrix(const char *name, const T *a, int rows, int columns, int lda, bool read, bool written)
{
    return {
        name, a,      (size_t)rows * sizeof(T), (size_t)lda * sizeof(T), rows ? (size_t)columns : 0,
        read, written
    };
}

template <class T>
piece vector(const char *name, const T *x, int n, int inc, bool read, bool written)
{
    return { name, x, sizeof(T), (size_t)abs(inc) * sizeof(T), (size_t)n, read, written };
}

/* alpha or beta: its value, or where the device finds it when the operation runs. */
template <class T> struct scalar {
    T value;
    const T *at;
    T operator()() const { return at ? *at : value; }
    bool is_zero() const { return !at && value == 0; }
};

/* A call: which memory it uses so far, and where its scalars are. */
struct call {
    cublasHandle_t handle;
    const char *name;
    bool is_wrong = false;
    std::vector<piece> pieces = {};

    template <class T> scalar<T> take(const char *what, const T *p)
    {
        if (handle->pointers == CUBLAS_POINTER_MODE_DEVICE) {
            pieces.push_back({ what, p, sizeof(T), sizeof(T), 1, true, false });
            return { 0, p };
        }
        is_wrong = is_wrong || is_on_device_only(name, what, p);
        return { is_wrong ? 0 : *p, nullptr };
    }
    template <class F> cublasStatus_t submit(F f)
    {
        if (is_wrong)
            return CUBLAS_STATUS_INVALID_VALUE;
        return status_of(libraries::submit(name, handle->stream, false, pieces, f));
    }
    /* f gives the result, which the host waits for in its own memory. */
    template <class T, class F> cublasStatus_t submit(T *result, F f)
    {
        bool wait = handle->pointers == CUBLAS_POINTER_MODE_HOST;
        if (!wait)
            pieces.push_back({ "result", result, sizeof(T), sizeof(T), 1, false, true });
        else if (is_on_device_only(name, "result", result))
            return CUBLAS_STATUS_INVALID_VALUE;
        return status_of(
            libraries::submit(name, handle->stream, wait, pieces, [=] { *result = f(); }));
    }
};

#define REFUSE(handle, is_wrong)                                                                   \
    do {                                                                                           \
        if (!(handle))                                                                             \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                  \
        if (is_wrong)                                                                              \
            return CUBLAS_STATUS_INVALID_VALUE;                                                    \
    } while (0)

/* ---- matrices -------------------------------------------------------------------------------- */

template <class T> struct product { /* C (m x n) = alpha op(A) op(B) + beta C, `batches` times */
    cublasOperation_t transa, transb;
    int m, n, k;
    const T *a, *b;
    T *c;
    int lda, ldb, ldc, batches;
    long long stride_a, stride_b, stride_c; /* elements from one matrix to the next */

    int rows_of_a() const { return transa == CUBLAS_OP_N ? m : k; }
    int rows_of_b() const { return transb == CUBLAS_OP_N ? k : n; }
    bool is_wrong() const
    {
        return !is_operation(transa) || !is_operation(transb) || m < 0 || n < 0 || k < 0 ||
               batches < 0 || stride_c < 0 || lda < std::max(1, rows_of_a()) ||
               ldb < std::max(1, rows_of_b()) || ldc < std::max(1, m);
    }
};

template <class T>
cublasStatus_t gemm(const char *name, cublasHandle_t handle, const product<T> &p, const T *alpha,
                    const T *beta)
{
    REFUSE(handle, p.is_wrong() || !alpha || !beta);
    if (!p.m || !p.n || !p.batches)
        return CUBLAS_STATUS_SUCCESS;
    call c{ handle, name };
    scalar<T> by = c.take("alpha", alpha), plus = c.take("beta", beta);
    bool reads = p.k && !by.is_zero();
    for (int i = 0; i < p.batches; i++) {
        if (reads && (i == 0 || p.stride_a))
            c.pieces.push_back(matrix("A", p.a + i * p.stride_a, p.rows_of_a(),
                                      p.transa == CUBLAS_OP_N ? p.k : p.m, p.lda, true, false));
        if (reads && (i == 0 || p.stride_b))
            c.pieces.push_back(matrix("B", p.b + i * p.stride_b, p.rows_of_b(),
                                      p.transb == CUBLAS_OP_N ? p.n : p.k, p.ldb, true, false));
        c.pieces.push_back(
            matrix("C", p.c + i * p.stride_c, p.m, p.n, p.ldc, !plus.is_zero(), true));
    }
    return c.submit([=] {
        for (int i = 0; i < p.batches; i++)
            openblas<T>.gemm(BY_COLUMNS, cblas_of(p.transa), cblas_of(p.transb), p.m, p.n, p.k,
                             by(), p.a + i * p.stride_a, p.lda, p.b + i * p.stride_b, p.ldb, plus(),
                             p.c + i * p.stride_c, p.ldc);
    });
}

template <class T> struct matrix_by_vector { /* y = alpha op(A) x + beta y; A: m x n */
    cublasOperation_t trans;
    int m, n;
    const T *a, *x;
    T *y;
    int lda, incx, incy;
};

template <class T>
cublasStatus_t gemv(const char *name, cublasHandle_t handle, const matrix_by_vector<T> &v,
                    const T *alpha, const T *beta)
{
    REFUSE(handle, !is_operation(v.trans) || v.m < 0 || v.n < 0 || v.lda < std::max(1, v.m) ||
                       !v.incx || !v.incy || !alpha || !beta);
    if (!v.m || !v.n)
        return CUBLAS_STATUS_SUCCESS;
    bool as_it_is = v.trans == CUBLAS_OP_N;
    call c{ handle, name };
    scalar<T> by = c.take("alpha", alpha), plus = c.take("beta", beta);
    if (!by.is_zero()) {
        c.pieces.push_back(matrix("A", v.a, v.m, v.n, v.lda, true, false));
        c.pieces.push_back(vector("x", v.x, as_it_is ? v.n : v.m, v.incx, true, false));
    }
    c.pieces.push_back(vector("y", v.y, as_it_is ? v.m : v.n, v.incy, !plus.is_zero(), true));
    return c.submit([=] {
        openblas<T>.gemv(BY_COLUMNS, cblas_of(v.trans), v.m, v.n, by(), v.a, v.lda, v.x, v.incx,
                         plus(), v.y, v.incy);
    });
}

/* ---- vectors --------------------------------------------------------------------------------- */

template <class T>
cublasStatus_t axpy(const char *name, cublasHandle_t handle, int n, const T *alpha, const T *x,
                    int incx, T *y, int incy)
{
    REFUSE(handle, !alpha);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    call c{ handle, name };
    scalar<T> by = c.take("alpha", alpha);
    c.pieces.push_back(vector("x", x, n, incx, true, false));
    c.pieces.push_back(vector("y", y, n, incy, true, true));
    return c.submit([=] { openblas<T>.axpy(n, by(), x, incx, y, incy); });
}

template <class T>
cublasStatus_t scal(const char *name, cublasHandle_t handle, int n, const T *alpha, T *x, int incx)
{
    REFUSE(handle, !alpha);
    if (n <= 0 || incx <= 0)
        return CUBLAS_STATUS_SUCCESS;
    call c{ handle, name };
    scalar<T> by = c.take("alpha", alpha);
    c.pieces.push_back(vector("x", x, n, incx, true, true));
    return c.submit([=] { openblas<T>.scal(n, by(), x, incx); });
}

template <class T>
cublasStatus_t dot(const char *name, cublasHandle_t handle, int n, const T *x, int incx, const T *y,
                   int incy, T *result)
{
    REFUSE(handle, !result);
    call c{ handle, name };
    if (n <= 0)
        return c.submit(result, [] { return (T)0; });
    c.pieces.push_back(vector("x", x, n, incx, true, false));
    c.pieces.push_back(vector("y", y, n, incy, true, false));
    return c.submit(result, [=] { return openblas<T>.dot(n, x, incx, y, incy); });
}

template <class T>
cublasStatus_t nrm2(const char *name, cublasHandle_t handle, int n, const T *x, int incx, T *result)
{
    REFUSE(handle, !result);
    call c{ handle, name };
    if (n <= 0 || incx <= 0)
        return c.submit(result, [] { return (T)0; });
    c.pieces.push_back(vector("x", x, n, incx, true, false));
    return c.submit(result, [=] { return openblas<T>.nrm2(n, x, incx); });
}

/* ---- copies ---------------------------------------------------------------------------------- */

struct copy_of_matrix { /* from a to b */
    int rows, columns, elem_size;
    const void *a;
    int lda;
    void *b;
    int ldb;
};

cublasStatus_t copy(const copy_of_matrix &m, cudaMemcpyKind kind, cudaStream_t stream, bool async)
{
    if (m.rows < 0 || m.columns < 0 || m.elem_size <= 0 || m.lda < m.rows || m.ldb < m.rows ||
        m.lda <= 0 || m.ldb <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!m.rows || !m.columns)
        return CUBLAS_STATUS_SUCCESS;
    size_t size = (size_t)m.elem_size, rows = (size_t)m.rows, columns = (size_t)m.columns;
    size_t to = (size_t)m.ldb * size, from = (size_t)m.lda * size;
    cudaError_t error =
        async ? cudaMemcpy2DAsync(m.b, to, m.a, from, rows * size, columns, kind, stream)
              : cudaMemcpy2D(m.b, to, m.a, from, rows * size, columns, kind);
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

/* As a matrix of n columns with one row. */
copy_of_matrix elements(int n, int elem_size, const void *x, int incx, void *y, int incy)
{
    if (incx == 1 && incy == 1)
        return { n, 1, elem_size, x, std::max(1, n), y, std::max(1, n) };
    return { 1, n, elem_size, x, incx, y, incy };
}

const char *const statuses[][2] = {
    { "CUBLAS_STATUS_SUCCESS", "success" },
    { "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized" },
    {},
    { "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed" },
    {},
    {},
    {},
    { "CUBLAS_STATUS_INVALID_VALUE",
      "an unsupported value or parameter was passed to the function" },
    { "CUBLAS_STATUS_ARCH_MISMATCH",
      "the function requires an architectural feature absent from the device" },
    {},
    {},
    { "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed" },
    {},
    { "CUBLAS_STATUS_EXECUTION_FAILED", "the function failed to launch on the GPU" },
    { "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed" },
    { "CUBLAS_STATUS_NOT_SUPPORTED", "the requested functionality is not supported" },
    { "CUBLAS_STATUS_LICENSE_ERROR", "the license check failed" },
};

const char *words_of(cublasStatus_t status, int column)
{
    bool known = (size_t)status < sizeof statuses / sizeof *statuses && statuses[status][0];
    return known ? statuses[status][column] : "unrecognized status";
}

} // namespace

/* ---- the API: handles ------------------------------------------------------------------------ */

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    static std::once_flag once;
    REFUSE(true, !handle);
    if (sticky() != cudaSuccess)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    std::call_once(once, load_openblas);
    *handle = new cublasContext{ 0, CUBLAS_POINTER_MODE_HOST, CUBLAS_DEFAULT_MATH };
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    REFUSE(handle, false);
    delete handle;
    cudaDeviceSynchronize(); /* as cuBLAS does, for it frees memory */
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version)
{
    REFUSE(handle, !version);
    *version = 120000; /* of CUDA 12.0, as __CUDACC_VER_MAJOR__ says here */
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream)
{
    REFUSE(handle, !find_stream(stream));
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream)
{
    REFUSE(handle, !stream);
    *stream = handle->stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode)
{
    REFUSE(handle, (unsigned)mode > CUBLAS_POINTER_MODE_DEVICE);
    handle->pointers = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode)
{
    REFUSE(handle, !mode);
    *mode = handle->pointers;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode)
{
    REFUSE(handle, (unsigned)mode > CUBLAS_TF32_TENSOR_OP_MATH);
    handle->math = mode;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode)
{
    REFUSE(handle, !mode);
    *mode = handle->math;
    return CUBLAS_STATUS_SUCCESS;
}

const char *cublasGetStatusName(cublasStatus_t status) { return words_of(status, 0); }

const char *cublasGetStatusString(cublasStatus_t status) { return words_of(status, 1); }

/* ---- the API: copies ------------------------------------------------------------------------- */

cublasStatus_t cublasSetMatrix(int rows, int cols, int elem_size, const void *a, int lda, void *b,
                               int ldb)
{
    return copy({ rows, cols, elem_size, a, lda, b, ldb }, cudaMemcpyHostToDevice, 0, false);
}

cublasStatus_t cublasGetMatrix(int rows, int cols, int elem_size, const void *a, int lda, void *b,
                               int ldb)
{
    return copy({ rows, cols, elem_size, a, lda, b, ldb }, cudaMemcpyDeviceToHost, 0, false);
}

cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elem_size, const void *a, int lda,
                                    void *b, int ldb, cudaStream_t stream)
{
    return copy({ rows, cols, elem_size, a, lda, b, ldb }, cudaMemcpyHostToDevice, stream, true);
}

cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elem_size, const void *a, int lda,
                                    void *b, int ldb, cudaStream_t stream)
{
    return copy({ rows, cols, elem_size, a, lda, b, ldb }, cudaMemcpyDeviceToHost, stream, true);
}

cublasStatus_t cublasSetVector(int n, int elem_size, const void *x, int incx, void *y, int incy)
{
    return copy(elements(n, elem_size, x, incx, y, incy), cudaMemcpyHostToDevice, 0, false);
}

cublasStatus_t cublasGetVector(int n, int elem_size, const void *x, int incx, void *y, int incy)
{
    return copy(elements(n, elem_size, x, incx, y, incy), cudaMemcpyDeviceToHost, 0, false);
}

cublasStatus_t cublasSetVectorAsync(int n, int elem_size, const void *x, int incx, void *y,
                                    int incy, cudaStream_t stream)
{
    return copy(elements(n, elem_size, x, incx, y, incy), cudaMemcpyHostToDevice, stream, true);
}

cublasStatus_t cublasGetVectorAsync(int n, int elem_size, const void *x, int incx, void *y,
                                    int incy, cudaStream_t stream)
{
    return copy(elements(n, elem_size, x, incx, y, incy), cudaMemcpyDeviceToHost, stream, true);
}

/* ---- the API: arithmetic --------------------------------------------------------------------- */

#define FUNCTIONS(letter, T)                                                                       \
    cublasStatus_t cublas##letter##gemm(cublasHandle_t handle, cublasOperation_t transa,           \
                                        cublasOperation_t transb, int m, int n, int k,             \
                                        const T *alpha, const T *a, int lda, const T *b, int ldb,  \
                                        const T *beta, T *c, int ldc)                              \
    {                                                                                              \
        return gemm<T>(__func__, handle,                                                           \
                       { transa, transb, m, n, k, a, b, c, lda, ldb, ldc, 1, 0, 0, 0 }, alpha,     \
                       beta);                                                                      \
    }                                                                                              \
    cublasStatus_t cublas##letter##gemmStridedBatched(                                             \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,   \
        int k, const T *alpha, const T *a, int lda, long long stride_a, const T *b, int ldb,       \
        long long stride_b, const T *beta, T *c, int ldc, long long stride_c, int batches)         \
    {                                                                                              \
        return gemm<T>(__func__, handle,                                                           \
                       { transa, transb, m, n, k, a, b, c, lda, ldb, ldc, batches, stride_a,       \
                         stride_b, stride_c },                                                     \
                       alpha, beta);                                                               \
    }                                                                                              \
    cublasStatus_t cublas##letter##gemv(cublasHandle_t handle, cublasOperation_t trans, int m,     \
                                        int n, const T *alpha, const T *a, int lda, const T *x,    \
                                        int incx, const T *beta, T *y, int incy)                   \
    {                                                                                              \
        return gemv<T>(__func__, handle, { trans, m, n, a, x, y, lda, incx, incy }, alpha, beta);  \
    }                                                                                              \
    cublasStatus_t cublas##letter##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x,  \
                                        int incx, T *y, int incy)                                  \
    {                                                                                              \
        return axpy(__func__, handle, n, alpha, x, incx, y, incy);                                 \
    }                                                                                              \
    cublasStatus_t cublas##letter##scal(cublasHandle_t handle, int n, const T *alpha, T *x,        \
                                        int incx)                                                  \
    {                                                                                              \
        return scal(__func__, handle, n, alpha, x, incx);                                          \
    }                                                                                              \
    cublasStatus_t cublas##letter##dot(cublasHandle_t handle, int n, const T *x, int incx,         \
                                       const T *y, int incy, T *result)                            \
    {                                                                                              \
        return dot(__func__, handle, n, x, incx, y, incy, result);                                 \
    }                                                                                              \
    cublasStatus_t cublas##letter##nrm2(cublasHandle_t handle, int n, const T *x, int incx,        \
                                        T *result)                                                 \
    {                                                                                              \
        return nrm2(__func__, handle, n, x, incx, result);                                         \
    }
FUNCTIONS(S, float)
FUNCTIONS(D, double)
