// expects: const_argument\.cu:9:5: note: in the launch of kernel twice
__global__ void once(float *x);
__global__ void twice(int n, float *out) { out[n] *= 2; }

int main()
{
    const float *x = nullptr;
    float *y = nullptr; once<<<1, 1>>>(y); twice<<<dim3(1), 1>>>(1, y);
    twice<<<1, 1>>>(4, x); /* here */
    return 0;
}
// nvcc: argument of type "const float *" is incompatible with parameter of type "float *"
