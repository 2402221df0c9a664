// expects: missing_paren\.cu:5:
__global__ void k(float *p, int n)
{
    int i = threadIdx.x;
    if (i < n
        p[i] = 1;
}
int main() { k<<<1, 1>>>(nullptr, 1); }
// nvcc: expected a ")"
