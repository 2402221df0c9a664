// expects: a __device__ variable is not allowed in a function; declare it outside
__global__ void k(int *p)
{
    __device__ int x; /* here */
    *p = x;
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: an automatic "__device__" variable declaration is not allowed inside a device function body
