/* A lock that its owner marks with a number of its own, in fences of every kind; and what looks
 * like a lock and is none: a place that one thread claims, a stack linked by atomicCAS. */
__device__ void take(int *lock, int owner)
{
    while (atomicCAS(lock, -1, owner) != -1)
        ;
    __threadfence();
}

__device__ void give(int *lock)
{
    __threadfence();
    atomicExch(lock, -1);
}

__global__ void owners(volatile int *sum, int *lock)
{
    if (threadIdx.x == 0) {
        take(lock, blockIdx.x);
        sum[0] += 1;
        sum[1] = sum[0];
        give(lock);
    }
}

__global__ void claim(int *claimed, volatile int *ready, int *value, int *seen)
{
    if (threadIdx.x != 0)
        return;
    if (atomicCAS(claimed, 0, 1) == 0) {
        *value = 7;
        __threadfence();
        *ready = 1;
    }
    while (*ready == 0)
        ;
    __threadfence();
    seen[blockIdx.x] = *value;
}

__global__ void push(int *head, int *next, int *load)
{
    int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    load[i] = i;
    int old = atomicAdd(head, 0), assumed;
    do {
        next[i] = assumed = old;
        __threadfence();
        old = atomicCAS(head, assumed, i);
    } while (old != assumed);
}

__global__ void walk(const int *head, const int *next, const int *load, int *sum)
{
    for (int i = *head; i; i = next[i])
        *sum += load[i];
}

int main(void)
{
    int *d, *d_next, *d_load, sum[2], seen[8], wrong = 0, of_stack;
    const int n = 64;
    cudaMalloc(&d, 32 * sizeof(int));
    cudaMalloc(&d_next, (n + 1) * sizeof(int));
    cudaMalloc(&d_load, (n + 1) * sizeof(int));
    cudaMemset(d, 0, 32 * sizeof(int));
    cudaMemset(d + 2, 0xff, sizeof(int));
    owners<<<8, 32>>>(d, d + 2);
    claim<<<8, 32>>>(d + 3, d + 4, d + 5, d + 8);
    push<<<2, 32>>>(d + 6, d_next, d_load);
    walk<<<1, 1>>>(d + 6, d_next, d_load, d + 7);
    cudaMemcpy(sum, d, sizeof sum, cudaMemcpyDeviceToHost);
    cudaMemcpy(&of_stack, d + 7, sizeof of_stack, cudaMemcpyDeviceToHost);
    cudaMemcpy(seen, d + 8, sizeof seen, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        wrong += seen[i] != 7;
    cudaFree(d);
    cudaFree(d_next);
    cudaFree(d_load);
    return wrong != 0 || sum[0] != 8 || sum[1] != 8 || of_stack != n * (n + 1) / 2;
}
