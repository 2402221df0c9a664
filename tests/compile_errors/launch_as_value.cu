// expects: launch_as_value\.cu:3:
__global__ void k(float *p) { *p = 1; }
int main() { cudaError_t e = k<<<1, 1>>>(nullptr); return e; }
// nvcc: a value of type "void" cannot be used to initialize an entity of type "cudaError_t" (aka "cudaError")
