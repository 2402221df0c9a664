/* The answer, and behind it a thread that does something else. A file here includes the answers
 * without their LAUNCHER, defines THEN, and includes this. */
__global__ void spoil(float *c, float *a, int n)
{
    THEN;
}

void LAUNCHER(float *d_c, const float *d_a, const float *d_b, int n)
{
    RIGHT(d_c, d_a, d_b, n);
    spoil<<<1, 1>>>(d_c, (float *)d_a, n);
}
