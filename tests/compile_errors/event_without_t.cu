// expects: event_without_t\.cu:5:5: error: there is no cudaEvent: did you mean cudaEvent_t\?
__global__ void k(float *p) { *p = 1; }
int main()
{
    cudaEvent before;
    k<<<1, 1>>>(nullptr);
}
// nvcc: identifier "cudaEvent" is undefined
