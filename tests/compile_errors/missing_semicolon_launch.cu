// expects: missing_semicolon_launch\.cu:(8|9):
__global__ void set(int *p) { *p = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, 4);
    set<<<1, 1>>>(d)
    cudaDeviceSynchronize();
    return 0;
}
// nvcc: expected a ";"
