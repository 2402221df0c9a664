// expects: lambda_outside\.cu:4:[0-9]+: error: a lambda that is passed to a kernel must be written in a function
template <class F> __global__ void run(F f, int *d) { f(d + threadIdx.x); }
auto clear = [] __device__(int *p) { *p = 0; };
void set(int *d) { run<<<1, 4>>>(clear, d); } /* here */
int main() {}
// nvcc: The closure type for a lambda
