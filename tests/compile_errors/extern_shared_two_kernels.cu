// expects: extern_shared_two_kernels\.cu:9:[0-9]+: error: an extern __shared__ array of this name has another type elsewhere
__global__ void sum(float *a)
{
    extern __shared__ float s[];
    s[threadIdx.x] = a[threadIdx.x];
}
__global__ void rows(float *a)
{
    extern __shared__ float s[][4]; /* here */
    s[threadIdx.x][0] = a[threadIdx.x];
}
int main() {}
// nvcc: declaration is incompatible with previous "s"
