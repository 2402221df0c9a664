/* The host names variables and functions of the device as CUDA lets it: as symbols, by reference
 * too, for their addresses; objects with virtual functions are made by a kernel. */
#include <stdio.h>

typedef int (*operation)(int, int);
__device__ int add(int a, int b)
{
    return a + b;
}
__device__ int product(int a, int b)
{
    return a * b;
}
__device__ operation chosen = add, other = product;
__constant__ int weights[4];
__device__ int total;
__managed__ int together;

struct shape {
    __device__ virtual int area() const
    {
        return 0;
    }
    __device__ virtual ~shape()
    {
    }
};
struct square : shape {
    int a;
    __device__ square(int x) : a(x)
    {
    }
    __device__ int area() const override
    {
        return a * a;
    }
};

template <class T> void upload(const T &symbol, const void *from)
{
    cudaMemcpyToSymbol(symbol, from, sizeof symbol);
}

template <operation f> __global__ void apply_known(int *r)
{
    *r += f(5, 6);
}

__global__ void apply(operation f, const int *w, int *r)
{
    *r += f(3, 4) + w[2] + weights[1];
    atomicAdd(&total, 1);
    together++;
}

__global__ void virtual_call(int *r)
{
    shape *s = new square(3);
    *r += s->area();
    delete s;
}

int main(void)
{
    int h[4] = { 1, 2, 3, 4 }, *d, *w, total_then = 5, add = 1;
    operation f, g;
    upload(weights, h);
    upload(total, &total_then);
    cudaMemcpyFromSymbol(&f, chosen, sizeof f);
    cudaMemcpyFromSymbol(&g, other, sizeof g);
    cudaGetSymbolAddress((void **)&w, weights);
    cudaMalloc(&d, sizeof *d);
    cudaMemset(d, 0, sizeof *d);
    together = add;
    apply<<<1, 1>>>(f, w, d);
    apply<<<1, 1>>>(g, w, d);
    apply_known<product><<<1, 1>>>(d);
    virtual_call<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof *d, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&total_then, total, sizeof total_then);
    cudaFree(d);
    printf("%d %d %d\n", h[0], total_then, together);
    return h[0] != 7 + 5 + 12 + 5 + 30 + 9 || total_then != 7 || together != 3;
}
