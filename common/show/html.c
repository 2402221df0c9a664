#include "html.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool in_spanish;

const char *say(const char *english, const char *spanish) { return in_spanish ? spanish : english; }

void put(const char *format, ...)
{
    va_list more;

    va_start(more, format);
    vprintf(format, more);
    va_end(more);
}

/* Bytes of the character of UTF-8 that begins here; 0: none does. */
static int character(const unsigned char *s)
{
    int n = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 0;

    for (int i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if (n > 2 && ((*s == 0xe0 && s[1] < 0xa0) || (*s == 0xed && s[1] > 0x9f) ||
                  (*s == 0xf0 && s[1] < 0x90) || (*s == 0xf4 && s[1] > 0x8f)))
        return 0;
    return n;
}

void put_text(const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int n = character(s);
        const char *other = *s == '<'                                    ? "&lt;"
                            : *s == '>'                                  ? "&gt;"
                            : *s == '&'                                  ? "&amp;"
                            : *s == '"'                                  ? "&quot;"
                            : *s == '\''                                 ? "&#39;"
                            : !n || (*s < 32 && *s != '\t') || *s == 127 ? "?"
                                                                         : NULL;
        if (other)
            fputs(other, stdout);
        else
            fwrite(s, 1, (size_t)n, stdout);
        s += n ? n : 1;
    }
}

void put_count(double n)
{
    char digits[32];
    int length = snprintf(digits, sizeof(digits), "%.0f", n);

    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            put("&#8239;");
        putchar(digits[i]);
    }
}

void put_value(double x)
{
    char text[32], *point;

    snprintf(text, sizeof(text), "%.2f", x);
    if ((point = strchr(text, '.')) && !strcmp(point, ".00"))
        *point = 0;
    else if (point && in_spanish)
        *point = ',';
    put("%s", text);
}

void put_json(const char *text, const char *special)
{
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        int n = character(s);
        if (!n || strchr(special, *s) || (*s < 32 && *s != '\n') || *s == 127)
            put("\\u%04x", *s);
        else
            fwrite(s, 1, (size_t)n, stdout);
        s += n ? n : 1;
    }
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}
