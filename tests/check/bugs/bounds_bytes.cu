/* finds: out-of-bounds */
/* An array of bytes: the terminating 0 of the text has no place in it. */
#include <string.h>

__global__ void upper(char *out, const char *in, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length)
        out[i] = in[i] >= 'a' && in[i] <= 'z' ? in[i] - 32 : in[i];
    if (i == length)
        out[i] = 0; // HERE
}

int main(void)
{
    const char text[] = "is it really faster on the graphics card than on the processor";
    const int length = sizeof text - 1;
    char result[sizeof text] = "", *d_in, *d_out;
    cudaMalloc(&d_in, length);
    cudaMalloc(&d_out, length);
    cudaMemcpy(d_in, text, length, cudaMemcpyHostToDevice);
    upper<<<3, 32>>>(d_out, d_in, length);
    cudaMemcpy(result, d_out, length, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    return strncmp(result, "IS IT REALLY", 12) != 0;
}
