// expects: host_variable_types\.cu:7:
struct Particle { float x, y; };

__global__ void move(Particle *p, float dt)
{
    int i = threadIdx.x;
    p[i].z += dt;
}

int main()
{
    Particle *d;
    cudaMalloc(&d, 32 * sizeof(Particle));
    move<<<1, 32>>>(d, 0.1f);
    return 0;
}
// nvcc: class "Particle" has no member "z"
