/* Several variables in one declaration, of structs without a name, of templates, with
 * attributes, and pointers among them. */
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
    int x[BLOCK], *d_x, *d_out, wrong = 0;
    for (int i = 0; i < BLOCK; i++)
        x[i] = i;
    cudaMalloc(&d_x, sizeof x);
    cudaMalloc(&d_out, sizeof x);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    add<<<1, BLOCK>>>(d_out, d_x);
    cudaMemcpy(x, d_out, sizeof x, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCK; i++)
        wrong += x[i] != BLOCK - 1 - i + 2 * (i / 2 + BLOCK / 2);
    cudaFree(d_x);
    cudaFree(d_out);
    return wrong != 0;
}
