// expects: redeclared\.cu:5:
__global__ void k(float *p, int n)
{
    int i = threadIdx.x;
    int i = blockIdx.x;
    p[i] = n;
}
int main() { k<<<1, 1>>>(nullptr, 1); }
// nvcc: "i" has already been declared in the current scope
