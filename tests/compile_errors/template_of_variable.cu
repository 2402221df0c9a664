// expects: template_of_variable\.cu:6:[0-9]+: error: a variable stands where a constant must
template <int N> __global__ void k(int *p) { *p = N; }
int main(int argc, char **)
{
    int n = argc;
    k<n><<<1, 1>>>(nullptr); // here
}
// nvcc: expression must have a constant value
