// expects: atomic_of_value\.cu:2:[0-9]+: error: an atomic takes the address of what it changes, then the value
__global__ void k(int *x) { atomicAdd(x[0], 1); } // here
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: no instance of overloaded function "atomicAdd" matches the argument list
