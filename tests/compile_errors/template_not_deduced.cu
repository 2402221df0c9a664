// expects: template_not_deduced\.cu:5:
template <int N> __global__ void k(float *p) { p[N] = 1; }
int main()
{
    k<<<1, 1>>>(nullptr);
}
// nvcc: no instance of function template "k" matches the argument list
