// expects: dynamic_cast_in_kernel\.cu:12:[0-9]+: error: device code knows no types at run time
struct shape {
    __device__ virtual int sides() { return 0; }
};
struct square : shape {
    __device__ int sides() override { return 4; }
};
__global__ void k(int *p)
{
    square q;
    shape *s = &q;
    *p = dynamic_cast<square *>(s) != nullptr; /* here */
}
int main() {}
// nvcc: The operator 'dynamic_cast' is not allowed in device code
