// expects: calling a __host__ function\("particle"\) from a __global__ function\("start"\) is not allowed
struct particle {
    float x, v;
    particle() { x = v = 0; }
    particle(float x0, float v0) : x(x0), v(v0) {}
};

__global__ void start(particle *p)
{
    particle first(1, 2); /* here */
    p[threadIdx.x] = first;
}

int main()
{
    start<<<1, 1>>>(nullptr);
    return 0;
}
// nvcc: calling a __host__ function("particle::particle(float, float)") from a __global__ function("start") is not allowed
