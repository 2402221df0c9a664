/* The host reads when a callback has told it so: by a condition variable, from a thread that the
 * callback has started, by a flag, by an atomic. */
#include <pthread.h>
#include <atomic>

static const int n = 1000;
static int *x, *d_x, good, done;
static int flag;
static std::atomic<int> atomic_flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

__global__ void add_one(int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i]++;
}

static void tell(void)
{
    pthread_mutex_lock(&mutex);
    done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *look(void *)
{
    good = x[5] == 6;
    tell();
    return NULL;
}

static void start_thread(cudaStream_t, cudaError_t, void *)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    pthread_detach(thread);
}

static void tell_main(void *)
{
    tell();
}
static void set_flag(void *)
{
    flag = 1;
}
static void set_atomic(void *)
{
    atomic_flag.store(1, std::memory_order_release);
}

static void work(cudaStream_t s)
{
    for (int i = 0; i < n; i++)
        x[i] = i;
    cudaMemcpyAsync(d_x, x, n * sizeof *x, cudaMemcpyHostToDevice, s);
    add_one<<<4, 256, 0, s>>>(d_x);
    cudaMemcpyAsync(x, d_x, n * sizeof *x, cudaMemcpyDeviceToHost, s);
}

static void wait(void)
{
    pthread_mutex_lock(&mutex);
    while (!done)
        pthread_cond_wait(&changed, &mutex);
    done = 0;
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&d_x, n * sizeof *d_x);
    cudaMallocHost(&x, n * sizeof *x);
    work(s);
    cudaStreamAddCallback(s, start_thread, NULL, 0);
    wait();
    int right = good;
    work(s);
    cudaLaunchHostFunc(s, tell_main, NULL);
    wait();
    right += x[7] == 8;
    work(s);
    cudaLaunchHostFunc(s, set_flag, NULL);
    while (*(volatile int *)&flag == 0)
        ;
    right += x[8] == 9;
    work(s);
    cudaLaunchHostFunc(s, set_atomic, NULL);
    while (!atomic_flag.load(std::memory_order_acquire))
        ;
    right += x[9] == 10;
    cudaFree(d_x);
    cudaFreeHost(x);
    cudaStreamDestroy(s);
    return right != 4;
}
