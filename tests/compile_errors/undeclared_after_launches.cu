// expects: undeclared_after_launches\.cu:22:.*(result|not declared|undefined|undeclared)
#include <stdio.h>

#define LAUNCH(k, n, ...)                 \
    do {                                  \
        k<<<((n) + 31) / 32, 32>>>(__VA_ARGS__); \
    } while (0)

__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }

int main()
{
    int *d;
    cudaMalloc(&d, 128);
    LAUNCH(fill, 32, d, 1);
    fill
        <<<dim3(1, 1, 1),
           dim3(32, 1, 1)
        >>>
        (d,
         2);
    printf("%d\n", result);
    return 0;
}
// nvcc: identifier "result" is undefined
