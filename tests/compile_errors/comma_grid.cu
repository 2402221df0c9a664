// expects: comma_grid\.cu:3:
__global__ void k(float *p) { *p = 1; }
int main() { k<<<(1, 2), (3, 4)>>>(nullptr) return 0; }
// nvcc: expected a ";"
