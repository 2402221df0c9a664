#include "words.h"

#include <string.h>
#include "common/cpu_device/words/sheets.h"

extern const char *const spanish[][2];
/* NULL: the lab has none. Were it const, clang would not look whether a lab has. */
__attribute__((weak)) const char *const (*spanish_of_lab)[2];

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
    if (!words && spanish_of_lab)
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
