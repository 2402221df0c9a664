/* finds: lost-print, warning */
/* The program ends before the second kernel. */
#include <stdio.h>

__global__ void hello(void)
{
    printf("hello\n");
}
__global__ void good_bye(void)
{
    printf("good bye\n");
}
__global__ void silent(void)
{
}

int main(void)
{
    hello<<<1, 2>>>();
    cudaDeviceSynchronize();
    good_bye<<<1, 2>>>(); // HERE
    silent<<<1, 2>>>();
    return 0;
}
