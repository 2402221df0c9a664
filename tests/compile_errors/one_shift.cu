// expects: a launch has three of them: set<<<grid, block>>>\(...\)
__global__ void set(int *p) { *p = 1; }

int main()
{
    set<<1, 1>>(nullptr); /* here */
    return 0;
}
// nvcc: expression must have integral or unscoped enum type
