/* finds: race */
/* The index of a 3-D grid forgets z: layers write over each other. */
#define NX 16
#define NY 8
#define NZ 4

__global__ void number(int *v)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    v[y * NX + x] = z * 1000 + y * NX + x; // HERE
}

int main(void)
{
    int v[NX * NY * NZ], *d_v, wrong = 0;
    cudaMalloc(&d_v, sizeof v);
    cudaMemset(d_v, 0, sizeof v);
    number<<<dim3(2, 2, 2), dim3(8, 4, 2)>>>(d_v);
    cudaMemcpy(v, d_v, sizeof v, cudaMemcpyDeviceToHost);
    for (int i = 0; i < NX * NY; i++)
        wrong += v[i] % 1000 != i;
    cudaFree(d_v);
    return wrong != 0;
}
