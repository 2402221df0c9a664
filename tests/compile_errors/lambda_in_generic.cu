// expects: lambda_in_generic\.cu:8:[0-9]+: error: a __device__ lambda cannot stand in a lambda with auto parameters
template <class F> __global__ void run(F f, int *d) { f(d + threadIdx.x); }
void set(int *d)
{
    auto by = [=](int n) { run<<<1, 4>>>([=] __device__(int *p) { *p = n; }, d); };
    by(2);
    auto generic = [=](auto n) {
        run<<<1, 4>>>([=] __device__(int *p) { *p = n; }, d); /* here */
    };
    generic(3);
}
int main() {}
// nvcc: An extended __device__ lambda cannot be defined inside a generic lambda expression("operator()")
