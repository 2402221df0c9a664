// expects: shuffle_pointer\.cu:4:[0-9]+: error: lanes of a warp exchange one number
__global__ void k(int *p)
{
    int *first = __shfl_sync(0xffffffff, p, 0); /* here */
    *first = 1;
}
int main() {}
// nvcc: no instance of overloaded function "__shfl_sync" matches the argument list
