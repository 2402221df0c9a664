// expects: string_as_float\.cu:3:
__global__ void k(float *p, float x) { *p = x; }
int main() { k<<<1, 1>>>(nullptr, "1.0"); }
// nvcc: argument of type "const char *" is incompatible with parameter of type "float"
