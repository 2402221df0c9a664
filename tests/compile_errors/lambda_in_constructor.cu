// expects: lambda_in_constructor\.cu:8:[0-9]+: error: a __device__ lambda cannot stand in a constructor
template <class F> __global__ void run(F f, int *d) { f(d + threadIdx.x); }

struct filter {
    int *data;
    filter(int *d) : data(d)
    {
        run<<<1, 4>>>([=] __device__(int *p) { *p = 0; }, d); /* here */
    }
};
int main() {}
// nvcc: The enclosing parent function ("filter") for an extended __device__ lambda must allow its address to be taken
