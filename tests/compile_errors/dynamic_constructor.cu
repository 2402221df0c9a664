// expects: nothing runs on the device before a kernel does: sum, a __device__ variable, can have no constructor
struct point {
    float x, y;
};
struct room { // has nothing to do
    float x;
    __host__ __device__ room() {}
};
struct counter {
    int n;
    __host__ __device__ counter() : n(0) {}
};
struct parts {
    point p;
    counter c;
};
__device__ point origin;
__constant__ room empty;
__device__ parts sum[4]; /* here */
__global__ void k(float *p) { *p = origin.x + empty.x + (float)sum[1].c.n; }
int main() {}
// nvcc: dynamic initialization is not supported for a __device__ variable
