#include <stdlib.h>
#include <string.h>
#include "json.h"
#include "text.h"

#define LONGEST 1000 /* bytes */

const char *json_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text != NULL ? text : "";
}

double json_amount(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

json_t *json_clean(const char *text)
{
    char *clean = text_clean(text, strlen(text), LONGEST);
    json_t *string = json_string(clean);

    free(clean);
    return string;
}
