// expects: too_few_arguments\.cu:9:18: error: kernel add has 4 parameters, \(float \*c, const float \*a, const float \*b, int n\); 3 are given
__global__ void add(float *c, const float *a, const float *b, int n) {
    if (threadIdx.x < n) c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }

int main()
{
    float *a, *b, *c;
    cudaMalloc(&a, 4); cudaMalloc(&b, 4); cudaMalloc(&c, 4);
    add<<<1, 1>>>(c, a, b);
    return 0;
}
// nvcc: too few arguments in function call
