/* Pictures as cameras and screens make them: JPEG and PNG. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

struct picture {
    int width, height;
    unsigned char *rgb; /* height x width x 3 */
};

/* Is the next byte of the file the first of a JPEG or a PNG? It stays unread. */
bool is_photo(FILE *file);

/* The photo in the file: upright, as the camera's note in it (EXIF) says; grey and CMYK as RGB;
 * 16 bits as 8; what is transparent lies on white. NULL, or why it cannot be had: a line in a
 * buffer of this function. Sides above `most` pixels are refused before any memory is taken. */
const char *read_photo(FILE *file, int most, struct picture *p);

__END_DECLS
