// expects: extern_shared_volatile\.cu:9:[0-9]+: error: an extern __shared__ array of this name has another type elsewhere
__global__ void sum(float *a)
{
    extern __shared__ float s[];
    s[threadIdx.x] = a[threadIdx.x];
}
__device__ void last_warp(float *a)
{
    extern __shared__ volatile float s[]; /* here */
    a[0] = s[0];
}
__global__ void k(float *a) { last_warp(a); }
int main() {}
// nvcc: declaration is incompatible with previous "s"
