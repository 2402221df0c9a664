/* new and delete in kernels: objects with destructors, arrays of them, aligned ones, one of two
 * bases; no room gives nullptr. */
#include <cstdio>
#include <new>

__device__ int ended;

struct shape {
    int w;
    __device__ shape(int w) : w(w) {}
    __device__ virtual int area() { return w; }
    __device__ virtual ~shape() { ended += w; }
};

struct square : shape {
    using shape::shape;
    __device__ int area() override { return w * w; }
};

struct tag {
    int a, b;
};

struct tagged : tag, square {
    __device__ tagged() : square(100) {}
};

struct holder {
    int *held;
    __device__ holder() { held = new int(1000); }
    __device__ ~holder()
    {
        ended += *held;
        delete held;
    }
};

struct alignas(64) line {
    int v[16];
};

template <class T> __device__ T *made(int n) { return new T[n](); }

__global__ void objects(int *out)
{
    shape *s = new square(3), *t = new tagged();
    out[0] = s->area();
    out[1] = t->area();
    delete s;
    delete t;
    holder *pair = new holder[2];
    delete[] pair;
    out[2] = ended;

    line *aligned = new line;
    out[3] = (size_t)aligned % 64 == 0;
    delete aligned;

    int *zeroes = made<int>(4), **rows = new int *[2];
    rows[0] = zeroes;
    rows[1] = new int(5);
    out[4] = rows[0][3] + *rows[1];
    delete[] rows[0];
    delete rows[1], delete[] rows;

    alignas(int) char place[sizeof(int)];
    int *there = new (place) int(6), *none = nullptr;
    out[5] = *there;
    delete none;
    double *huge = new double[100000000];
    out[6] = !huge;
    out[6] ? delete[] huge : delete none;
}

__host__ __device__ int both()
{
    int *p = new int(8), v = *p;
    delete p;
    return v;
}

int main()
{
    static const int expected[] = { 9, 10000, 2103, 1, 5, 6, 1 };
    int *d, out[7], wrong = both() != 8;
    cudaMalloc(&d, sizeof out);
    objects<<<1, 1>>>(d);
    cudaMemcpy(out, d, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d);
    for (int i = 0; i < 7; i++)
        if (out[i] != expected[i])
            wrong += printf("%d: %d, expected %d\n", i, out[i], expected[i]) > 0;
    return wrong != 0;
}
