// expects: const_store\.cu:2:
__global__ void k(const float *p) { p[0] = 1; }
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: expression must be a modifiable lvalue
