// expects: missing_semicolon\.cu:(4:24: error: expected ';' at end of declaration|5:)
__global__ void k(float *p, int n, int unused)
{
    int i = threadIdx.x
    p[i] = n;
}
int main() { k<<<1, 1>>>(nullptr, 1, 1); }
// nvcc: expected a ";"
