/* warns: no constructor or destructor of sum, a __shared__ variable, is run */
/* Variables of the device that are objects, static ones in kernels, and constants of the host: what nvcc
 * takes. */
#include <stdio.h>

struct room { /* its constructor has nothing to do */
    int n;
    __host__ __device__ room() {}
    __host__ __device__ ~room() {}
};
struct preset {
    int n = 3, m = 0;
};
struct known {
    int n;
    constexpr known() : n(4) {}
};
struct counter {
    int n;
    __host__ __device__ counter() : n(0) {}
    __host__ __device__ explicit counter(int n) : n(n) {}
};
__device__ room rooms[2];
__device__ preset at_first;
__constant__ known four;
__device__ counter *pointer;

const int width = 5;
constexpr float2 pair = { 1, 2 };
const int *const nowhere = NULL;
struct filter {
    static constexpr int taps = 6;
};
static __device__ int twice(const int &x) { return 2 * x; }
static __device__ int any(int x) { return x; }

__global__ void objects(int *r)
{
    __shared__ counter sum; /* here */
    counter local;
    sum.n = 1; /* by the threads */
    __syncthreads();
    atomicAdd(&sum.n, 1 + local.n);
    __syncthreads();
    if (threadIdx.x == 0) {
        pointer = &sum;
        rooms[1].n = 7;
        r[0] = pointer->n;
        r[1] = rooms[1].n + at_first.n + four.n;
    }
}

__global__ void statics(int *r)
{
    static int calls, first = 8;
    static const int table[3] = { 1, width, sizeof(int) };
    static __shared__ int shared[2];
    shared[1] = ++calls;
    r[2] = shared[1];
    r[3] = first++ + table[1] + table[2];
}

__global__ void constants(int *r)
{
    const int copy = width;
    const int *p = &copy;
    r[4] = *p + twice(width + 0) + any(width) + (int)pair.y;
    r[5] = max(width, filter::taps) + (width & 4) + (nowhere == NULL);
}

int main()
{
    static const int right[] = { 33, 14, 2, 18, 22, 11 };
    int *r, wrong = 0;
    cudaMallocManaged(&r, sizeof right);
    objects<<<1, 32>>>(r);
    statics<<<1, 1>>>(r);
    statics<<<1, 1>>>(r);
    constants<<<1, 1>>>(r);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++)
        if (r[i] != right[i]) {
            printf("%d: %d, not %d\n", i, r[i], right[i]);
            wrong++;
        }
    cudaFree(r);
    return wrong != 0;
}
