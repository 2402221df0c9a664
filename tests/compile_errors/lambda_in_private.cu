// expects: lambda_in_private\.cu:19:[0-9]+: error: a __device__ lambda cannot stand in a private or protected function
template <class F> __global__ void run(F f, int *d) { f(d + threadIdx.x); }

class filter
{
    int *data;
    void clear();

public:
    void set(int n)
    {
        int k = n;
        run<<<1, 4>>>([=] __device__(int *p) { *p = k; }, data);
        clear();
    }
};
void filter::clear()
{
    run<<<1, 4>>>([=] __device__(int *p) { *p = 0; }, data); /* here */
}
int main() {}
// nvcc: The enclosing parent function ("clear") for an extended __device__ lambda cannot have private
