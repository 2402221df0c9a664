// expects: missing_chevrons\.cu:(8|9|11):
__global__ void set(int *p) { *p = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, 4);
    set<<<1, 1(d);
    cudaDeviceSynchronize();
    return 0;
}
// nvcc: expression preceding parentheses of apparent call must have (pointer-to-) function type
