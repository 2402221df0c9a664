// expects: extern_shared_alignas\.cu:9:[0-9]+: error: alignas after extern is not possible: write it before
__global__ void fine(int *d)
{
    alignas(16) extern __shared__ unsigned char a[];
    d[0] = a[0];
}
__global__ void k(int *d)
{
    extern __shared__ alignas(16) unsigned char s[]; /* here */
    d[0] = s[0];
}
int main() {}
// nvcc: attribute does not apply to any entity
