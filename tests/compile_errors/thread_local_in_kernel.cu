// expects: thread_local_in_kernel\.cu:4:[0-9]+: error: device code has no thread_local variables
__global__ void k(int *p)
{
    thread_local int x = 3; /* here */
    *p = x++;
}
int main() {}
// nvcc: cannot use thread_local specifier for variable declarations in device code
