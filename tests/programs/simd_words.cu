/* Two halves or four bytes in a word: motion search by sums of differences, saturating sums. */
#include <stdio.h>

__global__ void compute(unsigned *out, unsigned a, unsigned b)
{
    const unsigned all[] = {
        __vadd4(a, b),       __vadd2(a, b),       __vaddus4(a, b),     __vaddss4(a, b),
        __vsub4(a, b),       __vsubus4(a, b),     __vsubss2(a, b),     __vabsdiffu4(a, b),
        __vabsdiffs4(a, b),  __vsadu4(a, b),      __vsads2(a, b),      __vmaxu4(a, b),
        __vmaxs4(a, b),      __vminu2(a, b),      __vmins2(a, b),      __vcmpeq4(a, b),
        __vcmpgtu4(a, b),    __vcmpgts4(a, b),    __vsetltu4(a, b),    __vhaddu4(a, b),
        __vavgu4(a, b),      __vneg4(a),          __vabs2(0x80007fff), __vabsss2(0x80007fff),
        __vnegss4(0x80ff01), __vcmpne2(a, b),     __vavgs4(a, b),     __vavgs2(0xffff0003, 0xfffe0000),
    };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        out[i] = all[i];
}

int main(void)
{
    /* bytes of a: 80 ff 01 40, of b: 7f 01 ff 40 */
    const unsigned expected[] = {
        0xff000080, 0x00000080, 0xffffff80, 0xff00007f, 0x01fe0200, 0x01fe0000, 0x80000200,
        0x01fefe00, 0xff020200, 0x000001fd, 0x00010002, 0x80ffff40, 0x7f010140, 0x7f010140,
        0x80ffff40, 0x000000ff, 0xffff0000, 0x0000ff00, 0x00000100, 0x7f808040, 0x80808040,
        0x8001ffc0, 0x80007fff, 0x7fff7fff, 0x007f01ff, 0xffffffff, 0xff000040, 0xfffe0002,
    };
    const int n = sizeof expected / sizeof *expected;
    unsigned out[n], *d_out, wrong = 0;
    cudaMalloc(&d_out, sizeof out);
    compute<<<1, 1>>>(d_out, 0x80ff0140, 0x7f01ff40);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (out[i] != expected[i]) {
            printf("%d: %08x, must be %08x\n", i, out[i], expected[i]);
            wrong++;
        }
    cudaFree(d_out);
    return wrong != 0;
}
