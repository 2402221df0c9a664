/* CPU device: in which language the reader's sheets are: "es" or "en", as REPORT_LANG says, else
 * the locale. The labs' engine asks here as well. */
#ifndef CPU_DEVICE_SHEETS_H
#define CPU_DEVICE_SHEETS_H

#include <stdlib.h>
#include <string.h>

static inline const char *sheets_language(void)
{
    static const char *const names[] = { "REPORT_LANG", "LC_ALL", "LC_MESSAGES", "LANG" };

    for (int i = 0; i < 4; i++) {
        const char *language = getenv(names[i]);

        if (language && *language)
            return strncmp(language, "es", 2) ? "en" : "es";
    }
    return "en";
}

#endif
