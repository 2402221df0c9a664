// expects: member_of_index\.cu:2:
__global__ void k(float *p) { p[threadIdx.w] = 1; }
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: class "uint3" has no member "w"
