// expects: const_store\.cu:2:[0-9]+: error: what is const is read and not written: is another array meant\?
__global__ void k(const float *p) { p[0] = 1; }
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: expression must be a modifiable lvalue
