// expects: arguments_in_chevrons\.cu:3:48: error: kernel k has 1 parameter, \(float \*p\); 0 are given
__global__ void k(float *p) { *p = 1; }
int main() { float *p = nullptr; k<<<1, 1, p>>>(); }
// nvcc: argument of type "float *" is incompatible with parameter of type "size_t" (aka "unsigned long")
