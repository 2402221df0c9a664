/* finds: wrong-memory */
/* C++: the kernel gets the data of a std::vector. */
#include <vector>

__global__ void saxpy(float *y, const float *x, float a, int n)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        y[i] += a * x[i]; // HERE
}

int main()
{
    const int n = 777;
    std::vector<float> x(n, 2.0f), y(n, 1.0f);
    float *d_y;
    cudaMalloc(&d_y, n * sizeof(float));
    cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    saxpy<<<2, 128>>>(d_y, x.data(), 3, n);
    cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_y);
    return y[n - 1] != 7;
}
