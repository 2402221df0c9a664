// with g++, expects: streams_for_one\.cu:6:[0-9]+: error: one stream is passed, not its address or an array of them: stream, streams\[0\]
__global__ void k(float *p) { *p = 1; }
void wait(const cudaStream_t streams[4])
{
    k<<<1, 1, 0, streams[0]>>>(nullptr);
    cudaStreamSynchronize(streams);
}
int main() { return wait != nullptr; }
// nvcc: argument of type "const cudaStream_t *" is incompatible with parameter of type "cudaStream_t"
