#include "words.h"

#include <string.h>
#include "common/cpu_device/words/sheets.h"

extern const char *const spanish[][2]; /* as spanish_of_lab */

/* Of a lab that has none. */
__attribute__((weak)) const char *const spanish_of_lab[][2] = { { NULL, NULL } };

const char *report_language(void) { return sheets_language(); }

static const char *find(const char *const (*pair)[2], const char *english)
{
    while ((*pair)[0] && strcmp((*pair)[0], english))
        pair++;
    return (*pair)[1];
}

const char *in_words(const char *english)
{
    if (!strcmp(report_language(), "en"))
        return english;
    const char *words = find(spanish, english);
    if (!words)
        words = find(spanish_of_lab, english);
    return words ? words : english;
}

int wide(int letters, const char *text)
{
    int more = 0; /* bytes than letters, in UTF-8 */

    for (; *text; text++)
        more += (*text & 0xC0) == 0x80;
    return letters < 0 ? letters - more : letters + more;
}
