/* finds: out-of-bounds */
/* A 3-D stencil guards x and y, and forgets the last layer. */
__global__ void up(float *out, const float *in, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz)
        return;
    int i = (z * ny + y) * nx + x;
    float above = in[i + nx * ny]; // HERE
    out[i] = above - in[i];
}

int main(void)
{
    const int nx = 10, ny = 9, nz = 7, n = nx * ny * nz;
    float v[n], *d_in, *d_out;
    int wrong = 0;
    for (int i = 0; i < n; i++)
        v[i] = i;
    cudaMalloc(&d_in, sizeof v);
    cudaMalloc(&d_out, sizeof v);
    cudaMemcpy(d_in, v, sizeof v, cudaMemcpyHostToDevice);
    up<<<dim3(3, 3, 4), dim3(4, 4, 2)>>>(d_out, d_in, nx, ny, nz);
    cudaMemcpy(v, d_out, sizeof v, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n - nx * ny; i++)
        wrong += v[i] != nx * ny;
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong != 0;
}
