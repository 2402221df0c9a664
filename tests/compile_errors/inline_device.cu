// expects: an inline __device__ variable is not possible: leave out inline
static inline __device__ int of_this_file = 2;
inline __device__ int total = 3; /* here */

__global__ void k(int *p) { *p = total + of_this_file; }

int main()
{
    k<<<1, 1>>>(nullptr);
    return 0;
}
// nvcc: An inline __device__/__constant__/__managed__ variable must have internal linkage when the program is compiled in whole program mode (-rdc=false)
