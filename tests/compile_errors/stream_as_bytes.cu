// expects: stream_as_bytes\.cu:6:[0-9]+: error: a launch takes blocks, threads, bytes of shared memory and a stream
__global__ void k(float *p) { *p = 1; }
int main()
{
    cudaStream_t s = nullptr;
    k<<<1, 1, s>>>(nullptr); // here
}
// nvcc: argument of type "cudaStream_t" (aka "CUstream_st *") is incompatible with parameter of type "size_t"
