// expects: index_of_float\.cu:5:[0-9]+: error: an index is a whole number: int i, and not float or double
__global__ void k(int *p)
{
    float i = threadIdx.x;
    p[i] = 1; // here
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: expression must have integral or unscoped enum type
