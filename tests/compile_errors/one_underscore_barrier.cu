// expects: one_underscore_barrier\.cu:5:5: error: there is no _syncthreads: did you mean __syncthreads\?
__global__ void k(float *p, int unused)
{
    p[threadIdx.x] = 1;
    _syncthreads(); // here
}
int main() { k<<<1, 1>>>(nullptr, 0); }
// nvcc: identifier "_syncthreads" is undefined
