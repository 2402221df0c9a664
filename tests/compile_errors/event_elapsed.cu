// expects: event_elapsed\.cu:9:
#include <stdio.h>
__global__ void k(float *p) { *p = 1; }
int main()
{
    cudaEvent_t a, b;
    float ms;
    k<<<1, 1>>>(nullptr);
    cudaEventElapsedTime(ms, a, b);
}
// nvcc: argument of type "float" is incompatible with parameter of type "float *"
