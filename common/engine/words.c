#include "words.h"

#include <string.h>
#include "common/cpu_device/words/sheets.h"

extern const char *const spanish[][2]; /* English and Spanish; the last pair is NULL */

const char *report_language(void) { return sheets_language(); }

const char *in_words(const char *english)
{
    if (!strcmp(report_language(), "en"))
        return english;
    for (int i = 0; spanish[i][0]; i++)
        if (!strcmp(spanish[i][0], english))
            return spanish[i][1];
    return english;
}

int wide(int letters, const char *text)
{
    int more = 0; /* bytes than letters, in UTF-8 */

    for (; *text; text++)
        more += (*text & 0xC0) == 0x80;
    return letters < 0 ? letters - more : letters + more;
}
