// expects: pasted_quote\.cu:6:12: error: C has no such character, pasted text has: type
#include <cstdio>
__global__ void k(int *p)
{
    p[0] = 1;
    printf(“one\n”);
}
int main()
{
    int *p;
    cudaMalloc(&p, 4);
    k<<<1, 1>>>(p);
}
// nvcc: extended character is not valid in an identifier, says its g++
