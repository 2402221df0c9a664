// expects: the type "point" is defined in a function, so it cannot be a template argument of a kernel
template <class T> __global__ void k(T *p) { p[threadIdx.x].x = 1; }
int main()
{
    struct point {
        float x;
    };
    point *p;
    cudaMalloc(&p, 32 * sizeof(point));
    k<point><<<1, 32>>>(p); /* here */
    return 0;
}
// nvcc: A type defined inside a __host__ function  ("point") cannot be used in the template argument type of a __global__ function template instantiation
