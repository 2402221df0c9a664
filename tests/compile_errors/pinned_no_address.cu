// expects: pinned_no_address\.cu:5:[0-9]+: error: cudaHostAlloc takes the address of a pointer, a number of bytes and flags: cudaHostAlloc\(&x, bytes, cudaHostAllocDefault\)
int main()
{
    float *x;
    cudaHostAlloc(x, 400, cudaHostAllocDefault);
    cudaFreeHost(x);
}
// nvcc: no instance of overloaded function
