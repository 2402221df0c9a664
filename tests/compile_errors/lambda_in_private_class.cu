// expects: a __device__ lambda cannot stand in a class that is private or protected in another
template <class F> __global__ void run(F f, int *d) { f(d + threadIdx.x); }

class filter
{
    struct part {
        void set(int *d) { run<<<1, 4>>>([=] __device__(int *p) { *p = 0; }, d); } /* here */
    };
    part first;
};
int main() {}
// nvcc: An extended __device__ lambda cannot be defined inside a class ("part") with private
