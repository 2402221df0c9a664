// expects: own_header\.cu:2:[0-9]+: fatal error: (cuda_utils\.h: No such file or directory|'cuda_utils\.h' file not found)
#include "cuda_utils.h" /* here */
__global__ void k() {}
int main() { k<<<1, 1>>>(); }
// nvcc: cuda_utils.h: No such file or directory
