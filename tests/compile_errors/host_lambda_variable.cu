// expects: host_lambda_variable\.cu:14:28: error: a lambda that is passed to a kernel needs __device__
template <class F> __global__ void for_each(int n, F f)
{
    if (threadIdx.x < n)
        f(threadIdx.x);
}

int main()
{
    int *d, n = 32;
    cudaMalloc(&d, 32 * sizeof(int));
    auto set = [=](int i) { d[i] = i; };
    n = 31;
    for_each<<<1, 32>>>(n, set); /* here */
    return 0;
}
