// expects: dynamic_constant\.cu:3:[0-9]+: error: a __constant__ variable has a value that is known
float step() { return 0.5f; }
__constant__ float h[2] = { 1, 2 * step() }; /* here */
__global__ void k(float *p) { *p = h[1]; }
int main() {}
// nvcc: dynamic initialization is not supported for a __constant__ variable
