/* A sieve: multiples are crossed out in a set of bits by atomicOr, many threads per word. */
#include "../host.h"

__global__ void sieve(unsigned *crossed, int n)
{
    int p = 2 + blockIdx.x * blockDim.x + threadIdx.x;
    for (int m = 2 * p; m < n; m += p)
        atomicOr(&crossed[m / 32], 1u << m % 32);
}

int main(void)
{
    const int n = 1024;
    int primes = 0;
    unsigned *d_crossed = zeros<unsigned>(n / 32);
    sieve<<<16, 64>>>(d_crossed, n);
    const unsigned *crossed = in_host(d_crossed, n / 32);
    for (int i = 2; i < n; i++)
        primes += !(crossed[i / 32] >> i % 32 & 1);
    return end(primes != 172);
}
