// expects: shuffle_struct\.cu:9:[0-9]+: error: lanes of a warp exchange one number, .* exchange each member by itself
struct best {
    float value;
    int index;
};
__global__ void k(best *o)
{
    best b = { 1.f * threadIdx.x, (int)threadIdx.x };
    best other = __shfl_down_sync(0xffffffff, b, 16); /* here */
    *o = other.value > b.value ? other : b;
}
int main() {}
// nvcc: no instance of overloaded function "__shfl_down_sync" matches the argument list
