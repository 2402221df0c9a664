/* CPU device: what people read, in their language. */
#include "words.h"
#include <stdarg.h>
#include <stdio.h>
#include "../words/sheets.h"
#include "../words/spanish.h"

namespace cpu_device
{

static thread_local const char *spoken; /* null: as the reader has it */

static bool is_spanish()
{
    const char *language = spoken ? spoken : sheets_language();
    return language[1] == 's';
}

const char *in_words(const char *english) { return is_spanish() ? spanish_of(english) : english; }

std::string say(const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

int wide(int letters, const char *text)
{
    int more = 0; /* bytes than letters, in UTF-8 */
    for (; *text; text++)
        more += (*text & 0xC0) == 0x80;
    return letters < 0 ? letters - more : letters + more;
}

speaking::speaking(const char *language) : before(spoken) { spoken = language; }
speaking::~speaking() { spoken = before; }

std::string bilingual::text() const { return is_spanish() ? spanish : english; }

} // namespace cpu_device
