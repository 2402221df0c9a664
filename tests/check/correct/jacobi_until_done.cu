/* Steps until nothing moves: a flag on the device set by atomicOr, read back by the host each
 * round; the block's vote by __syncthreads_or. */
#include "../host.h"

__global__ void step(float *out, const float *in, int n, int *moved)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;
    if (i < n) {
        float left = i > 0 ? in[i - 1] : 0, right = i < n - 1 ? in[i + 1] : 0;
        float next = (left > right ? left : right) > in[i] ? in[i] + 1 : in[i];
        mine = next != in[i];
        out[i] = next;
    }
    if (__syncthreads_or(mine) && threadIdx.x == 0)
        atomicOr(moved, 1);
}

int main(void)
{
    const int n = 100;
    int rounds = 0, moved;
    float *a = made<float>(n, [](int i) { return i == 50 ? 20 : 0; }), *b = unset<float>(n);
    int *d_moved = unset<int>();
    do {
        cudaMemset(d_moved, 0, sizeof moved);
        step<<<4, 32>>>(b, a, n, d_moved);
        float *swap = a;
        a = b;
        b = swap;
        cudaMemcpy(&moved, d_moved, sizeof moved, cudaMemcpyDeviceToHost);
    } while (moved && ++rounds < 200);
    return end(differ(a, n, [](int i) { return 20; }));
}
