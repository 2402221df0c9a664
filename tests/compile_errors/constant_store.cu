// expects: a __constant__ variable cannot be changed in device code
__constant__ float factor, *other;

__global__ void halve(float sum)
{
    if (factor == sum)
        return;
    factor /= sum; /* here */
}

int main()
{
    halve<<<1, 5>>>(2);
    return 0;
}
// nvcc: expression must be a modifiable lvalue
