// expects: host_function_launched\.cu:7:5: error: k is no kernel and cannot be launched: it is declared without __global__; a kernel is __global__
void k(int *p) { *p = 1; }
int main()
{
    int *p;
    cudaMalloc(&p, sizeof *p);
    k<<<1, 1>>>(p); /* here */
}
// nvcc: a host function call cannot be configured
