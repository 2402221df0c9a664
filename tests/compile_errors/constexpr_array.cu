// expects: identifier "weights" is undefined in device code: it is a variable of the host
constexpr float weights[3] = { 0.25f, 0.5f, 0.25f };

__global__ void filter(float *y, const float *x)
{
    constexpr float middle = weights[1]; // its value is known: a kernel may use it
    static_assert(sizeof weights / sizeof weights[0] == 3, "");
    float sum = middle * x[threadIdx.x];
    for (int k = 0; k < 3; k += 2)
        sum += weights[k] * x[threadIdx.x + k - 1]; /* here */
    y[threadIdx.x] = sum;
}

int main(void)
{
    filter<<<1, 1>>>(NULL, NULL);
    return 0;
}
// nvcc: identifier "weights" is undefined in device code
