// expects: dim3_as_pointer\.cu:3:
__global__ void k(float *p) { *p = 1; }
int main() { dim3 grid(1, 2, 3, 4); k<<<grid, 1>>>(nullptr); }
// nvcc: no instance of constructor "dim3::dim3" matches the argument list
