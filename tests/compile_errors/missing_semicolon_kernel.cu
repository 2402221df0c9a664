// expects: missing_semicolon_kernel\.cu:(5|6):
__global__ void add(int *c, const int *a, const int *b)
{
    int i = threadIdx.x;
    int s = a[i] + b[i]
    c[i] = s;
}

int main()
{
    add<<<1, 1>>>(0, 0, 0);
    return 0;
}
// nvcc: expected a ";"
