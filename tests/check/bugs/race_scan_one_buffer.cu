/* finds: race */
/* Hillis-Steele scan in one buffer: a thread overwrites what another has yet to add. */
#include "../host.h"

#define N 256

__global__ void scan(int *out, const int *in)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        if (t >= d)
            s[t] += s[t - d]; // HERE
        __syncthreads();
    }
    out[t] = s[t];
}

int main(void)
{
    int *in = filled<int>(N, 1), *out = unset<int>(N);
    scan<<<1, N>>>(out, in);
    return end();
}
