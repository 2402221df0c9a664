// expects: atomic_class_of_std\.cu:3:[0-9]+: error: std::atomic belongs to the host
#include <atomic>
__global__ void k(std::atomic<int> *sum) { sum->fetch_add(1); } /* here */
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: calling a __host__ function("std::
