// expects: kernel_auto\.cu:2:[0-9]+: error: a kernel returns void, and says so
__global__ auto k(int *p) { *p = 1; } /* here */
int main() {}
// nvcc: a __global__ function must not have a deduced return type
