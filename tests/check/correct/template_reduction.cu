/* A reduction of any type and block size, unrolled by conditions on the block size. */
#include "../host.h"

template <typename T, int BLOCK> __global__ void reduce(T *out, const T *in, int n)
{
    extern __shared__ unsigned char bytes[];
    T *s = reinterpret_cast<T *>(bytes);
    int t = threadIdx.x;
    T sum = T();
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        sum += in[i];
    s[t] = sum;
    __syncthreads();
    if (BLOCK >= 256) {
        if (t < 128)
            s[t] += s[t + 128];
        __syncthreads();
    }
    if (BLOCK >= 128) {
        if (t < 64)
            s[t] += s[t + 64];
        __syncthreads();
    }
    if (t < 32) {
        sum = s[t] + s[t + 32];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, d);
    }
    if (t == 0)
        out[blockIdx.x] = sum;
}

template <typename T, int BLOCK> int wrong_sums(int n)
{
    T *x = made<T>(n, [](int i) { return i % 4; }), *sums = unset<T>(4), want = 0;
    reduce<T, BLOCK><<<4, BLOCK, BLOCK * sizeof(T)>>>(sums, x, n);
    for (int i = 0; i < n; i++)
        want += i % 4;
    return at(sums) + at(sums, 1) + at(sums, 2) + at(sums, 3) != want;
}

int main(void)
{
    int wrong = wrong_sums<int, 64>(1000) + wrong_sums<double, 256>(999);
    return end(wrong + wrong_sums<float, 128>(10));
}
