// expects: a __device__, __constant__ or static variable has a value that is known when it is built
__global__ void k(int *a, int n)
{
    static int calls, first = 3, table[2] = { 1, 2 };
    static const float half = 1.0f / 2;
    static int last = n + 1; /* here */
    *a = calls++ + first + table[1] + (int)half + last;
}
int main() {}
// nvcc: dynamic initialization is not supported for a function-scope static __device__ variable within a __device__/__global__ function
