// expects: calling a __host__ function\("area"\) from a __global__ function\("areas"\) is not allowed
struct box {
    float width, height;
    float area() const { return width * height; }
};

__global__ void areas(float *p, box b)
{
    *p = b.area(); /* here */
}

int main()
{
    areas<<<1, 1>>>(nullptr, box());
    return 0;
}
// nvcc: calling a __host__ function("box::area() const") from a __global__ function("areas") is not allowed
