/* Several host threads, each with its own stream, memory and launches. */
#include <thread>
#include <vector>

__global__ void add(int *x, int n, int value)
{
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = value;
    __syncthreads();
    if (i < n)
        x[i] += s[63 - t];
}

static void work(int id, int *wrong)
{
    const int n = 300;
    int *x, *d_x;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&x, n * sizeof(int));
    cudaMalloc(&d_x, n * sizeof(int));
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMemcpyAsync(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice, stream);
    for (int k = 0; k < 5; k++)
        add<<<5, 64, 0, stream>>>(d_x, n, id);
    cudaMemcpyAsync(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < n; i++)
        *wrong += x[i] != i + 5 * id;
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaStreamDestroy(stream);
}

int main()
{
    int wrong[4] = { 0, 0, 0, 0 };
    std::vector<std::thread> threads;
    for (int id = 0; id < 4; id++)
        threads.emplace_back(work, id, &wrong[id]);
    for (auto &thread : threads)
        thread.join();
    return wrong[0] + wrong[1] + wrong[2] + wrong[3] != 0;
}
