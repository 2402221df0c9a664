// expects: bracket_in_shared\.cu:4:
__global__ void k(float *p)
{
    __shared__ float s[64]]; // here
    s[threadIdx.x] = p[threadIdx.x];
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: expected a ";"
