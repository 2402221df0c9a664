// expects: constant_too_large\.cu:2:[0-9]+: error: too much constant memory: all __constant__ variables have 64 KB together
__constant__ float c[20000]; /* here */
__global__ void get(float *o) { o[threadIdx.x] = c[threadIdx.x]; }
int main() {}
// nvcc: File uses too much global constant data (0x13880 bytes, 0x10000 max)
