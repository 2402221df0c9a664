#include "words.h"

#include <stdlib.h>
#include <string.h>

extern const char *const spanish[][2]; /* English and Spanish; the last pair is NULL */

const char *report_language(void)
{
    static const char *const names[] = { "REPORT_LANG", "LC_ALL", "LC_MESSAGES", "LANG" };

    for (int i = 0; i < 4; i++) {
        const char *language = getenv(names[i]);
        if (language && *language)
            return strncmp(language, "es", 2) ? "en" : "es";
    }
    return "en";
}

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
