// expects: identifier "n" is undefined in device code: it is a constant of the host
struct filter {
    static constexpr int n = 7;
};
__device__ int next(const int &x) { return x + 1; }
__global__ void k(int *a)
{
    *a = filter::n;
    *a += next(filter::n); /* here */
}
int main() {}
// nvcc: identifier "filter::n" is undefined in device code
