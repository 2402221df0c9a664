// expects: unclosed_string\.cu:5:
#include <stdio.h>
__global__ void k(int n, int m)
{
    printf("n = %d\n, n);
}
int main() { k<<<1, 1>>>(1, 2); }
// nvcc: missing closing quote
