// expects: kernel_specifiers\.cu:2:12: error: a kernel is __global__ alone
__global__ __host__ void k(int *p) { *p = 1; } /* here */
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: illegal combination of memory qualifiers
