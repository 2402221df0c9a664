#include "photo.h"
#include "common/engine/words.h"

#define JPEG_BEGINS 0xff
#define PNG_BEGINS  0x89

static int first_byte(FILE *file)
{
    return ungetc(getc(file), file);
}

bool is_photo(FILE *file)
{
    return first_byte(file) == JPEG_BEGINS || first_byte(file) == PNG_BEGINS;
}

#ifndef HAVE_PHOTOS

const char *read_photo(FILE *file, int most, struct picture *p)
{
    (void)file;
    (void)most;
    (void)p;
    return _(
        "this build reads no JPEG and no PNG: ./setup.sh --photos installs what it lacks, then "
        "make builds it anew; a PPM is read by every build");
}

#else

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>
#include <jerror.h> /* wants jpeglib.h first */
#include <libexif/exif-data.h>
#include <png.h>

static char why[JMSG_LENGTH_MAX + 64];

/* `message` is the library's own. */
#define CANNOT_BE_READ(kind, message)                                                              \
    snprintf(why, sizeof(why), _("cannot be read as a %s: %s"), kind, message)

/* Memory for the picture, whose sides are known. */
static const char *make_room(struct picture *p, long width, long height, int most)
{
    if (width < 1 || height < 1 || width > most || height > most) {
        snprintf(why, sizeof(why), _("is %ld x %ld pixels, must be from 1 x 1 to %d x %d"), width,
                 height, most, most);
        return why;
    }
    p->width = width;
    p->height = height;
    p->rgb = (unsigned char *)malloc((size_t)width * height * 3);
    return p->rgb ? NULL : _("does not fit in memory");
}

/* ---- JPEG, by libjpeg ----------------------------------------------------------------------- */

struct failure {
    struct jpeg_error_mgr manager; /* first: libjpeg knows this alone */
    jmp_buf back;
};

static void give_up(j_common_ptr decoder)
{
    char message[JMSG_LENGTH_MAX];

    decoder->err->format_message(decoder, message);
    CANNOT_BE_READ("JPEG", message);
    longjmp(((struct failure *)decoder->err)->back, 1);
}

/* libjpeg warns and goes on with grey where the data end early or make no sense. */
static void give_up_if_damaged(j_common_ptr decoder, int level)
{
    const int code = decoder->err->msg_code;

    if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER ||
                      code == JWRN_MUST_RESYNC || code == JWRN_HUFF_BAD_CODE ||
                      code == JWRN_ARITH_BAD_CODE || code == JWRN_BOGUS_PROGRESSION))
        give_up(decoder);
}

#define EXIF_MARKER (JPEG_APP0 + 1)

/* Where the camera's row 0 and column 0 are seen: 1 to 8, as EXIF numbers it; 1 is upright. */
static int orientation_of(const struct jpeg_decompress_struct *decoder)
{
    jpeg_saved_marker_ptr m = decoder->marker_list;
    int orientation = 1;

    while (m && (m->marker != EXIF_MARKER || m->data_length < 6 || memcmp(m->data, "Exif\0", 6)))
        m = m->next;
    ExifData *exif = m ? exif_data_new_from_data(m->data, m->data_length) : NULL;
    ExifEntry *entry =
        exif ? exif_content_get_entry(exif->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION) : NULL;
    if (entry && entry->format == EXIF_FORMAT_SHORT && entry->components == 1)
        orientation = exif_get_short(entry->data, exif_data_get_byte_order(exif));
    if (exif)
        exif_data_unref(exif);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

/* Puts row y of the camera, `count` pixels of RGB, where it is seen. */
static void put_row(struct picture *p, int orientation, const unsigned char *row, int y, int count)
{
    const bool turned = orientation >= 5, from_right = orientation / 2 % 2 == 1,
               from_bottom = orientation == 3 || orientation == 4 || orientation >= 7;

    for (int x = 0; x < count; x++) {
        int at_x = turned ? y : x, at_y = turned ? x : y;
        if (from_right)
            at_x = p->width - 1 - at_x;
        if (from_bottom)
            at_y = p->height - 1 - at_y;
        memcpy(p->rgb + ((size_t)at_y * p->width + at_x) * 3, row + 3 * x, 3);
    }
}

/* Printers' colours, 4 bytes, to RGB, 3, in place. Adobe's programs store 255 for no ink, and say
 * that they wrote the file; others store 0. */
static void ink_to_light(unsigned char *row, int count, bool is_inverted)
{
    for (int x = 0; x < count; x++)
        for (int c = 0; c < 3; c++) {
            int ink = row[4 * x + c], black = row[4 * x + 3];
            row[3 * x + c] = is_inverted ? ink * black / 255 : (255 - ink) * (255 - black) / 255;
        }
}

static void read_rows(struct jpeg_decompress_struct *decoder, struct picture *p, int orientation)
{
    const int bytes = decoder->output_width * decoder->output_components;
    JSAMPARRAY row = decoder->mem->alloc_sarray((j_common_ptr)decoder, JPOOL_IMAGE, bytes, 1);

    while (decoder->output_scanline < decoder->output_height) {
        int y = decoder->output_scanline;
        jpeg_read_scanlines(decoder, row, 1);
        if (decoder->out_color_space == JCS_CMYK)
            ink_to_light(row[0], decoder->output_width, decoder->saw_Adobe_marker);
        put_row(p, orientation, row[0], y, decoder->output_width);
    }
}

static const char *read_jpeg(FILE *file, int most, struct picture *p)
{
    struct jpeg_decompress_struct decoder;
    struct failure failure;
    const char *volatile wrong = why; /* where libjpeg jumps back */

    decoder.err = jpeg_std_error(&failure.manager);
    failure.manager.error_exit = give_up;
    failure.manager.emit_message = give_up_if_damaged;
    jpeg_create_decompress(&decoder);
    if (!setjmp(failure.back)) {
        jpeg_stdio_src(&decoder, file);
        jpeg_save_markers(&decoder, EXIF_MARKER, 0xffff);
        jpeg_read_header(&decoder, TRUE);
        const bool has_ink =
            decoder.jpeg_color_space == JCS_CMYK || decoder.jpeg_color_space == JCS_YCCK;
        decoder.out_color_space = has_ink ? JCS_CMYK : JCS_RGB;
        const int orientation = orientation_of(&decoder), turned = orientation >= 5;
        const long width = decoder.image_width, height = decoder.image_height;
        wrong = make_room(p, turned ? height : width, turned ? width : height, most);
        if (!wrong) {
            wrong = why;
            jpeg_start_decompress(&decoder);
            read_rows(&decoder, p, orientation);
            jpeg_finish_decompress(&decoder);
            wrong = NULL;
        }
    }
    jpeg_destroy_decompress(&decoder);
    return wrong;
}

/* ---- PNG, by libpng ------------------------------------------------------------------------- */

static const char *read_png(FILE *file, int most, struct picture *p)
{
    png_image image = { .version = PNG_IMAGE_VERSION };
    const png_color white = { 255, 255, 255 };
    const char *wrong = NULL;

    if (png_image_begin_read_from_stdio(&image, file)) {
        image.format = PNG_FORMAT_RGB;
        image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB; /* where it does not say what its 16 bits are */
        wrong = make_room(p, image.width, image.height, most);
        if (!wrong)
            png_image_finish_read(&image, &white, p->rgb, 0, NULL);
    }
    if (!wrong && PNG_IMAGE_FAILED(image)) {
        CANNOT_BE_READ("PNG", image.message);
        wrong = why;
    }
    png_image_free(&image);
    return wrong;
}

const char *read_photo(FILE *file, int most, struct picture *p)
{
    *p = (struct picture){ 0 };
    const bool is_jpeg = first_byte(file) == JPEG_BEGINS;
    const char *wrong = is_jpeg ? read_jpeg(file, most, p) : read_png(file, most, p);

    if (wrong) {
        free(p->rgb);
        p->rgb = NULL;
    }
    return wrong;
}
#endif
