// expects: one_underscore\.cu:2:1: error: there is no _global_: did you mean __global__\?
_global_ void k(float *p) { *p = 1; }
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: this declaration has no storage class or type specifier
