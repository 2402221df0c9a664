// expects: no_such_kernel\.cu:8:.*vectoradd
__global__ void vectorAdd(int *p) { *p = 1; }

int main()
{
    int *d;
    cudaMalloc(&d, 4);
    vectoradd<<<1, 1>>>(d);
    return 0;
}
// nvcc: identifier "vectoradd" is undefined
