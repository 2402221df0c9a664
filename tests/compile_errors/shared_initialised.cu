// expects: shared_initialised\.cu:4:24: error: a __shared__ variable cannot have an initialiser: let the threads store to it, then __syncthreads\(\)
__global__ void k(int *p)
{
    __shared__ int sum = 0;
    atomicAdd(&sum, *p);
}
int main() { k<<<1, 32>>>(nullptr); }
// nvcc: initializer not allowed for __shared__ variable
