/* A thread of the host waits for the device, others read: after a join, a mutex with a condition
 * variable, an atomic, a future, a thread that is started later, in a parallel loop. */
#include <omp.h>
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

static const int n = 256;

__global__ void fill(int *x, int value)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

static int wrong(const int *x, int value)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += x[i] != value;
    return count;
}

static int by_join(int *x)
{
    fill<<<2, 128>>>(x, 1);
    std::thread waits([] { cudaDeviceSynchronize(); });
    waits.join();
    return wrong(x, 1);
}

static int by_condition(int *x)
{
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    int result = -1;
    fill<<<2, 128>>>(x, 2);
    std::thread reads([&] {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [&] { return done; });
        result = wrong(x, 2);
    });
    std::thread waits([&] {
        cudaDeviceSynchronize();
        std::lock_guard<std::mutex> lock(mutex);
        done = true;
        changed.notify_one();
    });
    waits.join();
    reads.join();
    return result;
}

static int by_atomic(int *x)
{
    std::atomic<bool> done(false);
    int result = -1;
    fill<<<2, 128>>>(x, 3);
    std::thread waits([&] {
        cudaDeviceSynchronize();
        done = true;
    });
    std::thread reads([&] {
        while (!done)
            std::this_thread::yield();
        result = wrong(x, 3);
    });
    waits.join();
    reads.join();
    return result;
}

static int by_future(int *x)
{
    fill<<<2, 128>>>(x, 4);
    std::promise<void> done;
    std::thread waits([&] {
        cudaDeviceSynchronize();
        done.set_value();
    });
    done.get_future().wait();
    int result = wrong(x, 4);
    waits.join();
    std::future<void> other = std::async(std::launch::async, [=] {
        fill<<<2, 128>>>(x, 5);
        cudaDeviceSynchronize();
    });
    other.get();
    return result + wrong(x, 5);
}

static int by_start(int *x)
{
    int result = -1;
    std::thread works([&] {
        fill<<<2, 128>>>(x, 6);
        cudaDeviceSynchronize();
        std::thread reads([&] { result = wrong(x, 6); });
        reads.join();
    });
    works.join();
    return result;
}

static int by_openmp(int *x)
{
    int result = 0;
    std::thread works([&] {
        fill<<<2, 128>>>(x, 7);
        cudaDeviceSynchronize();
#pragma omp parallel for num_threads(4) reduction(+ : result)
        for (int i = 0; i < n; i++)
            result += x[i] != 7;
    });
    works.join();
    fill<<<2, 128>>>(x, 8);
#pragma omp parallel num_threads(4) reduction(+ : result)
    {
#pragma omp master
        cudaDeviceSynchronize();
#pragma omp barrier
        result += wrong(x, 8);
    }
    return result;
}

int main(void)
{
    int *x;
    cudaMallocManaged(&x, n * sizeof *x);
    int all =
        by_join(x) + by_condition(x) + by_atomic(x) + by_future(x) + by_start(x) + by_openmp(x);
    cudaFree(x);
    return all != 0;
}
