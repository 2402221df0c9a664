/* in the long tests, expects: gpu_ex63 WRONG 2 x 13 x 11 x 3,.* row 0, \(kh, kw, channel\) */
/* Only the index is held against the image: left of a row lies the end of the one above. */
#define STORE                                                                                      \
    int from = ((which * height + y) * width + x) * channels + channel;                            \
    columns[i] = from >= 0 && from < batch * height * width * channels ? image[from] : 0
#include "columns.h"
