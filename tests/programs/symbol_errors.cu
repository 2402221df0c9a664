/* warns: on_host is a variable of the host and no symbol: cudaMemcpyFromSymbol will return */
/* A symbol is the variable's name, not its address and no text, and a variable of the device. */
#include <stdio.h>
#include <cuda_runtime.h>

__constant__ int c;
__device__ float table[4];
int on_host = 3;

int main(void)
{
    int v = 7, wrong = 0;
    float h[4] = { 1, 2, 3, 4 };
    void *p;
    size_t n;
    wrong += cudaMemcpyToSymbol(&c, &v, sizeof v) != cudaErrorInvalidSymbol;
    wrong += cudaMemcpyFromSymbol(&v, &c, sizeof v) != cudaErrorInvalidSymbol;
    wrong += cudaMemcpyToSymbol("c", &v, sizeof v) != cudaErrorInvalidSymbol;
    wrong += cudaGetSymbolAddress(&p, &table[1]) != cudaErrorInvalidSymbol;
    wrong += cudaMemcpyFromSymbol(&v, on_host, sizeof v) != cudaErrorInvalidSymbol || v != 7; /* here */
    wrong += cudaGetLastError() != cudaErrorInvalidSymbol;
    wrong += cudaMemcpyToSymbol(c, &v, sizeof v) || cudaMemcpyToSymbol(table, h, sizeof h);
    wrong += cudaMemcpyFromSymbol(&h[0], table, sizeof *h, 3 * sizeof *h) || h[0] != 4;
    wrong += cudaGetSymbolSize(&n, table) || n != sizeof h;
    printf("%d\n", wrong);
    return wrong;
}
