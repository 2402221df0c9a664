// expects: missing_include\.cu:5:
__global__ void k(float *p) { *p = 1; }
int main()
{
    std::vector<float> v(10);
    k<<<1, 1>>>(nullptr);
}
// nvcc: namespace "std" has no member "vector"
