// expects: arithmetic_of_float4\.cu:4:.*a whole float4 has no arithmetic in CUDA: take its \.x, \.y
__global__ void add(float *c, const float *a, const float *b)
{
    ((float4 *)c)[threadIdx.x] = ((const float4 *)a)[threadIdx.x] + ((const float4 *)b)[threadIdx.x];
}
int main()
{
    add<<<1, 1>>>(nullptr, nullptr, nullptr);
}
// nvcc: no operator "+" matches these operands
