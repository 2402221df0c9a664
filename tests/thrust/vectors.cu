/* Thrust, on the host where there is no GPU, and kernels in turn: status 0 when all is right. */
#include <iostream>
#include <thrust/host_vector.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/functional.h>
#include <thrust/sequence.h>
#include <thrust/device_ptr.h>
#include <thrust/transform_reduce.h>
#include <thrust/inner_product.h>
#include <thrust/scan.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/execution_policy.h>
#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/random.h>
#include <thrust/extrema.h>
#include <thrust/count.h>

struct saxpy {
    float a;
    saxpy(float a) : a(a)
    {
    }
    __host__ __device__ float operator()(float x, float y) const
    {
        return a * x + y;
    }
};
struct third {
    __host__ __device__ bool operator()(int i) const
    {
        return i % 3 == 0;
    }
};
struct square {
    __device__ float operator()(float x) const
    {
        return x * x;
    }
};
__global__ void twice(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] *= 2;
}

int main(void)
{
    thrust::host_vector<int> h_vec(1000);
    for (int i = 0; i < 1000; i++)
        h_vec[i] = (i * 7919) % 1000;
    thrust::device_vector<int> d_vec = h_vec;
    thrust::sort(d_vec.begin(), d_vec.end());
    twice<<<4, 256>>>(thrust::raw_pointer_cast(d_vec.data()), 1000);
    int sum = thrust::reduce(d_vec.begin(), d_vec.end(), 0, thrust::plus<int>());
    if (sum != 999000)
        return 1;
    int *raw;
    cudaMalloc(&raw, 1000 * sizeof(int));
    thrust::device_ptr<int> p(raw);
    thrust::sequence(p, p + 1000);
    twice<<<4, 256>>>(raw, 1000);
    if (thrust::reduce(p, p + 1000) != 999000)
        return 2;
    thrust::fill(thrust::device, raw, raw + 10, 3);
    int h[10];
    cudaMemcpy(h, raw, sizeof h, cudaMemcpyDeviceToHost);
    if (h[9] != 3)
        return 3;
    thrust::device_vector<float> x(10, 2.0f), y(10, 1.0f);
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy(2.0f));
    float s = thrust::transform_reduce(y.begin(), y.end(), square(), 0.0f, thrust::plus<float>());
    if (s != 250)
        return 4;
    thrust::exclusive_scan(d_vec.begin(), d_vec.end(), d_vec.begin());
    thrust::inclusive_scan(x.begin(), x.end(), x.begin());
    thrust::copy(d_vec.begin(), d_vec.begin() + 3, std::ostream_iterator<int>(std::cout, " "));
    std::cout << *thrust::max_element(x.begin(), x.end()) << " " << d_vec[3] << std::endl;
    int n = thrust::count_if(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(100),
                             third());
    cudaFree(raw);
    thrust::device_vector<int> keys(3), values(3);
    keys[0] = 3, keys[1] = 1, keys[2] = 2;
    thrust::sequence(values.begin(), values.end());
    twice<<<1, 32>>>(thrust::raw_pointer_cast(&values[0]), 3);
    thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
    thrust::host_vector<int> back = values;
    cudaMemcpy(h, thrust::raw_pointer_cast(values.data()), 12, cudaMemcpyDeviceToHost);
    if (back[0] != 2 || back[1] != 4 || back[2] != 0 || h[1] != 4)
        return 5;
    keys.resize(5);
    twice<<<1, 32>>>(keys.data().get(), 3);
    if (keys[2] != 6)
        return 6;
    return n != 34;
}
