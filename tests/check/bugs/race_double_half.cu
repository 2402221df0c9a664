/* finds: race */
/* A double and the two ints that lie in it: the accesses have different sizes.
 */
#include "../host.h"

__global__ void k(double *x, int *low)
{
    if (threadIdx.x == 0)
        x[0] = 1.5; // HERE
    if (threadIdx.x == 50)
        *low = ((int *)x)[1]; // HERE
}

int main(void)
{
    double *x = zeros<double>();
    int *low = unset<int>();
    k<<<1, 64>>>(x, low);
    return end();
}
