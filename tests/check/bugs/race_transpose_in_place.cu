/* finds: race */
/* Transpose in place by all threads, not only those above the diagonal: pairs swap twice, or half.
 */
#include "../host.h"

#define N 48

__global__ void transpose(float *m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float here = m[y * N + x];  // HERE
    float there = m[x * N + y]; // HERE
    m[y * N + x] = there;       // HERE
    m[x * N + y] = here;        // HERE
}

int main(void)
{
    float *m = counted<float>(N * N);
    transpose<<<dim3(N / 8, N / 8), dim3(8, 8)>>>(m);
    return end();
}
