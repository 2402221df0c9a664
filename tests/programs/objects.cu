// C++ on the device: classes with virtual functions, new and delete, malloc in kernels, function
// pointers, template policies, RAII on the host, operators, pointers to pointers, deep copies.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <type_traits>
#include <limits>

static void die(const std::string &what, int line) { fprintf(stderr, "line %d: %s\n", line, what.c_str()); exit(1); }
#define TRY(x) do { cudaError_t e = (x); if (e != cudaSuccess) die(cudaGetErrorString(e), __LINE__); } while (0)
#define MUST(x) do { if (!(x)) die(#x, __LINE__); } while (0)

class Shape {
public:
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
class Square : public Shape {
    float a;
public:
    __device__ explicit Square(float side) : a(side) {}
    __device__ float area() const override { return a * a; }
};
class Circle : public Shape {
    float r;
public:
    __device__ Circle(float radius) : r(radius) {}
    __device__ virtual float area() const override { return 3.0f * r * r; }
};

__global__ void create(Shape **list, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (i % 2) list[i] = new Circle(i); else list[i] = new Square(i);
}
__global__ void areas(Shape **list, float *out, int n) {
    if (threadIdx.x < n) out[threadIdx.x] = list[threadIdx.x]->area(); }
__global__ void destroy(Shape **list, int n) { if (threadIdx.x < n) delete list[threadIdx.x]; }

typedef float (*op_t)(float, float);
__device__ float op_add(float a, float b) { return a + b; }
__device__ float op_mul(float a, float b) { return a * b; }
__device__ op_t device_op = op_mul;
__global__ void with_pointer(float *x, op_t op) { x[threadIdx.x] = op(x[threadIdx.x], 3.0f); }
__global__ void choose(float *x, int which)
{
    op_t ops[2] = { op_add, op_mul };
    x[threadIdx.x] = ops[(which + threadIdx.x) % 2](x[threadIdx.x], 10.0f);
}

__global__ void heap(int *out)
{
    int *mine = (int *)malloc(100 * sizeof(int));
    for (int i = 0; i < 100; i++) mine[i] = i * threadIdx.x;
    __shared__ int *all;
    if (threadIdx.x == 0) all = new int[blockDim.x];
    __syncthreads();
    all[threadIdx.x] = mine[99];
    __syncthreads();
    out[threadIdx.x] = all[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) delete[] all;
    memset(mine, 0, 4);
    free(mine);
}

template <typename T> struct Max { static constexpr T identity() { return std::numeric_limits<T>::lowest(); }
    static __device__ T apply(T a, T b) { return a < b ? b : a; } };
template <typename T, template <class> class Op = Max> __global__ void fold(const T *x, int n, T *out)
{
    T r = x[0];
    for (int i = 1; i < n; i++) r = Op<T>::apply(r, x[i]);
    *out = r;
}

struct List { int n; float *data; const char *name; };
__global__ void deep(List *l, float **rows) {
    if (threadIdx.x < l->n) l->data[threadIdx.x] += l->name[0] + rows[threadIdx.x % 3][1];
}

template <typename T> class unique_device {
public:
    explicit unique_device(size_t n = 1) { TRY(cudaMalloc(&p, n * sizeof(T))); }
    ~unique_device() noexcept { cudaFree(p); }
    unique_device(unique_device const &) = delete;
    T *get() const { return p; }
    void to(T *h, size_t n) const { TRY(cudaMemcpy(h, p, n * sizeof(T), cudaMemcpyDeviceToHost)); }
    void from(T const *h, size_t n) { TRY(cudaMemcpy(p, h, n * sizeof(T), cudaMemcpyHostToDevice)); }
private:
    T *p = nullptr;
};

int main()
{
    TRY(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    TRY(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    const int n = 20;
    unique_device<Shape *> shapes(n);
    unique_device<float> out(64);
    float h[64];
    create<<<1, 8>>>(shapes.get(), n);
    areas<<<1, 32>>>(shapes.get(), out.get(), n);
    destroy<<<1, 32>>>(shapes.get(), n);
    TRY(cudaGetLastError());
    out.to(h, n);
    for (int i = 0; i < n; i++) MUST(h[i] == (i % 2 ? 3.0f : 1.0f) * i * i);

    op_t host_copy;
    TRY(cudaMemcpyFromSymbol(&host_copy, device_op, sizeof(op_t)));
    with_pointer<<<1, n>>>(out.get(), host_copy);
    choose<<<1, n>>>(out.get(), 0);
    out.to(h, n);
    for (int i = 0; i < n; i++) MUST(h[i] == (i % 2 ? 9.0f * i * i * 10 : 3.0f * i * i + 10));

    unique_device<int> d(64);
    int hi[64];
    heap<<<1, 64>>>(d.get());
    d.to(hi, 64);
    for (int i = 0; i < 64; i++) MUST(hi[i] == 99 * (63 - i));
    int best = 0;
    fold<int><<<1, 1>>>(d.get(), 64, d.get() + 1);
    TRY(cudaMemcpy(&best, d.get() + 1, sizeof best, cudaMemcpyDeviceToHost));
    MUST(best == 99 * 63);
    double xs[3] = { -5, -2.5, -7 }, got;
    unique_device<double> dx(4);
    dx.from(xs, 3);
    fold<<<1, 1>>>(dx.get(), 3, dx.get() + 3);
    TRY(cudaMemcpy(&got, dx.get() + 3, sizeof got, cudaMemcpyDeviceToHost));
    MUST(got == -2.5);

    List *list;
    float *rows_host[3], **rows;
    TRY(cudaMallocManaged(&list, sizeof *list));
    list->n = 10;
    TRY(cudaMalloc(&list->data, 10 * sizeof(float)));
    TRY(cudaMemset(list->data, 0, 10 * sizeof(float)));
    char *name;
    TRY(cudaMallocManaged(&name, 8));
    name[0] = 'A';
    list->name = name;
    TRY(cudaMalloc((void ***)&rows, sizeof rows_host));
    for (int r = 0; r < 3; r++) {
        float row[2] = { 0, 100.0f * r };
        TRY(cudaMalloc(&rows_host[r], sizeof row));
        TRY(cudaMemcpy(rows_host[r], row, sizeof row, cudaMemcpyHostToDevice));
    }
    TRY(cudaMemcpy(rows, rows_host, sizeof rows_host, cudaMemcpyHostToDevice));
    deep<<<1, 32>>>(list, rows);
    TRY(cudaMemcpy(h, list->data, 10 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 10; i++) MUST(h[i] == 65 + 100.0f * (i % 3));
    for (int r = 0; r < 3; r++) TRY(cudaFree(rows_host[r]));
    TRY(cudaFree(rows)); TRY(cudaFree(list->data)); TRY(cudaFree(list)); TRY(cudaFree(name));
    return 0;
}
