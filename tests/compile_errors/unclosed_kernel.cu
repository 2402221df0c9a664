// expects: unclosed_kernel\.cu:(8|9|10|13|14):
__global__ void k(int *p, int n)
{
    if (threadIdx.x < n) {
        p[threadIdx.x] = 1;

// the brace is missing
int main()
{
    int *d;
    cudaMalloc(&d, 4);
    k<<<1, 1>>>(d, 1);
    return 0;
}
// nvcc: expected a ";"
