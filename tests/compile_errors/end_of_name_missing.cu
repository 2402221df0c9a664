// expects: end_of_name_missing\.cu:5:[0-9]+: error: there is no cudaMemcpyHostToDev: did you mean cudaMemcpyHostToDevice\?
int main()
{
    float x = 1, *d_x = nullptr;
    cudaMemcpy(d_x, &x, sizeof x, cudaMemcpyHostToDev); // here
}
// nvcc: identifier "cudaMemcpyHostToDev" is undefined
