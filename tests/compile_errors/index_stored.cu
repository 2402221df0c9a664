// expects: threadIdx cannot be changed
__global__ void first(int *p)
{
    if (p[threadIdx.x - -threadIdx.y] == 3)
        threadIdx.x = 0; /* here */
    p[threadIdx.x] = 1;
}

int main(void)
{
    first<<<1, 1>>>(NULL);
    return 0;
}
// nvcc: expression must be a modifiable lvalue
