/* A lock of atomicCAS and atomicExch with fences: what it guards is read and written plainly. */
struct best {
    float value;
    int index;
};

__global__ void find_best(struct best *best, int *lock, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool done = i >= n;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            if (x[i] > best->value) {
                best->value = x[i];
                best->index = i;
            }
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

int main(void)
{
    const int n = 600;
    float x[n], *d_x;
    struct best best = { -1, -1 }, *d_best;
    int *d_lock;
    for (int i = 0; i < n; i++)
        x[i] = i * 97 % 601;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_best, sizeof best);
    cudaMalloc(&d_lock, sizeof(int));
    cudaMemset(d_lock, 0, sizeof(int));
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(d_best, &best, sizeof best, cudaMemcpyHostToDevice);
    find_best<<<(n + 63) / 64, 64>>>(d_best, d_lock, d_x, n);
    cudaMemcpy(&best, d_best, sizeof best, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (x[i] > best.value)
            best.index = -1;
    cudaFree(d_x);
    cudaFree(d_best);
    cudaFree(d_lock);
    return best.index < 0 || x[best.index] != best.value;
}
