// expects: stream_address\.cu:6:[0-9]+: error: a launch takes blocks, threads, bytes of shared memory and a stream, in this order
__global__ void k(int *p) { p[0] = 1; }
int main()
{
    cudaStream_t stream;
    k<<<1, 1, 0, &stream>>>(nullptr); /* here */
}
// nvcc: argument of type "cudaStream_t *" (aka "CUstream_st **") is incompatible with parameter of type "CUstream_st *"
