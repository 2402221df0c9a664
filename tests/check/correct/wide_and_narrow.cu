/* Types of 1 to 16 bytes side by side: 64-bit atomics, shorts, double2, bool, long long. */
struct totals {
    unsigned long long sum;
    unsigned int count;
    bool seen[4];
};

__global__ void add(struct totals *t, const short *x, const double2 *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double2 v = z[i];
    atomicAdd(&t->sum, (unsigned long long)x[i] + (unsigned long long)(v.x + v.y));
    atomicAdd(&t->count, 1u);
    if (i < 4)
        t->seen[i] = true;
}

int main(void)
{
    const int n = 400;
    short x[n], *d_x;
    double z[2 * n];
    double2 *d_z;
    struct totals t, *d_t;
    for (int i = 0; i < n; i++) {
        x[i] = (short)i;
        z[2 * i] = 1;
        z[2 * i + 1] = 2;
    }
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_z, sizeof z);
    cudaMalloc(&d_t, sizeof t);
    cudaMemset(d_t, 0, sizeof t);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(d_z, z, sizeof z, cudaMemcpyHostToDevice);
    add<<<7, 64>>>(d_t, d_x, d_z, n);
    cudaMemcpy(&t, d_t, sizeof t, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_z);
    cudaFree(d_t);
    return t.sum != 399 * 200 + 3 * n || t.count != (unsigned)n || !t.seen[3];
}
