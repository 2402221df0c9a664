/* C++ on the host: a std::vector that is registered, sorted after the synchronize; a class that
 * frees in its destructor; an exception on the way. */
#include <algorithm>
#include <stdexcept>
#include <vector>

template <class T> struct buffer {
    T *at = nullptr;
    explicit buffer(size_t n)
    {
        cudaMalloc(&at, n * sizeof(T));
    }
    buffer(const buffer &) = delete;
    ~buffer()
    {
        cudaFree(at);
    }
};

__global__ void scatter(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i * 7 % n] = in[i];
}

static int run(int n, bool fail)
{
    std::vector<int> x(n), y(n);
    buffer<int> d_x(n);
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMemcpy(d_x.at, x.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    if (fail)
        throw std::runtime_error("on the way");
    cudaHostRegister(y.data(), n * sizeof(int), cudaHostRegisterDefault);
    int *d_y;
    cudaHostGetDevicePointer(&d_y, y.data(), 0);
    scatter<<<(n + 31) / 32, 32>>>(d_y, d_x.at, n);
    cudaDeviceSynchronize();
    std::sort(y.begin(), y.end());
    cudaHostUnregister(y.data());
    return x != y;
}

int main()
{
    int wrong = run(100, false);
    try {
        run(10, true);
        wrong++;
    } catch (const std::runtime_error &) {
    }
    return wrong;
}
