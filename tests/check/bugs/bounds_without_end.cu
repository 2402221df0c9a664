/* finds: out-of-bounds */
/* The program ends without waiting for its last kernel. */
__device__ int table[40];

__global__ void fill(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        table[i] = i; // HERE
}

int main(void)
{
    fill<<<2, 32>>>(40);
    return 0;
}
