// expects: constant_sum\.cu:6:[0-9]+: error: too much constant memory
namespace filters
{
__constant__ float wide[4096], narrow[8192];
}
__constant__ double table[2049]; /* here */
__global__ void get(float *o) { *o = filters::wide[0] + filters::narrow[1] + (float)table[2]; }
int main() {}
// nvcc: File uses too much global constant data (0x10008 bytes, 0x10000 max)
