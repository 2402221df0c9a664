// The grammar of launches: overloads, namespaces, deduced template arguments, defaults, macros,
// several lines, headers, templates, NULL and 0 as pointers, arguments with side effects, commas
// and <<< >>> where they are not launches.
#include <cstdio>
#include <cstddef>
#include <utility>
#include "include/kernels.cuh"

static int errors;
#define EXPECT(cond) ((cond) ? (void)0 : (void)(fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond), ++errors))
#define LAUNCH(kernel, n, ...) do { kernel<<<((n) + 31) / 32, 32>>>(__VA_ARGS__); } while (0)
#define CONFIG <<<1, 32>>>
#define KERNEL_CALL(name, g, b) name<<<g, b>>>
#ifdef __INTELLISENSE__
#define __launch(...)
#else
#define __launch(...) <<<__VA_ARGS__>>>
#endif

__global__ void set(int *p, int v) { p[threadIdx.x] = v; }
__global__ void set(float *p, float v) { p[threadIdx.x] = v; }
__global__ void set(int *p, int v, int w) { p[threadIdx.x] = v + w; }
template <typename T> __global__ void put(T *p, T v, int n = 32) { if (threadIdx.x < n) p[threadIdx.x] = v; }
template <class A, class B> __global__ void cast(A *a, const B *b) { a[threadIdx.x] = (A)b[threadIdx.x]; }
template <int N, bool UP> __global__ void steps(int *p) { p[threadIdx.x] = UP ? N + threadIdx.x : N - threadIdx.x; }
__global__ void defaults(int *p, int a = 3, int b = 4) { p[threadIdx.x] = 10 * a + b; }
__global__ void maybe(int *out, const int *in, float *also) { out[threadIdx.x] = in ? in[threadIdx.x] : also ? 2 : -1; }
namespace outer { namespace inner { __global__ void fill(int *p, int v) { p[threadIdx.x] = v; } } }
namespace alias = outer::inner;
namespace { __global__ void hidden(int *p) { p[threadIdx.x] = 77; } }
struct Grid { float v[5]; int n;
    __device__ float sum() const { float s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; } };
__global__ void struct_array(int *p, Grid g) { p[threadIdx.x] = g.sum() * 10; }
template <typename... Ts> __global__ void variadic(int *p, Ts... ts) { p[threadIdx.x] = (0 + ... + ts); }
struct Twice { __host__ __device__ int operator()(int v, int i) const { return 2 * v + i; } };
extern "C" __global__ void c_linkage(int *p) { p[threadIdx.x] = 5; }
static __global__ void unused_kernel(int) {}
template <class T> class Solver {
public:
    explicit Solver(int n) : n_(n) { cudaMallocManaged(&p_, n * sizeof(T)); }
    ~Solver() { cudaFree(p_); }
    void run(T v) { put<T><<<1, n_>>>(p_, v, n_); cudaDeviceSynchronize(); }
    T last() const { return p_[n_ - 1]; }
private:
    T *p_; int n_;
};

int calls = 0;
int next() { return ++calls; }
int *pointer_of(int *p) { calls += 10; return p; }
#define RUN(...) __VA_ARGS__; EXPECT(cudaDeviceSynchronize() == cudaSuccess)

int main()
{
    using namespace outer;
    int *p, *q;
    float *f;
    cudaMallocManaged(&p, 64 * sizeof(int));
    cudaMallocManaged(&q, 64 * sizeof(int));
    cudaMallocManaged(&f, 64 * sizeof(float));
    for (int i = 0; i < 64; i++) q[i] = 1000 + i;

    RUN((set<<<1, 32>>>(p, 4)));                        EXPECT(p[31] == 4);
    RUN((set<<<1, 32>>>(f, 2.5f)));                     EXPECT(f[31] == 2.5f);
    RUN((set<<<1, 32>>>(p, 4, 5)));                     EXPECT(p[31] == 9);
    put<<<1, 32>>>(p, 6); put<<<1, 32>>>(f, 7.f, 31);
    cudaDeviceSynchronize();                            EXPECT(p[31] == 6 && f[30] == 7.f && f[31] == 2.5f);
    put<float><<<1,32>>>(f, 3);
    cast<<<1, 32>>>(p, f);
    cudaDeviceSynchronize();                            EXPECT(p[9] == 3);
    cast<float, int> <<< 1, 32 >>> (f, q);
    cudaDeviceSynchronize();                            EXPECT(f[9] == 1009.f);
    steps<(1 << 3), true><<<1, 32>>>(p);
    cudaDeviceSynchronize();                            EXPECT(p[2] == 10);
    steps<sizeof(int) * 2, (3 > 2)><<<1, 32>>>(p);
    cudaDeviceSynchronize();                            EXPECT(p[3] == 11);
    defaults<<<1, 32>>>(p);
    cudaDeviceSynchronize();                            EXPECT(p[0] == 34);
    defaults<<<1, 32>>>(p, 1);
    cudaDeviceSynchronize();                            EXPECT(p[0] == 14);
    maybe<<<1, 32>>>(p, NULL, 0);
    cudaDeviceSynchronize();                            EXPECT(p[1] == -1);
    maybe<<<1, 32>>>(p, nullptr, f);
    cudaDeviceSynchronize();                            EXPECT(p[1] == 2);
    maybe<<<1, 32, 0, NULL>>>(p, q, NULL);
    cudaDeviceSynchronize();                            EXPECT(p[1] == 1001);
    inner::fill<<<1, 32>>>(p, 21); cudaDeviceSynchronize();           EXPECT(p[8] == 21);
    ::outer::inner::fill<<<1, 32>>>(p, 22); cudaDeviceSynchronize();  EXPECT(p[8] == 22);
    alias::fill<<<dim3(1), dim3(32)>>>(p, 23); cudaDeviceSynchronize(); EXPECT(p[8] == 23);
    hidden<<<1, 32>>>(p); cudaDeviceSynchronize();      EXPECT(p[8] == 77);
    c_linkage<<<1, 32>>>(p); cudaDeviceSynchronize();   EXPECT(p[8] == 5);
    Grid g = { { 1, 2, 3, 4, 5 }, 5 };
    struct_array<<<1, 32>>>(p, g);
    g.n = 0;
    cudaDeviceSynchronize();                            EXPECT(p[8] == 150);
    variadic<<<1, 32>>>(p, 1, 2u, (short)3);
    cudaDeviceSynchronize();                            EXPECT(p[8] == 6);
    variadic<<<1, 32>>>(p);
    cudaDeviceSynchronize();                            EXPECT(p[8] == 0);

    // each argument once, at the launch
    set<<<1, 32>>>(pointer_of(p), next());
    EXPECT(calls == 11);
    calls = 5;
    cudaDeviceSynchronize();                            EXPECT(p[0] == 11 || p[0] == 1);
    int v = 3;
    set<<<1, 32>>>(p, v++);
    v += 5;
    cudaDeviceSynchronize();                            EXPECT(p[0] == 3);
    set<<<next() - 5, 32>>>(p, 8);                      EXPECT(calls == 6);

    // macros and lines
    LAUNCH(set, 32, p, 60);          cudaDeviceSynchronize(); EXPECT(p[7] == 60);
    LAUNCH((put<int>), 20, p, 61);   cudaDeviceSynchronize(); EXPECT(p[7] == 61);
    set CONFIG (p, 62);              cudaDeviceSynchronize(); EXPECT(p[7] == 62);
    KERNEL_CALL(set, 1, 32)(p, 63);  cudaDeviceSynchronize(); EXPECT(p[7] == 63);
    set __launch(1, 32) (p, 64);     cudaDeviceSynchronize(); EXPECT(p[7] == 64);
    set
        <<<
            1,
            32
        >>>
        (
            p,          // where, "<<<1, 2>>>("
            65          /* what >>> */
        );
    cudaDeviceSynchronize();                            EXPECT(p[7] == 65);
    if (v == 9) set<<<1, 32>>>(p, 66); else set<<<1, 32>>>(p, 67);
    for (int i = 0; i < 3; i++) steps<2, false><<<1, 32>>>(p + 0);
    cudaDeviceSynchronize();                            EXPECT(p[7] == -5);
    v > 5 ? set<<<1, 32>>>(p, 68) : set<<<1, 32>>>(p, 69);
    cudaDeviceSynchronize();                            EXPECT(p[7] == 68);
    set<<<1, 32>>>(p, 1), set<<<1, 32>>>(p, v << 2 >> 1);
    cudaDeviceSynchronize();                            EXPECT(p[7] == 18);
    auto launcher = [&](int x) { set<<<1, 32>>>(p, x); };
    launcher(70); cudaDeviceSynchronize();              EXPECT(p[7] == 70);
    set<<<(p ? 1 : 2), std::max(1, 32)>>>(p, std::pair<int, int>(71, 1).first);
    cudaDeviceSynchronize();                            EXPECT(p[7] == 71);
    const char *text = "kernel<<<1, 2>>>(x);", *raw = R"(a<<<b, c>>>(d))";
    EXPECT(text[6] == '<' && raw[9] == '>' && (1 << 2) == 4);

    Solver<double> solver(16);
    solver.run(1.25);                                   EXPECT(solver.last() == 1.25);
    auto arr = course::make_array<int>(200);
    for (int i = 0; i < 200; i++) arr[i] = i;
    course::transform(arr, Twice());                    EXPECT(arr[199] == 597);
    course::negate(arr);                                EXPECT(arr[199] == -597 && arr[1] == -3);
    EXPECT(cudaGetLastError() == cudaSuccess);
    cudaFree(p); cudaFree(q); cudaFree(f); cudaFree(arr.ptr);
    return errors != 0;
}
