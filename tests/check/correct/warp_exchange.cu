/* Lanes pass values through shared memory, __syncwarp between writing, reading and writing again.
 */
#include "../host.h"

__global__ void reverse_twice(int *x)
{
    __shared__ int s[4][32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    s[warp][lane] = x[i];
    __syncwarp();
    int v = s[warp][31 - lane];
    __syncwarp();
    s[warp][lane] = v + 1;
    __syncwarp();
    x[i] = s[warp][31 - lane];
}

int main(void)
{
    const int n = 1024;
    int *x = counted<int>(n);
    reverse_twice<<<n / 128, 128>>>(x);
    return end(differ(x, n, [](int i) { return i + 1; }));
}
