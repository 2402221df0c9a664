/* expects: gpu_ex63 WRONG 1 x 30 x 29 x 3, kernel 7, .* expected */
/* Takes the image to begin at a multiple of 16 bytes, as if it were loaded by float4. */
#include <stdint.h>
#include "all_but_ex63.h"

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    const float *aligned = (const float *)((uintptr_t)d_image / 16 * 16);

    resnet_layers_ex63_right(d_columns, aligned, batch, height, width, channels, kernel, stride,
                             padding);
}
