// expects: kernel_initializer_list\.cu:3:[0-9]+: error: a kernel has no list of arguments
#include <initializer_list>
__global__ void k(std::initializer_list<int> l, int *p) { *p = 1; } /* here */
int main() {}
// nvcc: a __global__ function or function template cannot have a parameter with type std::initializer_list
