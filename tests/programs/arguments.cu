/* Arguments of every kind: constants of classes, bit fields, large structs, NULL and 0 for pointers, conversions. */
#include "include/common.h"

struct C {
    static const int N = 5;
    int bits : 4;
    int v;
};
struct Big {
    double a[500];
};

__global__ void k(int *p, int a, int b) { *p = a * 10 + b; }

template <class T>
__global__ void t(T *p, T a, T b) {
    *p = a * 10 + b;
}

__global__ void big(double *p, Big b) { *p = b.a[499]; }

__global__ void arr(int *o, const int *q) { *o = q != nullptr; }

__global__ void chr(int *p, char c, short s, unsigned char u) { *p = c + s + u; }

__global__ void pp(int **p) { *p[1] = 4; }
template <class T>
__global__ void ptr(T *p, const T *q, int n) {
    *p = q ? n : -n;
}

// overloaded: the arguments alone say which, a 0 or NULL among them may be a pointer or a number
__global__ void over(int *p, const int *q, int n) { *p = q ? *q : n; }
__global__ void over(float *p, const float *q, int n) { *p = q ? *q + 0.5f : n + 0.25f; }
__global__ void over(int *p, double d, int n) { *p = (int)(d * 10) + n; }

int main() {
    int *p = managed<int>(2);
    C c;
    c.bits = 3;
    k<<<1, 1>>>(p, C::N, c.bits);
    SYNC();
    EXPECT(*p, 53);
    t<int><<<1, 1>>>(p, C::N, c.bits);
    SYNC();
    EXPECT(*p, 53);
    t<<<1, 1>>>(p, 0, 5);
    SYNC();
    EXPECT(*p, 5);
    t<<<1, 1>>>(p, C::N + 0, 1);
    SYNC();
    EXPECT(*p, 51);
    Big *b = new Big;
    b->a[499] = 2;
    double *d = managed<double>(1);
    big<<<1, 1>>>(d, *b);
    delete b;
    SYNC();
    EXPECT(*d, 2);
    arr<<<1, 1>>>(p, NULL);
    SYNC();
    EXPECT(*p, 0);
    arr<<<1, 1>>>(p, 0);
    SYNC();
    EXPECT(*p, 0);
    chr<<<1, 1>>>(p, 65, 300, 200u);
    SYNC();
    EXPECT(*p, 565);
    int **ps = managed<int *>(2);
    ps[1] = p;
    pp<<<1, 1>>>(ps);
    SYNC();
    EXPECT(*p, 4);
    ptr<int><<<1, 1>>>(p, NULL, 3);
    SYNC();
    EXPECT(*p, -3);
    ptr<<<1, 1>>>(p, (const int *)NULL, 3);
    SYNC();
    ptr<float><<<1, 1>>>((float *)p, nullptr, 3);
    SYNC();
    ptr<int><<<1, 1>>>(p, 0, 0);
    SYNC();
    const int n = 7;
    const int &r = n;
    k<<<1, 1>>>(p, r, n);
    SYNC();
    EXPECT(*p, 77);
    long long ll = 3;
    k<<<1, 1>>>(p, ll, 2.9);
    SYNC();
    EXPECT(*p, 32);
    volatile int vi = 6;
    k<<<1, 1>>>(p, vi, (vi, 1));
    SYNC();
    EXPECT(*p, 61);
    p[1] = 8;
    float *f = managed<float>(2);
    over<<<1, 1>>>(p, p + 1, 0);
    SYNC();
    EXPECT(*p, 8);
    over<<<1, 1>>>(f, 0, 0);
    SYNC();
    EXPECT(*f, 0.25f);
    over<<<1, 1>>>(f, NULL, 3);
    SYNC();
    EXPECT(*f, 3.25f);
    over<<<1, 1>>>(p, nullptr, 7);
    SYNC();
    EXPECT(*p, 7);
    over<<<1, 1>>>(p, 1.5, 2);
    SYNC();
    EXPECT(*p, 17);
    return 0;
}
