/* Every tile shape of the product on tensor cores, at shapes that it does not divide: launched by
 * itself, because the launcher takes the large tiles only for products too large for an
 * interpreter. tests/shell/ptx.bats puts the answer and its header beside this file.
 *
 * Small whole numbers: a half holds each sum exactly, so C must be exact; nothing else is written.
 */
#include "resnet_layers.cu"
#include <stdio.h>

#define CHECK(ok, ...)                                                                             \
    if (!(ok)) {                                                                                   \
        printf(__VA_ARGS__);                                                                       \
        return 1;                                                                                  \
    }

typedef void kernel(__half *, const __half *, const __half *, int, int, int);

static int number(int i)
{
    return i * 5 % 7 % 3 - 1;
}

static int check(kernel *run, const char *name, int down, int across, int m, int n, int k)
{
    __half *a, *b, *c;
    int blocks = tiles(m, n, 64 * down, 32 * across);

    cudaMallocManaged(&a, m * k * sizeof(__half));
    cudaMallocManaged(&b, k * n * sizeof(__half));
    cudaMallocManaged(&c, (m * n + 16) * sizeof(__half));
    for (int i = 0; i < m * k; i++)
        a[i] = __float2half(number(i));
    for (int i = 0; i < k * n; i++)
        b[i] = __float2half(number(i + i / n));
    for (int i = 0; i < m * n + 16; i++)
        c[i] = __float2half(99);
    run<<<blocks, 32 * down * across>>>(c, a, b, m, n, k);
    CHECK(cudaDeviceSynchronize() == cudaSuccess, "%s %d %d %d: failed\n", name, m, n, k);
    for (int i = 0; i < m * n; i++) {
        int sum = 0;
        for (int p = 0; p < k; p++)
            sum += number(i / n * k + p) * number(p * n + i % n + (p * n + i % n) / n);
        CHECK(__half2float(c[i]) == sum, "%s, m = %d, n = %d, k = %d: C[%d][%d] is %g, not %d\n",
              name, m, n, k, i / n, i % n, __half2float(c[i]), sum);
    }
    for (int i = m * n; i < m * n + 16; i++)
        CHECK(__half2float(c[i]) == 99, "%s %d %d %d: wrote past the end\n", name, m, n, k);
    cudaFree(a), cudaFree(b), cudaFree(c);
    return 0;
}

#define CHECK_TILE(DOWN, ACROSS)                                                                   \
    if (check(resnet_layers_wmma_kernel<1, DOWN, ACROSS>, "eights, " #DOWN " x " #ACROSS, DOWN,    \
              ACROSS, 130, 136, 72) ||                                                             \
        check(resnet_layers_wmma_kernel<1, DOWN, ACROSS>, "eights, " #DOWN " x " #ACROSS, DOWN,    \
              ACROSS, 1, 8, 104) ||                                                                \
        check(resnet_layers_wmma_kernel<0, DOWN, ACROSS>, "any, " #DOWN " x " #ACROSS, DOWN,       \
              ACROSS, 129, 131, 67) ||                                                             \
        check(resnet_layers_wmma_kernel<0, DOWN, ACROSS>, "any, " #DOWN " x " #ACROSS, DOWN,       \
              ACROSS, 67, 3, 33) ||                                                                \
        check(resnet_layers_wmma_kernel<0, DOWN, ACROSS>, "any, " #DOWN " x " #ACROSS, DOWN,       \
              ACROSS, 3, 16, 1))                                                                   \
        return 1;

int main(void)
{
    CHECK_TILE(2, 4)
    CHECK_TILE(2, 2)
    CHECK_TILE(1, 2)
    puts("ok");
    return 0;
}
