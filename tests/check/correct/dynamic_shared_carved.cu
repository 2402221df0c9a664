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
    double x[n], y[n];
    int wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = i + 1;
    double *d_x = copy_of(x, n), *d_y = unset<double>(n);
    for (int block = 40; block <= 120; block += 40) {
        carve<<<n / block, block, block *(sizeof(double) + sizeof(int) + 1)>>>(d_y, d_x);
        cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) {
            int from = block - 1 - i % block;
            wrong += y[i] != (from % 3 == 0 ? x[i / block * block + from] : 0);
        }
    }
    return end(wrong);
}
