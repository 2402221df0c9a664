/* finds: wrong-memory */
/* A kernel deletes an array twice: malloc's own check ends the program, and says no line. */
__device__ int *kept;

__global__ void take()
{
    kept = new int[20];
}

__global__ void give()
{
    delete[] kept; // HERE
}

int main(void)
{
    take<<<1, 1>>>();
    give<<<1, 1>>>();
    give<<<1, 1>>>();
    cudaDeviceSynchronize();
    return 0;
}
