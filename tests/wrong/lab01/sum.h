/* A sum of vectors in pieces: a thread for each element. A file here includes the answers without
 * their LAUNCHER, defines the piece that is wrong, and includes this. */
#ifndef INDEX
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#endif
#ifndef ONLY_WHERE
#define ONLY_WHERE 1
#endif
#ifndef SUM
#define SUM a[i] + b[i]
#endif

__global__ void sum(float *c, const float *a, const float *b, int n)
{
    int i = INDEX;

    if (i < n && ONLY_WHERE)
        c[i] = SUM;
}

void LAUNCHER(float *d_c, const float *d_a, const float *d_b, int n)
{
    sum<<<(n + 255) / 256, 256>>>(d_c, d_a, d_b, n);
}
