/* finds: out-of-bounds */
/* The kernel keeps one element more than its threads; the launch asks for one per thread. */
#include "../host.h"

__global__ void shift(int *out, const int *in, int n)
{
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = in[i];
    if (t == 0)
        s[blockDim.x] = i + (int)blockDim.x < n ? in[i + blockDim.x] : -1; // HERE
    __syncthreads();
    out[i] = s[t + 1]; // HERE
}

int main(void)
{
    const int n = 512, block = 64;
    int *in = counted<int>(n), *out = unset<int>(n);
    shift<<<n / block, block, block * sizeof(int)>>>(out, in, n);
    return end(at(out, 7) != 8);
}
