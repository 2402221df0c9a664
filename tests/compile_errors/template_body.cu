// expects: template_body\.cu:2:
template <class T> __global__ void k(T *p) { p[threadIdx.x] = undefined_thing; }
int main()
{
    float *p = nullptr;
    k<<<1, 1>>>(p);
}
// nvcc: identifier "undefined_thing" is undefined
