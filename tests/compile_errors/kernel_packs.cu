// expects: of a kernel's template parameters only the last may be a pack
template <class T, class... Rest> __global__ void last(T *a, Rest... r) { *a = (r + ...); }
template <class... Rest, class T> /* here */
__global__ void first(T *a, Rest... r)
{
    *a = (r + ...);
}
int main() {}
// nvcc: Pack template parameter must be the last template parameter for a variadic __global__ function template
