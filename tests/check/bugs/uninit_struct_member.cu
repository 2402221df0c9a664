/* finds: uninitialized */
/* The positions of the particles are set, their velocities are not. */
#include "../host.h"

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
    struct particle *p = unset<struct particle>(n);
    place<<<3, 100>>>(p, n);
    move<<<3, 100>>>(p, n, 0.5f);
    return end();
}
