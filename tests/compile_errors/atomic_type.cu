// expects: atomic_type\.cu:2:(30|39): error: atomicAdd on this type is not available \(nor is it in CUDA\)
__global__ void k(char *p) { atomicAdd(p, 1); }
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: no instance of overloaded function "atomicAdd" matches the argument list
