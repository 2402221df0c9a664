// expects: a __host__ __device__ lambda cannot capture by \[name = value\]
template <class F> __global__ void run(F f, int *d) { f(d + threadIdx.x); }
void set(int *d, int n)
{
    run<<<1, 4>>>([m = n + 1] __device__(int *p) { *p = m; }, d);
    run<<<1, 4>>>([m = n + 1] __host__ __device__(int *p) { *p = m; }, d); /* here */
}
int main() {}
// nvcc: init-captures are not allowed for extended __host__ __device__ lambdas
