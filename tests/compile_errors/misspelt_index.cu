// expects: misspelt_index\.cu:4:
__global__ void k(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadldx.x;
    if (i < n)
        p[i] = 1;
}
int main() { k<<<1, 1>>>(nullptr, 0); }
// nvcc: identifier "threadldx" is undefined
