// expects: words_turned\.cu:7:5: error: there is no cudaHostFree: did you mean cudaFreeHost\?
__global__ void k(float *p) { *p = 1; }
int main()
{
    void *p = nullptr;
    k<<<1, 1>>>((float *)p);
    cudaHostFree(p);
}
// nvcc: identifier "cudaHostFree" is undefined
