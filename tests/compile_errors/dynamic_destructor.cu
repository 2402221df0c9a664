// expects: nothing runs on the device before a kernel does: rows, a __constant__ variable, can have no constructor
struct list {
    int *first;
    __host__ __device__ ~list();
};
__host__ __device__ list::~list() { first = nullptr; }
__constant__ list rows; /* here */
__global__ void k(int *p) { *p = *rows.first; }
int main() {}
// nvcc: dynamic initialization is not supported for a __constant__ variable
