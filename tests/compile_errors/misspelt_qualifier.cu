// expects: misspelt_qualifier\.cu:2:1: error: there is no __gobal__: did you mean __global__\?
__gobal__ void k(float *p) { *p = 1; }
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: this declaration has no storage class or type specifier
