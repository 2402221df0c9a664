// with g++, expects: an argument's type is defined in a function, so it cannot be a template argument of a kernel
template <class T> __global__ void k(float *x, T t) { *x = t.v; }
auto three()
{
    struct number {
        float v;
    };
    return number{ 3 };
}
int main()
{
    float *x;
    cudaMalloc(&x, sizeof *x);
    auto n = three();
    k<<<1, 1>>>(x, n); /* here */
    return 0;
}
// nvcc: A type defined inside a __host__ function  ("number") cannot be used in the template argument type of a __global__ function template instantiation
