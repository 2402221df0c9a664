// expects: pointer_for_int\.cu:8:
__global__ void fill(int *p, int n) { if (threadIdx.x < n) p[threadIdx.x] = n; }

int main()
{
    int *d, n = 5;
    cudaMalloc(&d, 128);
    fill<<<1, 32>>>(d, &n);
    return 0;
}
// nvcc: argument of type "int *" is incompatible with parameter of type "int"
