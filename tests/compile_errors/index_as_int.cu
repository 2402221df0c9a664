// expects: index_as_int\.cu:2:
__global__ void k(float *p) { int i = threadIdx; p[i] = 1; }
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: no suitable conversion function from "const uint3" to "int" exists
