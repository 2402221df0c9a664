// expects: remainder_of_float\.cu:5:[0-9]+: error: invalid operands
__global__ void k(int *x, int w, int h)
{
    float i = threadIdx.x;
    int column = i % w;
    int row = i / w, part = i % h;
    x[column] = row + part;
}
int main()
{
    k<<<1, 1>>>(nullptr, 1, 1);
}
// nvcc: expression must have integral or unscoped enum type
