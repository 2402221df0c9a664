// with g++, expects: pasted_dash\.cu:4:14: error: C has no such character, pasted text has: type
__global__ void k(int *p)
{
    p[0] = 2 – 1;
}
int main()
{
    int *p;
    cudaMalloc(&p, 4);
    k<<<1, 1>>>(p);
}
// nvcc: extended character – is not valid in an identifier
