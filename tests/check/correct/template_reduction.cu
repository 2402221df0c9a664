/* A reduction of any type and block size, unrolled by conditions on the block size. */
template <typename T, int BLOCK> __global__ void reduce(T *out, const T *in, int n)
{
    extern __shared__ unsigned char bytes[];
    T *s = reinterpret_cast<T *>(bytes);
    int t = threadIdx.x;
    T sum = T();
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK)
        sum += in[i];
    s[t] = sum;
    __syncthreads();
    if (BLOCK >= 256) {
        if (t < 128)
            s[t] += s[t + 128];
        __syncthreads();
    }
    if (BLOCK >= 128) {
        if (t < 64)
            s[t] += s[t + 64];
        __syncthreads();
    }
    if (t < 32) {
        sum = s[t] + s[t + 32];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, d);
    }
    if (t == 0)
        out[blockIdx.x] = sum;
}

template <typename T, int BLOCK> int wrong_sums(int n)
{
    T x[1000], sums[4], want = 0, *d_x, *d_sums;
    for (int i = 0; i < n; i++)
        want += x[i] = (T)(i % 4);
    cudaMalloc(&d_x, n * sizeof(T));
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_x, x, n * sizeof(T), cudaMemcpyHostToDevice);
    reduce<T, BLOCK><<<4, BLOCK, BLOCK * sizeof(T)>>>(d_sums, d_x, n);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_sums);
    return sums[0] + sums[1] + sums[2] + sums[3] != want;
}

int main()
{
    return wrong_sums<int, 64>(1000) + wrong_sums<double, 256>(999) + wrong_sums<float, 128>(10);
}
