// expects: identifier "scale" is undefined in device code: it is a variable of the host
int n = 10, shadowed, of_loop, *of_pointer, member;
float scale = 2, *d_values;
const float offset = 1; /* its value is known: a kernel may use it */
__device__ float other;

struct box {
    int member;
    __device__ int get() const { return member; }
};

__global__ void multiply(float *x, int n, box b)
{
    int i = threadIdx.x, shadowed = 3, *of_pointer = nullptr;
    for (int k = 0, of_loop = 2; k < of_loop; k++)
        x[i] += shadowed + offset + other + b.get() + b.member + sizeof(d_values);
    if (i < n && !of_pointer)
        x[i] = x[i] * scale; /* here */
}

int main(void)
{
    multiply<<<1, 32>>>(d_values, n + shadowed + of_loop + (of_pointer ? member : 0), box());
    return 0;
}
// nvcc: identifier "scale" is undefined in device code
