// expects: a __managed__ variable is not __constant__
__managed__ __constant__ int n; /* here */
__global__ void k(int *a) { *a = n; }
int main() {}
// nvcc: __managed__ variables cannot be marked __shared__ or __constant__
