/* Constant memory that nobody has set is zero: a table of which a part is filled, and one of which
 * none is. */
__constant__ int table[8], none[4];

__global__ void look_up(int *out)
{
    int t = threadIdx.x;
    out[t] = table[t % 8] + 10 * none[t % 4];
}

int main(void)
{
    int h[3] = { 5, 6, 7 }, *out, wrong = 0;
    cudaMallocManaged(&out, 32 * sizeof(int));
    cudaMemcpyToSymbol(table, h, sizeof h, 2 * sizeof(int));
    look_up<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++)
        wrong += out[i] != (i % 8 >= 2 && i % 8 < 5 ? h[i % 8 - 2] : 0);
    cudaFree(out);
    return wrong != 0;
}
