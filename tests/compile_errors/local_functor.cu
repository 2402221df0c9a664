// expects: the type "twice" is defined in a function, so it cannot be a template argument of a kernel
template <class F> __global__ void apply(int *a, F f) { a[threadIdx.x] = f(threadIdx.x); }
int main()
{
    struct twice {
        __device__ int operator()(int i) const { return 2 * i; }
    } f;
    int *a;
    cudaMalloc(&a, 128);
    twice again = f;
    apply<<<1, 32>>>(a, again); /* here */
    return 0;
}
// nvcc: A type defined inside a __host__ function  ("twice") cannot be used in the template argument type of a __global__ function template instantiation
