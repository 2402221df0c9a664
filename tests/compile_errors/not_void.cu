// expects: not_void\.cu:(2|8):
__global__ int answer(int *p) { *p = 42; return *p; }

int main()
{
    int *d;
    cudaMalloc(&d, 4);
    answer<<<1, 1>>>(d);
    return 0;
}
// nvcc: a __global__ function must have a void return type
