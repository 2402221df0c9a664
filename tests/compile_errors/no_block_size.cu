// expects: no_block_size\.cu:8:8: error: .*set<<<grid, block>>>\(...\)
__global__ void set(int *p) { *p = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, 4);
    set<<<4>>>(d);
    return 0;
}
// nvcc: takes it
