// with g++, expects: an argument's type is defined in a function, so it cannot be a template argument of a kernel
template <class T> struct pair_of {
    T a, b;
};
template <class T> __global__ void k(float *x, pair_of<T> p) { *x = p.a.x + p.b.x; }
int main()
{
    typedef struct {
        float x;
    } point;
    pair_of<point> both = { { 1 }, { 2 } };
    float *x;
    cudaMalloc(&x, sizeof *x);
    k<<<1, 1>>>(x, both); /* here */
    return 0;
}
// nvcc: A type defined inside a __host__ function  ("point") cannot be used in the template argument type of a __global__ function template instantiation
