/* finds: uninitialized */
/* Dynamic shared memory in two parts: flags in the second are set, but never cleared before. */
#include "../host.h"

template <class T> __device__ T last_flag(const T *flags, int n)
{
    return flags[n - 1]; // HERE
}

__global__ void multiples_of_7(int *out, const int *in, int count)
{
    extern __shared__ int values[];
    int *flags = values + blockDim.x;
    int t = threadIdx.x;
    values[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t < count && values[t] % 7 == 0)
        flags[t] = 1;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = last_flag(flags, count);
}

int main(void)
{
    const int n = 256, count = 8;
    int *in = counted<int>(n), *out = unset<int>(n);
    multiples_of_7<<<4, 64, (64 + count) * sizeof(int)>>>(out, in, count);
    return end();
}
