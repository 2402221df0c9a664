// expects: misspelt_shared\.cu:4:5: error: there is no __share__: did you mean __shared__\?
__global__ void k(float *p)
{
    __share__ float s[32];
    s[threadIdx.x] = p[threadIdx.x];
    p[threadIdx.x] = s[31 - threadIdx.x];
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: identifier "__share__" is undefined
