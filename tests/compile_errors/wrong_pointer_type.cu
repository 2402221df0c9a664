// expects: wrong_pointer_type\.cu:9:19: 
__global__ void scale(float *x, float by) { x[threadIdx.x] *= by; }

int main()
{
    int *d;
    cudaMalloc(&d, 128);
    scale<<<1,
            32>>>(d,
                  2.0f);
    return 0;
}
// nvcc: argument of type "int *" is incompatible with parameter of type "float *"
