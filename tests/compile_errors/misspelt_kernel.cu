// expects: misspelt_kernel\.cu:7:[0-9]+: error: (use of undeclared identifier 'add'|'add' was not declared in this scope)$
__global__ void add_one(int *d) { *d = 1; }
int main()
{
    int *d;
    cudaMalloc(&d, 4);
    add<<<1, 1>>>(d); /* here */
}
// nvcc: identifier "add" is undefined
