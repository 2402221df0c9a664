/* finds: misaligned */
/* The largest of all, by compare and swap, in an array of bytes that begins behind a header. */
__global__ void largest(float *result, const float *x)
{
    unsigned *bits = (unsigned *)((char *)result + 2);
    unsigned old = 0, seen;
    do {
        seen = old;
        if (__uint_as_float(seen) >= x[threadIdx.x])
            break;
        old = atomicCAS(bits, seen, __float_as_uint(x[threadIdx.x])); // HERE
    } while (old != seen);
}

int main(void)
{
    float x[32] = { 1, 5, 3 }, *d_x, *d_result;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_result, 8);
    cudaMemset(d_result, 0, 8);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    largest<<<1, 32>>>(d_result, d_x);
    cudaDeviceSynchronize();
    cudaFree(d_x);
    cudaFree(d_result);
    return 0;
}
