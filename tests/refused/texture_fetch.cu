/* refuses: (tex1Dfetch|cudaTextureObject_t) is not available on the CPU device */
#include <cstdio>

__global__ void fetch(float *out, unsigned long long tex)
{
    out[threadIdx.x] = tex1Dfetch<float>((cudaTextureObject_t)tex, (int)threadIdx.x); /* here */
}

int main()
{
    float *d = nullptr;
    fetch<<<1, 8>>>(d, 0);
    return 0;
}
