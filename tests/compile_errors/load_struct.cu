// expects: load_struct\.cu:7:[0-9]+: error: __ldg on this type is not available \(nor is it in CUDA\)
struct pair_of {
    int a, b;
};
__global__ void k(pair_of *p)
{
    pair_of q = __ldg(p); /* here */
    p[1] = q;
}
int main() { k<<<1, 1>>>(nullptr); }
// nvcc: no instance of overloaded function "__ldg" matches the argument list
