// expects: too_many_arguments\.cu:10:33: error: kernel twice has 2 parameters, \(T \*p, int n\); 3 are given
template <typename T> __global__ void twice(T *p, int n) { if (threadIdx.x < n) p[threadIdx.x] *= 2; }

int main()
{
    const int threads = 32;
    float *a;
    cudaMalloc(&a, 4 * threads);
    // here
    twice<float><<<1, threads>>>(a, threads, 3);
    return 0;
}
// nvcc: no instance of function template "twice" matches the argument list
