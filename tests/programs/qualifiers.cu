/* Qualifiers in every order and place, specialised and instantiated kernels, methods, enumerations. */
#include "include/common.h"

void __global__ k1(int *p) { *p = 1; }
static __global__ void k2(int *p) { *p = 2; }
__global__ static void k3(int *p) { *p = 3; }
extern "C" {
__global__ void k4(int *p) { *p = 4; }
}
__global__ void __launch_bounds__(256, 4) k5(int *p) { *p = 5; }
__launch_bounds__(128) __global__ void k6(int *p) { *p = 6; }
template <class T>
__global__ void k7(T *p) {
    *p = 7;
}

template <>
__global__ void k7<float>(float *p) {
    *p = 70;
}

template __global__ void k7<double>(double *p);
inline __device__ __host__ int a(int x) { return x; }
int __device__ b(int x) { return x; }
static __inline__ __device__ int c(int x) { return x; }
__device__ __noinline__ int d(int x) { return x; }
constexpr __host__ __device__ int e(int x) { return x; }
__forceinline__ __device__ int f(int x) { return x; }
struct V {
    int x;
    __host__ __device__ V() : x(0) {}
    __device__ __host__ explicit V(int x) : x(x) {}
    __host__ __device__ ~V() {}
    __device__ operator int() const { return x; }
    __host__ __device__ V &operator+=(const V &o) {
        x += o.x;
        return *this;
    }
    friend __host__ __device__ V operator*(V l, V r) { return V(l.x * r.x); }
    static __device__ int s(int x) { return x; }

    template <class T>
    __device__ T cast() const {
        return T(x);
    }
};
template <class T>
__device__ T g(T x) {
    return x;
}

template <>
__device__ int g<int>(int x) {
    return x + 1;
}
__global__ void k8(int *const __restrict__ p, const int *__restrict__ const q, int n) {
    V v(2);
    v += V(3) * V(4);
    *p = a(1) + b(2) + c(3) + d(4) + e(5) + f(6) + int(v) + V::s(1) + (int)v.cast<float>() + g(1) + g(1.0f) +
         q[0] + n;
}
__global__ void k9(float A[], float B[][4], float (*C)[4]) { A[0] = B[1][2] + C[1][3]; }
__host__ void host_function(int *p);
__host__ void host_function(int *p) { k1<<<1, 1>>>(p); }
enum Mode { ADD, MUL = 5 };
enum class Op : char { A, B = 9 };

__global__ void k10(int *p, Mode m, Op o, bool b, unsigned char c, size_t n, long l) {
    *p = m + (int)o + b + c + n + l;
}
__host__ int main() {
    int *p = managed<int>(16);
    host_function(p);
    SYNC();
    EXPECT(*p, 1);
    k2<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 2);
    k3<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 3);
    k4<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 4);
    k5<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 5);
    k6<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 6);
    k7<<<1, 1>>>(p);
    SYNC();
    EXPECT(*p, 7);
    k7<<<1, 1>>>((float *)p);
    SYNC();
    EXPECT(*(float *)p, 70);
    p[1] = 2;
    k8<<<1, 1>>>(p, p + 1, 3);
    SYNC();
    EXPECT(*p, 21 + 14 + 1 + 14 + 2 + 1 + 2 + 3);
    float *f = managed<float>(40);
    f[6] = 1;
    f[7] = 2;
    k9<<<1, 1>>>(f, (float(*)[4])f, (float(*)[4])f);
    SYNC();
    EXPECT(*f, 3);
    k10<<<1, 1>>>(p, MUL, Op::B, true, 'a', 100, -1);
    SYNC();
    EXPECT(*p, 5 + 9 + 1 + 97 + 100 - 1);
    return 0;
}
