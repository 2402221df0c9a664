// expects: two_chevrons\.cu:8:8: error: .*kernel<<<grid, block>>>\(...\)
__global__ void set(int *p) { *p = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, 4);
    set<<<1, 1>>(d);
    cudaDeviceSynchronize();
    return 0;
}
// nvcc: expression must have integral or unscoped enum type
