/* lab06_resnet_layers/network/photo: JPEG and PNG. Each photo is written here: four squares, whose
 * colours say where they must be seen. */
#include "unit.h"
#include <stdlib.h>
#include <unistd.h>
#include "lab06_resnet_layers/network/photo.c"

#ifdef HAVE_PHOTOS

#define SQUARE 16 /* pixels of a side; a JPEG's own blocks have 8 or 16 */
#define WIDTH  (2 * SQUARE)
#define HEIGHT SQUARE /* two squares beside each other: no two ways to turn it look the same */

static FILE *file;

static int begin(void **state)
{
    file = tmpfile();
    return file ? 0 : -1;
}

static int end(void **state)
{
    return fclose(file);
}

/* ---- what is written ------------------------------------------------------------------------ */

enum { RED_GREEN, WITH_INK, ADOBE_INK, GREY, PROGRESSIVE };

/* 14 bytes of EXIF: one entry of a TIFF, the orientation. */
static void write_exif(struct jpeg_compress_struct *encoder, int orientation, bool is_big_endian)
{
    unsigned char little[] = { 'E', 'x', 'i', 'f', 0, 0, 'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12,
                               1,   3,   0,   1,   0, 0, 0,   0,   0,  0, 0, 0, 0, 0, 0, 0 };
    unsigned char big[] = { 'E',  'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1,
                            0x12, 0,   3,   0,   0, 0, 1,   0,   0, 0,  0, 0, 0, 0, 0, 0 };

    little[24] = orientation;
    big[25] = orientation;
    jpeg_write_marker(encoder, EXIF_MARKER, is_big_endian ? big : little, sizeof(little));
}

/* Upper half and lower half of the left square also differ: red over blue, green over white. */
static void colour_of(int x, int y, unsigned char rgb[3])
{
    const bool right = x >= SQUARE, low = y >= SQUARE / 2;

    rgb[0] = right == low ? 255 : 0;
    rgb[1] = right ? 255 : 0;
    rgb[2] = low ? 255 : 0;
}

/* What a sensor that was held as the orientation says sees of it: WIDTH x HEIGHT pixels of its own.
 */
static void write_jpeg(int kind, int orientation)
{
    struct jpeg_compress_struct encoder = { 0 };
    struct jpeg_error_mgr manager;
    const bool has_ink = kind == WITH_INK || kind == ADOBE_INK;
    unsigned char row[4 * WIDTH];
    JSAMPROW rows[] = { row };

    encoder.err = jpeg_std_error(&manager);
    jpeg_create_compress(&encoder);
    jpeg_stdio_dest(&encoder, file);
    encoder.image_width = WIDTH;
    encoder.image_height = HEIGHT;
    encoder.input_components = has_ink ? 4 : kind == GREY ? 1 : 3;
    encoder.in_color_space = has_ink ? JCS_CMYK : kind == GREY ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, 100, TRUE);
    encoder.write_Adobe_marker = kind == ADOBE_INK;
    if (kind == PROGRESSIVE)
        jpeg_simple_progression(&encoder);
    jpeg_start_compress(&encoder, TRUE);
    if (orientation)
        write_exif(&encoder, orientation & 15, orientation > 15);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            unsigned char rgb[3];
            colour_of(x, y, rgb);
            for (int c = 0; c < encoder.input_components; c++)
                row[encoder.input_components * x + c] = c == 3 ? 255 * (kind != WITH_INK)
                                                        : kind == WITH_INK ? 255 - rgb[c]
                                                                           : rgb[c];
        }
        jpeg_write_scanlines(&encoder, rows, 1);
    }
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    rewind(file);
}

/* `bytes` per channel, `channels` of a pixel: 1 grey, 3, 4 with how much it covers. */
static void write_png(int bytes, int channels)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    static const int types[] = { 0, PNG_COLOR_TYPE_GRAY, 0, PNG_COLOR_TYPE_RGB,
                                 PNG_COLOR_TYPE_RGBA };
    unsigned char row[8 * WIDTH];

    png_init_io(png, file);
    png_set_IHDR(png, info, WIDTH, HEIGHT, 8 * bytes, types[channels], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            unsigned char rgba[4];
            colour_of(x, y, rgba);
            rgba[3] = x < SQUARE ? 255 : 0;
            for (int i = 0; i < bytes * channels; i++)
                row[bytes * channels * x + i] = rgba[i / bytes];
        }
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    rewind(file);
}

/* ---- what is read --------------------------------------------------------------------------- */

static struct picture read_it(void)
{
    struct picture p;

    assert_true(is_photo(file));
    const char *wrong = read_photo(file, 100, &p);
    if (wrong)
        print_message("%s\n", wrong);
    assert_null(wrong);
    return p;
}

static void assert_colour(const struct picture *p, int x, int y, const unsigned char wanted[3])
{
    const unsigned char *rgb = p->rgb + 3 * (y * p->width + x);

    for (int c = 0; c < 3; c++)
        assert_in_range(abs(rgb[c] - wanted[c]), 0, 12); /* a JPEG at its best quality */
}

/* In the middle of the sensor's four fields. */
static void assert_upright(const struct picture *p)
{
    assert_int_equal(p->width, WIDTH);
    assert_int_equal(p->height, HEIGHT);
    for (int y = 4; y < HEIGHT; y += 8)
        for (int x = 8; x < WIDTH; x += 16) {
            unsigned char wanted[3];
            colour_of(x, y, wanted);
            assert_colour(p, x, y, wanted);
        }
}

/* What is in the file is the picture as it was drawn; then the file is empty again. */
static void assert_read(void)
{
    struct picture p = read_it();

    assert_upright(&p);
    free(p.rgb);
    rewind(file);
}

TEST_WITH(every_kind_of_photo_is_read, begin, end)
{
    static const int jpegs[] = { RED_GREEN, PROGRESSIVE, WITH_INK, ADOBE_INK };

    for (size_t i = 0; i < sizeof(jpegs) / sizeof(*jpegs); i++) {
        write_jpeg(jpegs[i], 0);
        assert_read();
    }
    write_jpeg(RED_GREEN, 9); /* an orientation that is none */
    assert_read();
    for (int bytes = 1; bytes <= 2; bytes++) {
        write_png(bytes, 3);
        assert_read();
    }
}

TEST_WITH(a_grey_jpeg_has_three_equal_colours, begin, end)
{
    write_jpeg(GREY, 0);
    struct picture p = read_it();
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        assert_int_equal(p.rgb[3 * i], p.rgb[3 * i + 1]);
        assert_int_equal(p.rgb[3 * i], p.rgb[3 * i + 2]);
    }
    assert_in_range(p.rgb[0], 250, 255);      /* the red of the left: white */
    assert_in_range(p.rgb[3 * SQUARE], 0, 5); /* of the right: black */
    free(p.rgb);
}

/* Where the sensor's upper left, upper right and lower left corner are seen, by EXIF's standard:
 * x and y, 0 left or top, 1 right or bottom. */
static const struct {
    int x[3], y[3];
} corners[9] = {
    [1] = { { 0, 1, 0 }, { 0, 0, 1 } }, [2] = { { 1, 0, 1 }, { 0, 0, 1 } },
    [3] = { { 1, 0, 1 }, { 1, 1, 0 } }, [4] = { { 0, 1, 0 }, { 1, 1, 0 } },
    [5] = { { 0, 0, 1 }, { 0, 1, 0 } }, [6] = { { 1, 1, 0 }, { 0, 1, 0 } },
    [7] = { { 1, 1, 0 }, { 1, 0, 1 } }, [8] = { { 0, 0, 1 }, { 1, 0, 1 } },
};

TEST_WITH(a_camera_may_be_held_in_eight_ways, begin, end)
{
    static const int sensor_x[] = { 2, WIDTH - 3, 2 }, sensor_y[] = { 2, 2, HEIGHT - 3 };

    for (int order = 0; order < 2; order++)
        for (int o = 1; o <= 8; o++) {
            rewind(file);
            write_jpeg(RED_GREEN, o + 16 * order);
            struct picture p = read_it();
            assert_int_equal(p.width, o >= 5 ? HEIGHT : WIDTH);
            assert_int_equal(p.height, o >= 5 ? WIDTH : HEIGHT);
            for (int i = 0; i < 3; i++) {
                unsigned char wanted[3];
                colour_of(sensor_x[i], sensor_y[i], wanted);
                assert_colour(&p, corners[o].x[i] ? p.width - 3 : 2,
                              corners[o].y[i] ? p.height - 3 : 2, wanted);
            }
            free(p.rgb);
        }
}

TEST_WITH(what_is_transparent_is_white, begin, end)
{
    for (int bytes = 1; bytes <= 2; bytes++) {
        const unsigned char white[] = { 255, 255, 255 }, red[] = { 255, 0, 0 };
        rewind(file);
        write_png(bytes, 4);
        struct picture p = read_it();
        assert_colour(&p, 2, 2, red);
        assert_colour(&p, WIDTH - 3, 2, white);
        free(p.rgb);
    }
}

/* ---- what is refused ------------------------------------------------------------------------ */

static void assert_refused(int most, const char *words)
{
    struct picture p;
    const char *wrong = read_photo(file, most, &p);

    assert_non_null(wrong);
    if (!strstr(wrong, words))
        print_message("%s\n", wrong);
    assert_non_null(strstr(wrong, words));
    assert_null(strchr(wrong, '\n'));
    assert_null(p.rgb);
}

TEST_WITH(one_that_is_too_large_is_refused_by_its_sides, begin, end)
{
    write_jpeg(RED_GREEN, 6);
    assert_refused(20, "is 16 x 32 pixels, must be from 1 x 1 to 20 x 20");
    rewind(file);
    write_png(1, 3);
    assert_refused(20, "is 32 x 16 pixels, must be from 1 x 1 to 20 x 20");
}

static void put(const char *bytes, int count)
{
    rewind(file);
    assert_int_equal(ftruncate(fileno(file), 0), 0);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    rewind(file);
}

/* Wherever the photo in the file is cut off, and whatever byte is another: a picture, or one line.
 * Its last bytes, `closing`, have nothing of the picture. */
static void damage_it(int closing, const char *words)
{
    char bytes[8192];
    struct picture p;
    const int count = fread(bytes, 1, sizeof(bytes), file);

    assert_in_range(count, 64, sizeof(bytes) - 1);
    for (int cut = 1; cut < count - closing; cut++) {
        put(bytes, cut);
        assert_refused(100, words);
    }
    for (int at = 1; at < count; at++) {
        bytes[at] ^= 0x55;
        put(bytes, count);
        bytes[at] ^= 0x55;
        const char *wrong = read_photo(file, 100, &p);
        assert_true(!wrong == !!p.rgb);
        assert_true(!wrong || !strchr(wrong, '\n'));
        free(p.rgb);
    }
}

TEST_WITH(a_damaged_jpeg_is_refused_or_read, begin, end)
{
    write_jpeg(RED_GREEN, 6);
    damage_it(2, "cannot be read as a JPEG: "); /* the marker of its end */
}

TEST_WITH(a_damaged_png_is_refused_or_read, begin, end)
{
    write_png(1, 3);
    damage_it(12, "cannot be read as a PNG: "); /* the chunk IEND */
}

TEST_WITH(another_file_is_no_photo, begin, end)
{
    fputs("P3 1 1 255 0 0 0\n", file);
    rewind(file);
    assert_false(is_photo(file));
    assert_int_equal(getc(file), 'P'); /* and is not touched */
}

#else

TEST(photos_are_read)
{
    print_message("libjpeg, libpng and libexif are not installed\n");
    skip();
}

#endif
