/* Parameters that are references: to managed memory a kernel can reach them, as through a pointer. */
#include "include/common.h"

struct pair { int a, b; };

__global__ void turn(pair &p, const int &n) {
    int t = p.a;
    p.a = p.b;
    p.b = t + n;
}

int main() {
    pair *p = managed<pair>(1);
    int *n = managed<int>(1);
    *p = { 1, 2 };
    *n = 10;
    turn<<<1, 1>>>(*p, *n);
    SYNC();
    EXPECT(p->a == 2 && p->b == 11, true);
    void *args[] = { &p, &n };
    EXPECT(cudaLaunchKernel((void *)turn, 1, 1, args, 0, 0), cudaSuccess);
    SYNC();
    EXPECT(p->a == 11 && p->b == 12, true);
    if (p->a == 0) turn<<<1, 1>>>(*p, 3); /* a temporary object of the host: compiles, with nvcc too */
    return 0;
}
