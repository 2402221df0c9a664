// expects: identifier "primes" is undefined in device code: it is a variable of the host
const int primes[4] = { 2, 3, 5, 7 };

__global__ void k(int *a)
{
    for (int prime : primes) /* here */
        a[prime] = 1;
}

int main(void)
{
    k<<<1, 1>>>(NULL);
    return 0;
}
// nvcc: identifier "primes" is undefined in device code
