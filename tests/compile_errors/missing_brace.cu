// expects: missing_brace\.cu:9:[0-9]+: error: a function begins here, and the one before it has not ended: a } is missing
__global__ void k(float *p, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        p[i] = 1;
}
int main()
{
    k<<<1, 1>>>(nullptr, 1);
}
// nvcc: expected a ";"
