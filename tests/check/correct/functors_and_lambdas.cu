/* Functors, a struct with device methods, a kernel that is a template of an operation. */
struct affine {
    float a, b;
    __host__ __device__ float operator()(float x) const
    {
        return a * x + b;
    }
};

struct matrix {
    int rows, cols;
    float *data;
    __device__ float &at(int r, int c) const
    {
        return data[r * cols + c];
    }
};

template <class F> __global__ void map(struct matrix m, F f)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < m.rows && c < m.cols) {
        auto again = [&](float x) { return f(f(x)); };
        m.at(r, c) = again(m.at(r, c));
    }
}

int main()
{
    const int rows = 19, cols = 33;
    float x[rows * cols];
    int wrong = 0;
    struct matrix m = { rows, cols, 0 };
    struct affine f = { 2, 1 };
    for (int i = 0; i < rows * cols; i++)
        x[i] = i;
    cudaMalloc(&m.data, sizeof x);
    cudaMemcpy(m.data, x, sizeof x, cudaMemcpyHostToDevice);
    map<<<dim3(5, 3), dim3(8, 8)>>>(m, f);
    cudaMemcpy(x, m.data, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < rows * cols; i++)
        wrong += x[i] != f(f(i));
    cudaFree(m.data);
    return wrong != 0;
}
