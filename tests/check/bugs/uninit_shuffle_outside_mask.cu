/* finds: uninitialized */
/* The first half of a warp asks for the value of lane 20, which is not in the mask. */
__global__ void pick(int *out)
{
    int v = (int)threadIdx.x;
    if (threadIdx.x < 16)
        v = __shfl_sync(0x0000ffff, v, 20); // HERE
    out[threadIdx.x] = v;
}

int main(void)
{
    int out[32], *d_out;
    cudaMalloc(&d_out, sizeof out);
    pick<<<1, 32>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return out[31] != 31;
}
