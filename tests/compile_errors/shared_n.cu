// expects: shared_n\.cu:4:22: error: an array has a size that is a constant; a __shared__ one whose size the launch decides is extern __shared__, without a size
__global__ void k(float *p, int n)
{
    __shared__ float t[n];
    t[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = t[n - 1 - threadIdx.x];
}
int main() { k<<<1, 32>>>(nullptr, 32); }
// nvcc: a variable length array cannot have static storage duration
