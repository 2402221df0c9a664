/* refuses: arch_outside\.cu:5: error: what __CUDA_ARCH__ chooses here is outside of the bodies of functions */
#include <cuda_runtime.h>

#ifdef __CUDA_ARCH__
__device__ int side = 1; /* here */
#endif

__global__ void k(int *p) { *p = 1; }
int main() { k<<<1, 1>>>(nullptr); }
