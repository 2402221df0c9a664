/* refuses: cudaLaunchCooperativeKernel is not available on the CPU device */
__global__ void k(int *p) { *p = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, sizeof(int));
    void *args[] = { &d };
    return cudaLaunchCooperativeKernel((void *)k, dim3(2), dim3(128), args, 0, 0); /* here */
}
