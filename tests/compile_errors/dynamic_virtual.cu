// expects: nothing runs on the device before a kernel does: disc, a __device__ variable, can have no constructor
struct shape {
    float r;
    virtual __device__ float area() const { return r * r; }
};
__device__ shape disc; /* here */
__global__ void k(float *p) { *p = disc.area(); }
int main() {}
// nvcc: dynamic initialization is not supported for a __device__ variable
