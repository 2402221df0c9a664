// expects: unknown_struct_arg\.cu:2:
__global__ void k(matrix A, float *p) { *p = 1; }
int main() { k<<<1, 1>>>(0, nullptr); }
// nvcc: identifier "matrix" is undefined
