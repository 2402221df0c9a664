// expects: lambda_in_auto\.cu:4:[0-9]+: error: a __device__ lambda cannot stand in a function that returns auto
template <class F> __global__ void run(F f, int *d) { f(d + threadIdx.x); }
auto fine(int *d) -> void { run<<<1, 4>>>([=] __device__(int *p) { *p = 1; }, d); }
auto set(int *d) { run<<<1, 4>>>([=] __device__(int *p) { *p = 0; }, d); } /* here */
int main() {}
// nvcc: The enclosing parent function ("set") for an extended __device__ lambda must not have deduced return type
