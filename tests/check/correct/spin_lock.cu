/* A lock of atomicCAS and atomicExch with fences: what it guards is read and written plainly. */
#include "../host.h"

struct best {
    float value;
    int index;
};

__global__ void find_best(struct best *best, int *lock, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool done = i >= n;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            if (x[i] > best->value) {
                best->value = x[i];
                best->index = i;
            }
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

int main(void)
{
    const int n = 600;
    float *x = made<float>(n, [](int i) { return i * 97 % 601; });
    struct best nothing = { -1, -1 }, *best = copy_of(&nothing);
    int *lock = zeros<int>();
    find_best<<<(n + 63) / 64, 64>>>(best, lock, x, n);
    int index = at(best).index;
    return end(at(best).value != 600 || index * 97 % 601 != 600);
}
