// expects: template_no_pointer\.cu:6:
template <class T> __global__ void k(T *p, int n) { p[n] = 1; }
int main()
{
    float x = 1;
    k<<<1, 1>>>(x, 1);
}
// nvcc: no instance of function template "k" matches the argument list
