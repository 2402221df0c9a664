// expects: a __constant__ variable has a value that is known when it is built, none that a function returns
#include <math.h>
__constant__ float half = 0.5f;
__constant__ float root[2] = { 1, sqrtf(2) }; /* here */
__global__ void k(float *a) { *a = root[1] + half; }
int main() {}
// nvcc: dynamic initialization is not supported for a __constant__ variable
