// expects: misspelt_type\.cu:5:5: error: there is no cudaStreamt: did you mean cudaStream_t\?
__global__ void k(float *p) { *p = 1; }
int main()
{
    cudaStreamt s;
    cudaStreamCreate(&s);
    k<<<1, 1, 0, s>>>(nullptr);
}
// nvcc: identifier "cudaStreamt" is undefined
