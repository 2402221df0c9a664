// with g++, expects: stream_created_by_value\.cu:6:[0-9]+: error: what is created is stored at an address: cudaStreamCreate\(&stream\), cudaEventCreate\(&event\)
__global__ void k(float *p) { *p = 1; }
int main()
{
    cudaStream_t stream = nullptr;
    cudaStreamCreate(stream);
    k<<<1, 1, 0, stream>>>(nullptr);
}
// nvcc: argument of type "cudaStream_t" (aka "CUstream_st *") is incompatible with parameter of type "cudaStream_t *"
