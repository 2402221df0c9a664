/* finds: uninitialized */
/* The positions of the particles are set, their velocities are not. */
#include <stdio.h>

struct particle {
    float x, v;
};

__global__ void place(struct particle *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i].x = i;
}

__global__ void move(struct particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i].x += dt * p[i].v; // HERE
}

int main(void)
{
    const int n = 300;
    float x;
    struct particle *p;
    cudaMalloc(&p, n * sizeof *p);
    place<<<3, 100>>>(p, n);
    move<<<3, 100>>>(p, n, 0.5f);
    cudaMemcpy(&x, &p[1].x, sizeof x, cudaMemcpyDeviceToHost);
    printf("%g\n", x);
    cudaFree(p);
    return 0;
}
