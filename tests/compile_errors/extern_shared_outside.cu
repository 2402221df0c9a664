// expects: extern_shared_outside\.cu:5:
extern __shared__ int s[];
__global__ void k(int *p)
{
    extern __shared__ float s[]; /* here */
    s[0] = 1;
    *p = (int)s[0];
}
int main() {}
// nvcc: declaration is incompatible with previous "s"
