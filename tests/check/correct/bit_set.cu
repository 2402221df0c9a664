/* A sieve: multiples are crossed out in a set of bits by atomicOr, many threads per word. */
__global__ void sieve(unsigned *crossed, int n)
{
    int p = 2 + blockIdx.x * blockDim.x + threadIdx.x;
    for (int m = 2 * p; m < n; m += p)
        atomicOr(&crossed[m / 32], 1u << m % 32);
}

int main(void)
{
    const int n = 1024;
    unsigned crossed[n / 32], *d_crossed;
    int primes = 0;
    cudaMalloc(&d_crossed, sizeof crossed);
    cudaMemset(d_crossed, 0, sizeof crossed);
    sieve<<<16, 64>>>(d_crossed, n);
    cudaMemcpy(crossed, d_crossed, sizeof crossed, cudaMemcpyDeviceToHost);
    for (int i = 2; i < n; i++)
        primes += !(crossed[i / 32] >> i % 32 & 1);
    cudaFree(d_crossed);
    return primes != 172;
}
