/* Kernels as values: returned by functions, members of structs, in arrays, template arguments. */
#include <functional>
#include "include/common.h"

typedef void (*kern_t)(int *, int);

__global__ void a(int *p, int v) { *p = v; }

__global__ void b(int *p, int v) { *p = 2 * v; }

template <class T>
__global__ void c(T *p, T v) {
    *p = 3 * v;
}
kern_t pick(int i) { return i ? a : b; }
struct S {
    kern_t k;
    const char *name;
    void go(int *p) {
        k<<<1, 1>>>(p, 4);
        this->k<<<1, 1>>>(p, 5);
    }
};
template <class K>
void time_it(K k, int *p) {
    k<<<1, 1>>>(p, 6);
}

template <class F, class... A>
void go(F *f, int g, int b, A... a) {
    f<<<g, b>>>(a...);
}
template <typename F, typename... A>
void fwd(F f, A &&...args) {
    f<<<1, 1>>>(std::forward<A>(args)...);
}
void ret(int *p) { return a<<<1, 1>>>(p, 9); }

int main() {
    int *p = managed<int>(1);
    pick(1)<<<1, 1>>>(p, 3);
    SYNC();
    EXPECT(*p, 3);
    S s = {b, "b"}, *q = &s;
    s.go(p);
    SYNC();
    EXPECT(*p, 10);
    s.k<<<1, 1>>>(p, 1);
    SYNC();
    EXPECT(*p, 2);
    q->k<<<1, 1>>>(p, 2);
    SYNC();
    EXPECT(*p, 4);
    S arr[] = {{a, "a"}, {b, "b"}};
    for (auto &x : arr) {
        x.k<<<1, 1>>>(p, 7);
    }
    SYNC();
    EXPECT(*p, 14);
    time_it(a, p);
    SYNC();
    EXPECT(*p, 6);
    time_it(c<int>, p);
    SYNC();
    EXPECT(*p, 18);
    go(b, 1, 1, p, 1);
    SYNC();
    EXPECT(*p, 2);
    fwd(a, p, 8);
    SYNC();
    EXPECT(*p, 8);
    ret(p);
    SYNC();
    EXPECT(*p, 9);
    auto k = &c<int>;
    k<<<1, 1>>>(p, 1);
    SYNC();
    EXPECT(*p, 3);
    (*k)<<<1, 1>>>(p, 2);
    SYNC();
    EXPECT(*p, 6);
    void (*raw)(int *, int) = a;
    raw<<<1, 1>>>(p, 77);
    SYNC();
    EXPECT(*p, 77);
    std::function<void(int *, int)> fn = [](int *p, int v) { a<<<1, 1>>>(p, v); };
    fn(p, 5);
    SYNC();
    EXPECT(*p, 5);
    (arr[0].k)<<<1, 1>>>(p, 6);
    SYNC();
    EXPECT(*p, 6);
    S *gone = new S{a, "gone"};
    gone->go(p);
    gone->k<<<1, 1>>>(p, 7);
    gone->k = nullptr; // the launches have read it already
    delete gone;
    SYNC();
    EXPECT(*p, 7);
    return 0;
}
