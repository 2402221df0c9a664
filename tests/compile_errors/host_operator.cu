// expects: calling a __host__ function\("operator\+"\) from a __global__ function\("add"\) is not allowed
float3 operator+(float3 a, float3 b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}

__global__ void add(float3 *c, const float3 *a, const float3 *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i]; /* here */
}

int main()
{
    add<<<1, 1>>>(nullptr, nullptr, nullptr, 0);
    return 0;
}
// nvcc: calling a __host__ function("operator +(    ::float3,     ::float3)") from a __global__ function("add") is not allowed
