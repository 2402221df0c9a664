/* finds: missing-synchronize */
/* One thread of the host waits for the kernel, another one reads the result. */
#include <thread>

__global__ void fill(int *x)
{
    x[threadIdx.x] = (int)threadIdx.x;
} // HERE

int main(void)
{
    int *x, sum = 0;
    cudaMallocManaged(&x, 400);
    fill<<<1, 100>>>(x); // HERE
    std::thread waits([] { cudaDeviceSynchronize(); });
    std::thread reads([=, &sum] {
        for (int i = 0; i < 100; i++)
            sum += x[i]; // HERE
    });
    waits.join();
    reads.join();
    cudaDeviceSynchronize();
    cudaFree(x);
    return sum < 0;
}
