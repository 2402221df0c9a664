/* A product for labs 2, 3 and 6 in pieces: a thread for each element of C. A file here includes
 * the answers without its LAUNCHER, defines the piece that is wrong, and includes this. */
#ifndef ELEMENT
#define ELEMENT   float
#define A_TIMES_B a[i * k + p] * b[p * n + j]
#define ROUNDED   sum
#else
#define A_TIMES_B __half2float(a[i * k + p]) * __half2float(b[p * n + j])
#define ROUNDED   __float2half(sum)
#endif
#ifndef ROW
#define ROW e / n
#endif
#ifndef COLUMN
#define COLUMN (e - i * n)
#endif
#ifndef LEAVES_OUT
#define LEAVES_OUT i >= m
#endif
#ifndef STEPS
#define STEPS k
#endif
#ifndef TERM
#define TERM A_TIMES_B
#endif
#ifndef ADD
#define ADD sum += TERM
#endif
#ifndef STORE
#define STORE c[i * n + j] = ROUNDED
#endif
#ifndef ONLY_WHERE
#define ONLY_WHERE 1
#endif

__global__ void product(ELEMENT *c, const ELEMENT *a, const ELEMENT *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = ROW, j = COLUMN;
    float sum = 0;

    if (LEAVES_OUT)
        return;
    for (int p = 0; p < STEPS; p++)
        ADD;
    STORE;
}

void LAUNCHER(ELEMENT *d_c, const ELEMENT *d_a, const ELEMENT *d_b, int m, int n, int k)
{
    if (ONLY_WHERE)
        product<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
    else
        RIGHT(d_c, d_a, d_b, m, n, k);
}
