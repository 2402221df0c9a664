// expects: misspelt_barrier\.cu:5:5: error: there is no __synchthreads: did you mean __syncthreads\?
__global__ void k(float *p, int unused)
{
    p[threadIdx.x] = 1;
    __synchthreads();
}
int main() { k<<<1, 1>>>(nullptr, 0); }
// nvcc: identifier "__synchthreads" is undefined
