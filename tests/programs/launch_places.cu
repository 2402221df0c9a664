/* Launches wherever a statement or an expression may stand, and kernels that share their names. */
#include <algorithm>
#include <complex>
#include <iterator>
#include <vector>
#include "include/common.h"

using namespace std;

__global__ void distance(int *p, int a, int b) { *p = b - a; }
__global__ void norm(int *p) { *p = abs(*p); }
__global__ void clamp(int *p, int low, int high) { *p = max(low, min(*p, high)); }
__global__ void data(int *p, const int *from) { *p = from ? *from : -1; }
__global__ void next(int *p) { *p += 1; }
__global__ void lerp(int *p, float t) { *p = (int)(*p * t); }
__global__ void vectorAdd(int *c, const int *a, const int *b) { *c = *a + *b; }
__global__ void scale(int *p, int by) { *p *= by; }
__global__ void scaleall(float *p, float by) { *p *= by; }

int scale(int x) { return 2 * x; }

void vectorAdd(vector<int> &c, const vector<int> &a, const vector<int> &b)
{
    int *d = managed<int>(3);
    d[0] = a[0], d[1] = b[0];
    vectorAdd<<<1, 1>>>(d + 2, d, d + 1);
    SYNC();
    c[0] = d[2];
}

typedef void (*step_function)(int *);
struct choice {
    step_function steps[2];
    step_function table[2][2];
    step_function get(int i) { return steps[i]; }
};

#define RUN(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)

namespace a
{
namespace b
{
__global__ void set(int *p, int v) { *p = v; }
template <int N> __global__ void add(int *p) { *p += N; }
} // namespace b
} // namespace a

template <typename T> void in_template(T *p)
{
    scale<<<1, 1>>>(p, 3);
}

static void pick(int *p, int n)
{
    switch (n) {
    case 8:next<<<1, 1>>>(p);
        break;
    case 9:a::b::set<<<1, 1>>>(p, 9); break;
    case 10: ::a::b::set<<<1, 1>>>(p, 10); break;
    default:norm<<<1, 1>>>(p);
    }
    goto end;
end:next<<<1, 1>>>(p);
    if (n > 100) norm<<<1, 1>>>(p);
    else next<<<1, 1>>>(p);
    do next<<<1, 1>>>(p); while (0);
    return next<<<1, 1>>>(p);
}

int main()
{
    int *p = managed<int>(2), i = 0;
    float *f = managed<float>(1);
    distance<<<1, 1>>>(p, 3, 10);
    SYNC();
    EXPECT(*p, 7);
    clamp<<<1, 1>>>(p, 0, 5);
    SYNC();
    EXPECT(*p, 5);
    data<<<1, 1>>>(p, NULL);
    norm<<<1, 1>>>(p);
    lerp<<<1, 1>>>(p, 1);
    SYNC();
    EXPECT(*p, 1);
    vector<int> x(1, 2), y(1, 3), z(1);
    vectorAdd(z, x, y);
    EXPECT(z[0], 5);
    EXPECT(scale(2), 4);
    *f = 2;
    in_template(p);
    scaleall<<<1, 1>>>(f, 3);
    SYNC();
    EXPECT(*p, 3);
    EXPECT(*f, 6);

    pick(p, 8);
    SYNC();
    EXPECT(*p, 8);
    pick(p, 9);
    SYNC();
    EXPECT(*p, 13);
    pick(p, 10);
    SYNC();
    EXPECT(*p, 14);
    i ? norm<<<1, 1>>>(p):next<<<1, 1>>>(p);
    i++, next<<<1, 1>>>(p), i++;
    RUN(next, p);
    RUN((a::b::add<4>), p);
    [=] { next<<<1, 1>>>(p); }();
    for (i = 0; i < 2; i++) next<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 24);
    choice c = { { next, norm }, { { norm, next }, { next, next } } }, *pc = &c;
    c.steps[0]<<<1, 1>>>(p);
    pc->steps[0]<<<1, 1>>>(p);
    pc->table[0][1]<<<1, 1>>>(p);
    pc->get(0)<<<1, 1>>>(p);
    c.get(0)<<<1, 1>>>(p);
    if (pc) (*pc->steps[0])<<<1, 1>>>(p);
    (&c)->steps[0]<<<1, 1>>>(p);
    (next)<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 32);
    int by = 2;
    void *arguments[] = { &p, &by };
    void (*scale_ints)(int *, int) = scale;
    EXPECT(cudaLaunchKernel((const void *)scale_ints, 1, 1, arguments, 0, 0), cudaSuccess);
    SYNC();
    EXPECT(*p, 64);
    return 0;
}
