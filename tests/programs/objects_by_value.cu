/* Arguments by value whose copying and destruction call CUDA: that is done where they are launched, once,
 * and each thread has the bits. As in CUDA by Example's dot.cu and NVIDIA's post on unified memory. */
#include "include/common.h"

static int alive;

struct array {
    int *p;
    array()
    {
        cudaMallocManaged(&p, 4);
        *p = 7;
        alive++;
    }
    array(const array &other)
    {
        cudaMallocManaged(&p, 4);
        *p = *other.p;
        alive++;
    }
    ~array()
    {
        cudaFree(p); /* waits for the device */
        alive--;
    }
};

__global__ void add(array a, int *q, float f)
{
    atomicAdd(q, *a.p + (int)f);
    a.p = nullptr; /* this thread's own */
}

template <class T> __global__ void set(array a, T *q)
{
    *q = a.p != nullptr;
    a.p = nullptr;
}

struct is_copy {
    array a;
    int *original;
    __device__ int operator()() const { return a.p != original && *a.p == 7; }
};

template <class F> __global__ void call(F f, int *q) { *q = f(); }

/* An argument in braces has no type by itself, and neither of these an address. */
struct handle {
    int *p;
    handle(int *p) : p(p) {}
    handle(const handle &other) : p(other.p) {}
    ~handle() {}
};
struct two {
    int a, b;
};
template <class T> __global__ void combine(handle h, two t, T times) { *h.p = (t.a + t.b) * times; }
__global__ void combine(handle h, two t) { *h.p = t.a - t.b; }

int main()
{
    {
        array a;
        int *q = managed<int>(1);
        *q = 0;
        add<<<2, 32>>>(a, q, 1); /* the copy's cudaFree waits for the kernel */
        SYNC();
        EXPECT(*q, 64 * 8);
        set<<<2, 32>>>(a, q);
        SYNC();
        EXPECT(*q, 1);
        is_copy f = { a, a.p };
        call<<<1, 4>>>(f, q);
        SYNC();
        EXPECT(*q, 1);
        combine<<<1, 1>>>(handle(q), { 2, 3 }, 4);
        SYNC();
        EXPECT(*q, 20);
        combine<<<1, 1>>>(handle(q), { 5, 3 });
        SYNC();
        EXPECT(*q, 2);
    }
    EXPECT(alive, 0);
    return 0;
}
