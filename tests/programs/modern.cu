/* C++11 and later in kernels: variadic templates, lambdas, deleted methods, range for. */
#include <iostream>
#include <cassert>
#include <cstdint>
#include "include/common.h"

template <int i>
struct Params {
    template <typename H, typename... T>
    __device__ static auto Get(const H &h, const T &...t) -> decltype(Params<i - 1>::Get(t...)) {
        return Params<i - 1>::Get(t...);
    }
};
template <>
struct Params<0> {
    template <typename H, typename... T>
    __device__ static const H &Get(const H &h, const T &...) {
        return h;
    }
};
template <int i, typename... A>
__device__ auto Extract(const A &...a) -> decltype(Params<i>::Get(a...)) {
    return Params<i>::Get(a...);
}
template <typename F>
__device__ void Invoke(F f) {
    f();
}

template <typename T>
__device__ int Ref(T &&) {
    return 1;
}

template <typename T>
__device__ int Ref(const T &) {
    return 2;
}
struct C {
    __device__ C() = default;
    __device__ C(const C &) = default;
    __device__ float Call(float f) { return f + v; }

    template <typename T>
    void Call(T) = delete;
    float v = 0.5f;
};
__device__ constexpr size_t Size() { return size_t(5); }
namespace std {
__device__ int *begin(int *p) { return p; }
__device__ int *end(int *p) { return p + Size(); }
}  // namespace std
template <typename T, typename... A>
__global__ void Init(T *v, A... args) {
    assert(v != nullptr);
    static_assert(sizeof...(A) > 0, "none");
    const int idx = threadIdx.x;
    enum class E : int8_t { X = 65, Y };
    int hits = 0;
    Invoke([idx, &hits]() { hits += idx; });
    auto i = Extract<0, A...>(args...);
    C c, c2(c);
    float f = c2.Call(Extract<1, A...>(args...));
    int arr[Size()] = {1, 2, 3, 4, 5}, s = 0;
    for (auto &j : arr) s += j;
    assert(s == 15);
    v[idx] = i + hits + f + Ref(3) + Ref(c) + (int)E::Y;
}

int main(int, char **) {
    int *d = nullptr;
    cudaMallocManaged(&d, 512);
    Init<<<1, 128>>>(d, 3, 2.0f);
    SYNC();
    EXPECT(d[7], 3 + 7 + 2 + 1 + 1 + 66);
    return 0;
}
