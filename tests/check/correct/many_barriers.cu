/* A value is written, read by another thread only 256 or 65,536 barriers later.
 */
#include "../host.h"

__global__ void wait_long(int *out)
{
    __shared__ int s[4];
    int t = threadIdx.x, sum = 0;
    if (t == 0)
        s[0] = s[1] = 7;
    for (int i = 0; i < 65536; i++) {
        __syncthreads();
        if (i == 255 && t == 33)
            sum += s[0];
        if (i == 65535 && t == 34)
            sum += s[1];
    }
    out[t] = sum;
}

int main(void)
{
    int *x = unset<int>(40);
    wait_long<<<1, 40>>>(x);
    return end(at(x, 33) != 7 || at(x, 34) != 7);
}
