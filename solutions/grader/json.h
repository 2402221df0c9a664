/* Short forms for JSON (jansson): members of objects, and texts. */
#ifndef JSON_H
#define JSON_H

#include <jansson.h>

/* A member of an object: "" and 0 where there is none. */
const char *json_text(const json_t *object, const char *name);
double json_amount(const json_t *object, const char *name);

/* A text as JSON, cleaned (text.h) and cut off after 1000 bytes. */
json_t *json_clean(const char *text);

#endif
