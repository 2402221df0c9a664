/* A for with two counters, a class with all three kinds of access, floats beyond what an int holds. */
#include "include/common.h"

class range {
  public:
    __host__ __device__ range(int from, int to) : first(from), last(to) {}
    __host__ __device__ ~range() {}
    __device__ int sum() const
    {
        int i, k, s = 0;
        for (i = first, k = last; i < k; i++, k--)
            s += i + k;
        return i == k ? s + i : s;
    }

  protected:
    int first;

  private:
    int last;
};

__global__ void sums(int *out, const float *x)
{
    int i = threadIdx.x;
    range r(0, i);
    out[i] = r.sum();
    for (int a = 0, b = 8; a < b; a++, --b)
        out[i] += 1;
    out[16 + i] = (int)(x[i] * 1e+9f);
}

int main()
{
    float *x = managed<float>(16);
    int *out = managed<int>(32);
    for (int i = 0; i < 16; i++)
        x[i] = i - 8;
    sums<<<1, 16>>>(out, x);
    SYNC();
    for (int i = 0; i < 16; i++)
        EXPECT(out[i], i * (i + 1) / 2 + 4);
    EXPECT(out[16], -2147483647 - 1);
    EXPECT(out[24], 0);
    EXPECT(out[31], 2147483647);
    return 0;
}
