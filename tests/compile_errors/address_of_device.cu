// expects: address_of_device\.cu:7:
__global__ void k(float **p) { **p = 1; }
int main()
{
    float *p;
    cudaMalloc(&p, 4);
    k<<<1, 1>>>(p);
}
// nvcc: argument of type "float *" is incompatible with parameter of type "float **"
