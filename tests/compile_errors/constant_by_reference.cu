// expects: identifier "n" is undefined in device code: it is a constant of the host
const int n = 7;
template <class T> __device__ T larger(const T &x, const T &y) { return x < y ? y : x; }
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int *a)
{
    *a = twice(n) + max(*a, n);
    *a = larger(*a, n); /* here */
}
int main() {}
// nvcc: identifier "n" is undefined in device code
