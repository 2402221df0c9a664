/* finds: uninitialized */
/* All 32 lanes vote, by a mask that names the first alone. */
__global__ void vote(unsigned *odd)
{
    unsigned votes = __ballot_sync(1, threadIdx.x % 2); // HERE
    if (threadIdx.x == 31)
        *odd = votes;
}

int main(void)
{
    unsigned odd, *d_odd;
    cudaMalloc(&d_odd, sizeof odd);
    vote<<<1, 32>>>(d_odd);
    cudaMemcpy(&odd, d_odd, sizeof odd, cudaMemcpyDeviceToHost);
    cudaFree(d_odd);
    return odd == 1;
}
