// expects: overloaded_kernels\.cu:9:[0-9]+: error: no matching function for call to 'fill
__global__ void fill(int *p, int v) { *p = v; }
__global__ void fill(float *p, float v) { *p = v; }

int main()
{
    double *d;
    cudaMalloc(&d, 8);
    fill<<<1, 1>>>(d, 1.0); /* here */
    return 0;
}
// nvcc: no instance of overloaded function "fill" matches the argument list
