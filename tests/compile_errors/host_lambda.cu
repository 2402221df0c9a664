// expects: a lambda that is passed to a kernel needs __device__
template <class F> __global__ void for_each(int n, F f)
{
    if (threadIdx.x < n)
        f(threadIdx.x);
}

int main()
{
    int *d;
    cudaMalloc(&d, 32 * sizeof(int));
    for_each<<<1, 32>>>(32, [=](int i) { d[i] = i; }); /* here */
    return 0;
}
