// expects: lambda_outside\.cu:4:[0-9]+: error: a lambda that is passed to a kernel must be written in a function
template <class F> __global__ void run(F f, int *d) { f(d + threadIdx.x); }
auto clear = [] __device__(int *p) { *p = 0; };
void set(int *d) { run<<<1, 4>>>(clear, d); } /* here */
int main() {}
// nvcc: The closure type for a lambda ("lambda [](int *)->void", defined at tests/compile_errors/lambda_outside.cu:3) cannot be used in the template argument type of a __global__ function template instantiation, unless the lambda is defined within a __device__ or __global__ function, or the flag '-extended-lambda' is specified and the lambda is an extended lambda (a __device__ or __host__ __device__ lambda defined within a __host__ or __host__ __device__ function)
