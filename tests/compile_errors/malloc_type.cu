// expects: malloc_type\.cu:6:
__global__ void k(float *p) { *p = 1; }
int main()
{
    float *p;
    cudaMalloc(p, 4);
    k<<<1, 1>>>(p);
}
// nvcc: no instance of overloaded function "cudaMalloc" matches the argument list
