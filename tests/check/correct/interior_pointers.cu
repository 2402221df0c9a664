/* Pointers into the middle of arrays, negative offsets from them, one past the end as a limit. */
#include "../host.h"

__global__ void mirror(float *middle, int half)
{
    int i = threadIdx.x + 1;
    if (i <= half)
        middle[-i] = middle[i];
}

__global__ void sum_until(float *sum, const float *begin, const float *end)
{
    float s = 0;
    for (const float *p = begin + threadIdx.x; p < end; p += blockDim.x)
        s += *p;
    atomicAdd(sum, s);
}

int main(void)
{
    const int half = 100, n = 2 * half + 1;
    float *from = counted<float>(half + 1), *x = unset<float>(n), *sum = zeros<float>();
    cudaMemcpy(x + half, from, (half + 1) * sizeof(float), cudaMemcpyDeviceToDevice);
    mirror<<<1, 128>>>(x + half, half);
    sum_until<<<1, 64>>>(sum, x, x + n);
    return end(at(sum) != half * (half + 1));
}
