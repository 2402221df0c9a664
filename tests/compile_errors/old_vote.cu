// expects: __ballot is no longer part of CUDA: write __ballot_sync\(0xffffffff, ...\)
__global__ void count(int *p)
{
    *p = __popc(__ballot(p[threadIdx.x] > 0)); /* here */
}

int main()
{
    count<<<1, 32>>>(nullptr);
    return 0;
}
// nvcc: takes it
