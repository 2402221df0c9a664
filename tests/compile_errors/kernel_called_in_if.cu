// expects: kernel_called_in_if\.cu:11:14: error: a kernel is launched, not called: set<<<grid, block>>>\(...\)
namespace kernels
{
__global__ void set(int *p) { *p = 1; }
} // namespace kernels

int main(int argc, char **)
{
    int *d;
    cudaMalloc(&d, 4);
    kernels::set(d); /* here */
    return argc;
}
// nvcc: a __global__ function call must be configured
