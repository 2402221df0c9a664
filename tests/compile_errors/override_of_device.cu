// expects: override_of_device\.cu:6:[0-9]+: error: area is without __device__, and what it overrides is __device__
struct shape {
    __device__ virtual float area() { return 0; }
};
struct square : shape {
    float area() override { return 1; } /* here */
};
__global__ void k(float *p)
{
    square s;
    p[0] = s.area();
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: execution space mismatch: overridden entity (function "shape::area") is a __device__ function
