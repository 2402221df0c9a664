// expects: d is no kernel and cannot be launched: it is declared __device__
__device__ void d(int *p) { *p = 1; }
int main()
{
    int *p;
    cudaMalloc(&p, sizeof *p);
    (d)<<<1, 1>>>(p); /* here */
}
// nvcc: calling a __device__ function("d(int *)") from a __host__ function("main") is not allowed
