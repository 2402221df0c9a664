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
// nvcc: The closure type for a lambda ("lambda [](int)->void", defined at host_lambda_variable.cu:12) cannot be used in the template argument type of a __global__ function template instantiation, unless the lambda is defined within a __device__ or __global__ function, or the flag '-extended-lambda' is specified and the lambda is an extended lambda (a __device__ or __host__ __device__ lambda defined within a __host__ or __host__ __device__ function)
