/* References among the parameters of templates and overloaded kernels. */
#include "include/common.h"

struct pair { int a, b; };

template <class T> __global__ void swap_both(T &p, const int &n, int *seen) {
    auto t = p.a;
    p.a = p.b;
    p.b = t + n;
    *seen = n;
}

template <class T, int by> __global__ void scale(T (&x)[4]) { x[threadIdx.x] *= by; }

__global__ void add(int &x, int n) { x += n; }
__global__ void add(float &x, float n) { x += n; }

struct four { float x[4]; };

int main() {
    pair *p = managed<pair>(1);
    int *seen = managed<int>(1), *i = managed<int>(1);
    float *f = managed<float>(1);
    four *x = managed<four>(1);
    *p = { 1, 2 };
    int *ten = managed<int>(1); // a plain 10 would be a reference to the host's memory
    *ten = 10;
    swap_both<<<1, 1>>>(*p, *ten, seen);
    SYNC();
    EXPECT(p->a == 2 && p->b == 11 && *seen == 10, true);
    int n = 1;
    swap_both<pair><<<1, 1>>>(*p, *i, &*seen);
    n = 100;
    SYNC();
    EXPECT(p->a == 11 && p->b == 2 && *seen == 0 && n, true);
    for (int k = 0; k < 4; k++) x->x[k] = k;
    scale<float, 3><<<1, 4>>>(x->x);
    add<<<1, 1>>>(*i, 5);
    add<<<1, 1>>>(*f, 0.5f);
    SYNC();
    EXPECT(x->x[3], 9.0f);
    EXPECT(*i == 5 && *f == 0.5f, true);
    return 0;
}
