// expects: memcpy_direction\.cu:8:
__global__ void k(float *p) { *p = 1; }
int main()
{
    float *p, h;
    cudaMalloc(&p, 4);
    k<<<1, 1>>>(p);
    cudaMemcpy(&h, p, 4, DeviceToHost);
}
// nvcc: identifier "DeviceToHost" is undefined
