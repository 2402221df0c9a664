/* A class that owns an array and becomes its pointer, as the argument of a template: CUDA converts it at the launch,
 * by the host, and copies no object. */
#include <stdio.h>

template <class T> class owner
{
    T *p = nullptr;

public:
    explicit owner(int n) { cudaMalloc(&p, n * sizeof(T)); }
    owner(const owner &) = delete;
    ~owner() { cudaFree(p); }
    operator T *() const { return p; }
};

static int copies;

class deep
{
    int *p;

public:
    deep() { cudaMalloc(&p, 32 * sizeof(int)); }
    deep(const deep &from) : deep()
    {
        copies++;
        cudaMemcpy(p, from.p, 32 * sizeof(int), cudaMemcpyDeviceToDevice);
    }
    ~deep() { cudaFree(p); }
    operator int *() { return p; }
};

template <int N> __global__ void set(int *p, const float *none, int v)
{
    if (threadIdx.x < N && !none)
        p[threadIdx.x] = v;
}

template <class T, int N> __global__ void add(T *to, const T *from)
{
    if (threadIdx.x < N)
        to[threadIdx.x] += from[threadIdx.x];
}

int main()
{
    owner<int> a(32);
    deep b;
    set<32><<<1, 32>>>(a, NULL, 7);
    set<32><<<1, 32>>>(b, 0, 5);
    add<int, 32><<<1, 32>>>(b, a);
    int h[32];
    if (cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    printf("%d, %d copies\n", h[31], copies);
    return h[31] != 12 || copies;
}
