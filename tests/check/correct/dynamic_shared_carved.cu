/* Dynamic shared memory carved into arrays of doubles, ints and bytes; another size next time. */
#include "../host.h"

__global__ void carve(double *out, const double *in)
{
    extern __shared__ double values[];
    int n = blockDim.x, t = threadIdx.x;
    int *index = (int *)(values + n);
    unsigned char *flag = (unsigned char *)(index + n);
    values[t] = in[blockIdx.x * n + t];
    index[t] = n - 1 - t;
    flag[t] = t % 3 == 0;
    __syncthreads();
    out[blockIdx.x * n + t] = flag[index[t]] ? values[index[t]] : 0;
}

int main(void)
{
    const int n = 480;
    int wrong = 0;
    double *x = made<double>(n, [](int i) { return i + 1; }), *y = unset<double>(n);
    for (int block = 40; block <= 120; block += 40) {
        carve<<<n / block, block, block *(sizeof(double) + sizeof(int) + 1)>>>(y, x);
        wrong += differ(y, n, [=](int i) {
            int from = block - 1 - i % block;
            return from % 3 == 0 ? i / block * block + from + 1 : 0;
        });
    }
    return end(wrong);
}
