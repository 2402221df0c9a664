// expects: undeclared_kernel_after\.cu:2:
int main() { k<<<1, 1>>>(nullptr); }
__global__ void k(float *p) { *p = 1; }
// nvcc: identifier "k" is undefined
