// expects: warp_size_template\.cu:5:[0-9]+: error: warpSize has no value yet when the program is compiled
template <int N> __device__ int twice() { return 2 * N; }
__global__ void k(int *p)
{
    p[0] = twice<warpSize>(); /* here */
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: expression must have a constant value
