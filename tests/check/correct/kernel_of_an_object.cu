/* Launches whose kernel stands in an object that is gone before the kernel runs. */
#include "../host.h"

typedef void (*kern_t)(int *, int);
__global__ void a(int *p, int v)
{
    *p = v;
}
struct S {
    kern_t k;
    void go(int *p)
    {
        k<<<1, 1>>>(p, 4);
    }
};

int main(void)
{
    int *d = unset<int>();
    {
        S *s = new S{ a };
        s->go(d);
        s->k<<<1, 1>>>(d, 5);
        s->k = 0;
        delete s;
    }
    return end(cudaDeviceSynchronize() != cudaSuccess);
}
