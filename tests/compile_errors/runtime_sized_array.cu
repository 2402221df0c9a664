// expects: an array in a kernel has a size that is known when it is compiled
__global__ void k(int *p, int n)
{
    int local[n]; /* here */
    local[0] = n;
    p[0] = local[0];
}

int main()
{
    k<<<1, 1>>>(nullptr, 1);
    return 0;
}
// nvcc: expression must have a constant value
