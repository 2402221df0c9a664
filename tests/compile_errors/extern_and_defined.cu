// expects: total is declared extern and defined in one file, which nvcc takes with -rdc=true alone
extern __device__ int total; /* here */
__device__ int total = 3;

__global__ void k(int *p) { *p = total; }

int main()
{
    k<<<1, 1>>>(nullptr);
    return 0;
}
// nvcc: redefinition of ‘int total’
