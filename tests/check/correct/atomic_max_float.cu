/* The largest of floats by a compare-and-swap loop over their bits, and of positive ones by
 * atomicMax on the bits as an int. */
__device__ void max_float(float *address, float value)
{
    int *bits = (int *)address;
    int old = *bits, assumed;
    do {
        assumed = old;
        float larger = fmaxf(value, __int_as_float(assumed));
        old = atomicCAS(bits, assumed, __float_as_int(larger));
    } while (old != assumed);
}

__global__ void largest(float *max_of_all, int *max_positive, const float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        max_float(max_of_all, x[i]);
        if (x[i] > 0)
            atomicMax(max_positive, __float_as_int(x[i]));
    }
}

int main(void)
{
    const int n = 2222;
    static float x[n];
    float result[2] = { -1e30f, 0 }, *d_x, *d_result;
    for (int i = 0; i < n; i++)
        x[i] = (float)((i * 73) % n) - 1000;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_result, sizeof result);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(d_result, result, sizeof result, cudaMemcpyHostToDevice);
    largest<<<7, 64>>>(d_result, (int *)(d_result + 1), d_x, n);
    cudaMemcpy(result, d_result, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_result);
    return result[0] != 1221 || result[1] != 1221;
}
