/* The answer of labs 2, 3 and 6, and behind it a thread that does something else. A file here
 * includes the answers without its LAUNCHER, defines THEN, and includes this. */
#ifndef ELEMENT
#define ELEMENT float
#endif

__global__ void spoil(ELEMENT *c, ELEMENT *a, ELEMENT *b, int m, int n, int k)
{
    THEN;
}

void LAUNCHER(ELEMENT *d_c, const ELEMENT *d_a, const ELEMENT *d_b, int m, int n, int k)
{
    RIGHT(d_c, d_a, d_b, m, n, k);
    spoil<<<1, 1>>>(d_c, (ELEMENT *)d_a, (ELEMENT *)d_b, m, n, k);
}
