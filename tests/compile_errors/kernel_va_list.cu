// expects: kernel_va_list\.cu:3:[0-9]+: error: a kernel has no list of arguments
#include <cstdarg>
__global__ void k(int *p, va_list v) { *p = 1; } /* here */
int main() {}
// nvcc: A __global__ function or function template cannot have a parameter with va_list type
