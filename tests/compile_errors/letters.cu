// expects: letters\.cu:2:.*año: nvcc takes only letters of English
__device__ int año; // here
__global__ void k(int *tamaño) { int índice = threadIdx.x; tamaño[índice] = 1; }
int main() { int *días; cudaMalloc(&días, 128); k<<<1, 32>>>(días); }
// nvcc: Universal character is not allowed in device entity name
