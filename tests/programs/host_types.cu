/* Streams, events, errors and device memory in the containers and smart pointers of C++. */
#include <vector>
#include <array>
#include <unordered_map>
#include <memory>
#include "include/common.h"

struct __align__(8) A {
    float x;
    char c;
};
struct __builtin_align__(16) B {
    float x[3];
};
typedef struct __align__(16) {
    float a, b, c;
} C3;

__global__ void k(const __grid_constant__ A a, int *p) { *p = a.x; }
enum cudaMemcpyKind kind = cudaMemcpyHostToDevice;
struct Deleter {
    void operator()(void *p) const { cudaFree(p); }
};

int main() {
    EXPECT(sizeof(A), 8);
    EXPECT(alignof(B), 16);
    EXPECT(sizeof(C3), 16);
    std::vector<cudaStream_t> s(3);
    for (auto &x : s) cudaStreamCreate(&x);
    std::array<cudaEvent_t, 2> e{};
    for (auto &x : e) cudaEventCreate(&x);
    std::unordered_map<cudaStream_t, int> m;
    m[s[0]] = 1;
    cudaStream_t *ss = (cudaStream_t *)malloc(2 * sizeof(cudaStream_t));
    cudaStreamCreate(ss);
    struct cudaDeviceProp pr;
    cudaGetDeviceProperties(&pr, 0);
    std::unique_ptr<int, Deleter> u(managed<int>(1));
    std::shared_ptr<float> sp(managed<float>(4), [](float *p) { cudaFree(p); });
    A a = {7, 'c'};
    k<<<1, 1, 0, ss[0]>>>(a, u.get());
    SYNC();
    EXPECT(*u, 7);
    cudaError_t err = cudaError_t(1);
    EXPECT(err, cudaErrorInvalidValue);
    EXPECT(cudaError(2), cudaErrorMemoryAllocation);
    int code = cudaGetLastError();
    EXPECT(code, 0);
    if (cudaError_t x = cudaGetLastError(); x != cudaSuccess) return 1;
    switch (cudaPeekAtLastError()) {
        case cudaSuccess:
            return 0;
        default:
            return 3;
    }
}
