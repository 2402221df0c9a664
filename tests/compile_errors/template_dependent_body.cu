// expects: template_dependent_body\.cu:2:
template <class T> __global__ void k(T p) { p[threadIdx.x] = 1; }
int main()
{
    k<<<1, 1>>>(1);
}
// nvcc: expression must have pointer-to-object type but it has type "unsigned int"
