// expects: misspelt_call\.cu:6:5: error: there is no cudaMaloc: did you mean cudaMalloc\?
__global__ void k(float *p) { *p = 1; }
int main()
{
    float *p;
    cudaMaloc(&p, 4);
    k<<<1, 1>>>(p);
}
// nvcc: identifier "cudaMaloc" is undefined
