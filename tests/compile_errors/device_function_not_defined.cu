// expects: the __device__ function\("twice"\), called in k, is declared but not defined
__device__ int twice(int x);

__global__ void k(int *p) { *p = twice(3); } /* here */

int main(void)
{
    k<<<1, 1>>>(NULL);
    return 0;
}
// nvcc: takes it
