/* finds: leak */
/* free() is not for managed memory, so its owner leaves it; cudaFree is what it needs. */
struct vector {
    int n;
    float *at;
};

static struct vector vector_of(int n)
{
    struct vector v = { n, 0 };
    cudaMallocManaged(&v.at, n * sizeof(float)); // HERE
    return v;
}

__global__ void ones(struct vector v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v.n)
        v.at[i] = 1;
}

int main(void)
{
    struct vector a = vector_of(100), b = vector_of(50);
    ones<<<1, 128>>>(a);
    ones<<<1, 128>>>(b);
    cudaDeviceSynchronize();
    int wrong = a.at[99] != 1 || b.at[49] != 1;
    cudaFree(a.at);
    return wrong;
}
