#include "words.h"

#include "../words/sheets.h"
#include "../words/spanish.h"

const char *readers_words(const char *english)
{
    return strcmp(sheets_language(), "es") ? english : spanish_of(english);
}
