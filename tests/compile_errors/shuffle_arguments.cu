// expects: shuffle_arguments\.cu:2:[0-9]+: error: a shuffle takes a mask of lanes, then the value
__global__ void k(float *p) { *p = __shfl_down_sync(*p, 1); }
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: no instance of overloaded function "__shfl_down_sync" matches the argument list
