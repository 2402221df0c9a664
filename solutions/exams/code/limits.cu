/* Exam 2, questions 3 and 6: where a count in float and one in half precision stop to grow. */
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void grow(float *in_float, __half *in_half)
{
    float f = 16000000;
    __half h = __float2half(0);

    while (f + 1 != f)
        f += 1;
    for (int i = 0; i < 4096; i++)
        h = __float2half(__half2float(h) + 1);
    *in_float = f;
    *in_half = h;
}

int main(void)
{
    float *f;
    __half *h;

    cudaMallocManaged(&f, sizeof *f);
    cudaMallocManaged(&h, sizeof *h);
    grow<<<1, 1>>>(f, h);
    cudaDeviceSynchronize();
    printf("float %.0f half %.0f\n", *f, __half2float(*h));
    cudaFree(f);
    cudaFree(h);
    return 0;
}
