// expects: template_mismatch\.cu:7:
template <class T> __global__ void k(T *p, T x) { *p = x; }
int main()
{
    float *p;
    cudaMalloc(&p, 4);
    k<<<1, 1>>>(p, 1);
}
// nvcc: no instance of function template "k" matches the argument list
