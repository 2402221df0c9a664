/* What nvcc takes, beside what it refuses: constants and const arrays of the host, pairs, vectors that
 * a kernel only points to, names like CUDA's own. */
#include <array>
#include <stdio.h>
#include <tuple>
#include <utility>
#include <vector>
using namespace std;

const int n = 4;
const double half = 0.5;
constexpr int sizes[3] = { 1, 2, 4 };
const int on_host[n] = { 1, 2, 3, 4 };
__constant__ const int on_device[n] = { 1, 2, 3, 4 };
static const __device__ int also_on_device[n] = { 1, 2, 3, 4 };

struct dimensions {
    int blockDim;
    int on_host[n];
};

__device__ int defined_below(int x);
__device__ int never_called(int x);
__device__ extern int with_two_declarations(int x), another(int x);

/* Constructors and operators that the host has, too, or that it has alone and no kernel runs. */
struct both_made {
    int x;
    __host__ __device__ both_made(int a, int b) : x(a + b) {}
    both_made() = default;
    both_made(const char *) { x = 9; }
};
struct host_made {
    int x;
    host_made() { x = 9; }
    explicit host_made(int a) : x(a) {}
};
__host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, 0, 0); }
host_made operator+(host_made a, host_made b) { return host_made(a.x - b.x); }

class owner
{
public:
    struct part {
        int x;
    };

private:
    int x;
    static constexpr int y = 0;
};

template <class T> __global__ void takes_part(T t, int *p) { *p += t.x - 1; }

__global__ void makes(host_made given, const host_made *from, int *p)
{
    both_made a, b(1, 2);
    host_made copied = given, again(given), third{ *from }, &same = again;
    std::array<int, 2> unused = { 1, 2 };
    float3 sum = make_float3(1, 2, 3) + make_float3(1, 2, 3);
    a.x = (int)sizeof(unused) + (int)sum.x;
    *p += a.x + b.x + copied.x - same.x + third.x + from->x - 13;
}

/* A vector is copied; no member of it is called. */
__global__ void ignores(vector<int>, const vector<int> *v, int *p)
{
    *p += v ? 0 : (int)(sizeof(vector<int>) > 0);
}

__global__ void takes(pair<int, int> q, dimensions d, int *p)
{
    std::pair<int, int> copied = q, once_more(q), braces{ q };
    int fixed[sizes[1]] = { 1, 2 };
    constexpr int known = sizes[2];
    constexpr int one = 0;
    constexpr int also_known = sizes[one];
    int as_large[sizes[one]] = { 0 };
    static_assert(sizes[one] == 1 && sizeof(sizes) / sizeof(sizes[one]) == 3, "known when built");
    int on_host[2] = { 3, 4 }, vector = 2;
    d.blockDim = 7;
    d.on_host[1] = 1;
    if (threadIdx.x == 0 && blockDim.x >= 1 && vector < n)
        for (int i = 0; i < n; i++)
            p[0] += on_device[i] + also_on_device[i];
    p[0] += also_known - 1 + as_large[0] + copied.first + once_more.second + braces.first + fixed[1] + known +
        on_host[1];
    p[0] += d.blockDim - -threadIdx.x + +threadIdx.y + defined_below(d.on_host[1]) + n * half;
    p[0] += (int)(sizeof(::on_host) / sizeof(::on_host[0]));
}

__global__ void takes_bytes(void *p) { p = &p; }

__device__ int defined_below(int x) { return 2 * x; }

__host__ __device__ int shared_by_both(void)
{
#ifdef __CUDA_ARCH__
    return on_device[1];
#else
    return on_host[1];
#endif
}

int main(void)
{
    struct {
        int threadIdx;
    } own = { 3 };
    own.threadIdx = 4;
    int *d, sum;
    cudaMalloc(&d, sizeof *d);
    cudaMemset(d, 0, sizeof *d);
    ignores<<<1, 1>>>(vector<int>(3), NULL, d);
    struct hidden {
        int x;
    } *nowhere = NULL;
    takes_bytes<<<1, 1>>>(nowhere); /* a local type, and no template */
    host_made *from;
    cudaMalloc(&from, sizeof *from);
    cudaMemset(from, 0, sizeof *from);
    makes<<<1, 1>>>(host_made(3) + host_made(), from, d);
    takes_part<<<1, 1>>>(owner::part{ 1 }, d);
    takes<<<1, 1>>>(make_pair(1, 2), dimensions{}, d);
    cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(from);
    printf("%d\n", sum);
    return sum != 50 || shared_by_both() != 2 || own.threadIdx != 4;
}
