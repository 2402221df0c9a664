/* A __managed__ variable and array, prefetched, written by both sides in turn. */
__managed__ int counter = 5;
__managed__ float values[100];

__global__ void step(float *more, int n)
{
    int i = threadIdx.x;
    if (i < 100)
        values[i] += 1;
    if (i < n)
        more[i] = 2 * values[i % 100];
    if (i == 0)
        counter++;
}

int main(void)
{
    const int n = 80;
    float *more;
    int wrong = 0;
    cudaMallocManaged(&more, n * sizeof(float));
    for (int i = 0; i < 100; i++)
        values[i] = i;
    step<<<1, 128>>>(more, n);
    cudaDeviceSynchronize();
    counter *= 2;
    step<<<1, 128>>>(more, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += values[i] != i + 2;
    wrong += more[0] < 2 || counter != 13;
    cudaFree(more);
    return wrong != 0;
}
