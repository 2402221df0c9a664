// expects: letters\.cu:[24]:.*(año|función): nvcc takes only letters of English
__device__ int año; // here
__global__ void k(int *tamaño) { int índice = threadIdx.x; tamaño[índice] = año; }
__device__ int función(int a) { return a; } // here
int main() { int *días; cudaMalloc(&días, 128); k<<<1, 32>>>(días); }
// nvcc: Universal character is not allowed in device entity name
