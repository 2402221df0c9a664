/* Preprocessor directives, comments and text in the middle of launches. */
#include <vector>
#include "include/common.h"

__global__ void k(int *p, int a, int b) {
    p[0] = a;
    p[1] = b;
}
template <class T>
struct Op {
    T v;
};
template <class A, class B>
__global__ void ap(A a, B b, int *p) {
    *p = a.v + b.v;
}

int main() {
    int *p = managed<int>(2);
    k<<<1, 1>>>(p,
#ifndef FOO
                5,
#else
                6,
#endif
                7);
    SYNC();
    EXPECT(p[0], 5);
    ap<<<dim3(1, 1, 1), 1>>>(Op<int>{2},
#if 1 /* <<< */
                             Op<float>{3}
#endif
                             ,
                             p);
    SYNC();
    EXPECT(p[0], 5);
#ifdef NEVER
   k<<<1, 1>>>(nonsense
#endif
#if 0
   it's <<<1, 2>>>( not a launch
#endif
   return 0;
}
