// expects: atomic_volatile\.cu:2:[0-9]+: error: atomicAdd on this type is not available
__global__ void k(volatile int *sum) { atomicAdd(sum, 1); } /* here */
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: no instance of overloaded function "atomicAdd" matches the argument list
