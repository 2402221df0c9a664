// expects: identifier "primes" is undefined in device code: it is a variable of the host
static constexpr int primes[4] = { 2, 3, 5, 7 };

__device__ int sum(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

template <int N> __global__ void k(int *a)
{
    int room[primes[N]];
    for (int i = 0; i < primes[0]; i++)
        room[i] = i;
    a[0] = sum(room, primes[0]);
    a[1] = sum(primes, 4); /* here */
}

int main(void)
{
    k<1><<<1, 1>>>(NULL);
    return 0;
}
// nvcc: identifier "primes" is undefined in device code
