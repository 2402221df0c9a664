// expects: identifier "weights" is undefined in device code: it is a variable of the host
const float weights[3] = { 0.25, 0.5, 0.25 };

__global__ void filter(float *y, const float *x)
{
    for (int k = 0; k < (int)(sizeof weights / sizeof weights[0]); k++)
        y[threadIdx.x] += weights[k] * x[threadIdx.x + k]; /* here */
}

int main(void)
{
    filter<<<1, 1>>>(NULL, NULL);
    return 0;
}
// nvcc: identifier "weights" is undefined in device code
