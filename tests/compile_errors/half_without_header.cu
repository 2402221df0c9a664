// expects: half_without_header\.cu:2:[0-9]+: error: half is undefined without #include <cuda_fp16\.h>
__global__ void k(half *p) { p[0] = p[1]; } /* here */
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: identifier "half" is undefined
