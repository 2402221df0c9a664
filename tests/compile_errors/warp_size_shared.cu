// expects: warp_size_shared\.cu:4:[0-9]+: error: warpSize has no value yet when the program is compiled: write 32
__global__ void k(int *p)
{
    __shared__ int sums[4][warpSize + 1]; /* here */
    sums[0][threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = sums[0][31 - threadIdx.x];
}
int main() { k<<<1, 32>>>(nullptr); }
// nvcc: a variable length array cannot have static storage duration
