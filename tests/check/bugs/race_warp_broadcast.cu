/* finds: race */
/* Lane 0 of each warp leaves a value for its warp; the others read it without __syncwarp. */
#include "../host.h"

__global__ void scale(float *y, const float *x, int n)
{
    __shared__ float first[4];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0)
        first[warp] = 0;
    __syncthreads();
    if (lane == 0)
        first[warp] = i < n ? x[i] : 0; // HERE
    if (i < n)
        y[i] = x[i] - first[warp]; // HERE
}

int main(void)
{
    const int n = 500;
    float *x = counted<float>(n), *y = unset<float>(n);
    scale<<<(n + 127) / 128, 128>>>(y, x, n);
    return end(at(y, 7) != 7);
}
