/* finds: wrong-memory */
/* An object with virtual functions is made by the host and copied: its table of functions is the
 * host's. */
#include <stdio.h>

struct shape {
    __host__ __device__ virtual float area() const
    {
        return 0;
    }
};
struct square : shape {
    float a;
    __host__ __device__ square(float x) : a(x)
    {
    }
    __host__ __device__ float area() const override
    {
        return a * a;
    }
};

__global__ void ask(const shape *s, float *r)
{
    *r = s->area(); // HERE
}

int main(void)
{
    square h(3), *d;
    float *r;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&r, sizeof *r);
    cudaMemcpy((void *)d, (void *)&h, sizeof h, cudaMemcpyHostToDevice);
    ask<<<1, 1>>>(d, r);
    cudaDeviceSynchronize();
    cudaGetLastError();
    return 0;
}
