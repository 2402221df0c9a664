// expects: __device__ does not apply to a member of a class
struct counter {
    static const int first = 3;
    static __device__ int n; /* here */
};
__global__ void k(int *a) { *a = counter::first; }
int main() {}
// nvcc: memory qualifier on data member is not allowed
