// expects: extern_shared_template\.cu:5:[0-9]+: error: an extern __shared__ array of this name has another type elsewhere
template <class T>
__global__ void turn(T *a, int n)
{
    extern __shared__ T buf[]; /* here */
    buf[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = buf[n - 1 - threadIdx.x];
}
int main()
{
    int *a = nullptr;
    double *b = nullptr;
    turn<<<1, 32, 32 * sizeof(int)>>>(a, 32);
    turn<<<1, 32, 32 * sizeof(double)>>>(b, 32);
}
// nvcc: declaration is incompatible with previous "buf"
