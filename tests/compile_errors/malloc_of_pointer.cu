// expects: malloc_of_pointer\.cu:5:[0-9]+: error: cudaMalloc takes the address of a pointer and a number of bytes: cudaMalloc\(&x, bytes\)
int main()
{
    float *d_x;
    cudaMalloc(d_x, sizeof(float)); // here
}
// nvcc: no instance of overloaded function "cudaMalloc" matches the argument list
