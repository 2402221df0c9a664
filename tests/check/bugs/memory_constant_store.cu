/* finds: wrong-memory */
/* A kernel counts in constant memory: a cast and a kept pointer hide from the compiler what no
 * kernel may store. */
__constant__ int counts[32];
__device__ int *kept;

__global__ void keep()
{
    kept = (int *)&counts[1];
    atomicAdd((int *)counts, 1); // HERE
}

__global__ void count()
{
    *kept = 7; // HERE
}

int main(void)
{
    keep<<<1, 1>>>();
    count<<<1, 1>>>();
    cudaDeviceSynchronize();
    return 0;
}
