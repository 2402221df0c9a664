// with g++, expects: an argument's type is defined in a function, so it cannot be a template argument of a kernel
template <class T> __global__ void k(T *p) { p->x = 1; }
template <class T> void launch(T *p)
{
    k<<<1, 1>>>(p); /* here */
}
struct outside {
    float x;
};
int main()
{
    struct point {
        float x;
    };
    outside *o;
    point *p;
    cudaMalloc(&o, sizeof *o);
    cudaMalloc(&p, sizeof *p);
    k<<<1, 1>>>(o);
    launch(p);
    return 0;
}
// nvcc: A type defined inside a __host__ function  ("point") cannot be used in the template argument type of a __global__ function template instantiation
