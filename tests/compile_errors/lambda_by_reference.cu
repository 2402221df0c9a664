// expects: lambda_by_reference\.cu:6:[0-9]+: error: a __device__ lambda cannot capture by reference
template <class F> __global__ void run(F f) { f(); }
int main()
{
    int a = 3;
    run<<<1, 1>>>([&] __device__() { int b = a; (void)b; }); /* here */
}
// nvcc: An extended __device__ lambda cannot capture variables by reference
