/* Reads JSON, as the traffic counters and the bug finder write it. What is read is never freed: a
 * page is made once. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

struct json {
    enum json_kind kind;
    const char *name; /* in an object */
    const char *text;
    double number;
    struct json *first, *next; /* of a list or an object; of the same list */
};

/* NULL: the text is not JSON, or is nested too deeply. */
const struct json *json_read(const char *text);
/* A member of an object; one that is not there is null, and has no members. */
const struct json *json_get(const struct json *object, const char *name);
const struct json *json_at(const struct json *list, int i);
double json_number(const struct json *object, const char *name); /* 0: not there */
const char *json_text(const struct json *object, const char *name);

#endif
