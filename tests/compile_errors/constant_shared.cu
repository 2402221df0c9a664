// expects: a __constant__ variable is not __shared__
__constant__ __shared__ int n; /* here */
__global__ void k(int *a) { *a = n; }
int main() {}
// nvcc: illegal combination of memory qualifiers
