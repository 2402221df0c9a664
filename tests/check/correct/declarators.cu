/* Several variables in one declaration, of structs without a name, of templates, with
 * attributes, and pointers among them. */
#include "../host.h"

#define BLOCK 64

__device__ struct {
    int sum, count;
} total;
__device__ int first = 1, *where, last[2] = { 2, 3 };

typedef int element;
template <class A, class B> struct both {
    A value;
    B twice;
};

__global__ void add(int *out, const int *x)
{
    __shared__ struct {
        int value, twice;
    } pair[BLOCK];
    [[maybe_unused]] __shared__ both<element, element> copies[BLOCK], *copy;
    __shared__ int *end, halves[BLOCK / 2], one;
    int t = threadIdx.x;

    pair[t].value = x[t];
    pair[t].twice = 0;
    if (t == 0) {
        end = out + BLOCK;
        one = first + last[0] - 2;
    }
    copies[t].twice = 2 * x[t];
    __syncthreads();
    if (t < BLOCK / 2)
        halves[t] = copies[t + BLOCK / 2].twice;
    __syncthreads();
    end[t - BLOCK] = pair[BLOCK - 1 - t].value + halves[t / 2] * one;
    if (t == 0) {
        total.sum = pair[3].value;
        total.count = BLOCK;
        where = out;
    }
}

int main(void)
{
    int *x = counted<int>(BLOCK), *out = unset<int>(BLOCK);
    add<<<1, BLOCK>>>(out, x);
    return end(differ(out, BLOCK, [](int i) { return BLOCK - 1 - i + 2 * (i / 2 + BLOCK / 2); }));
}
