// expects: barrier_argument\.cu:2:[0-9]+: error: __syncthreads\(\) takes no arguments
__global__ void k(int *p) { __syncthreads(1); p[0] = 1; } /* here */
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: too many arguments in function call
