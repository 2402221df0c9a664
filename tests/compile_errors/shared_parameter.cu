// expects: shared_parameter\.cu:2:[0-9]+: error: a parameter is no variable in shared memory
__global__ void k(__shared__ int *p) { *p = 1; } /* here */
int main() {}
// nvcc: takes it
