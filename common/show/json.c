#include "json.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct json nothing = { .kind = JSON_NULL, .text = "" };

struct reader {
    const char *at;
    int depth;
};

static struct json *read_value(struct reader *r);

static void *new_memory(size_t bytes)
{
    void *p = calloc(1, bytes);

    if (!p) {
        fprintf(stderr, "show: out of memory\n");
        exit(1);
    }
    return p;
}

static void skip_blanks(struct reader *r) { r->at += strspn(r->at, " \t\r\n"); }

/* A character after a backslash. Our reports write what is no UTF-8 as \u0080 to \u00ff. */
static bool read_escape(struct reader *r, char **to)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name = strchr(names, *r->at);
    unsigned code;

    if (*r->at && name) {
        *(*to)++ = values[name - names];
        r->at++;
        return true;
    }
    if (*r->at != 'u' || sscanf(r->at + 1, "%4x", &code) != 1 || strlen(r->at) < 5)
        return false;
    *(*to)++ = code && code < 256 ? (char)code : '?';
    r->at += 5;
    return true;
}

static const char *read_text(struct reader *r)
{
    const char *end = r->at + 1;
    char *text, *to;

    while (*end && *end != '"')
        end += *end == '\\' && end[1] ? 2 : 1;
    if (*r->at != '"' || !*end)
        return NULL;
    text = to = new_memory((size_t)(end - r->at));
    for (r->at++; r->at < end;)
        if (*r->at != '\\')
            *to++ = *r->at++;
        else if (r->at++, !read_escape(r, &to))
            return NULL;
    r->at = end + 1;
    return text;
}

/* What stands between brackets; of an object, names and values. */
static bool read_members(struct reader *r, struct json *in, char end)
{
    struct json **last = &in->first;

    r->at++;
    skip_blanks(r);
    while (*r->at != end) {
        const char *name = NULL;
        if (end == '}') {
            name = read_text(r);
            skip_blanks(r);
            if (!name || *r->at++ != ':')
                return false;
        }
        if (!(*last = read_value(r)))
            return false;
        (*last)->name = name;
        last = &(*last)->next;
        skip_blanks(r);
        if (*r->at != ',' && *r->at != end)
            return false;
        if (*r->at == ',') {
            r->at++;
            skip_blanks(r);
        }
    }
    r->at++;
    return true;
}

static bool read_word(struct reader *r, struct json *to)
{
    static const char *const words[] = { "null", "false", "true" };
    char *end;

    for (int i = 0; i < 3; i++)
        if (!strncmp(r->at, words[i], strlen(words[i]))) {
            to->kind = (enum json_kind)i;
            r->at += strlen(words[i]);
            return true;
        }
    to->kind = JSON_NUMBER;
    to->number = strtod(r->at, &end);
    if (end == r->at)
        return false;
    r->at = end;
    return true;
}

static struct json *read_value(struct reader *r)
{
    struct json *value = new_memory(sizeof(*value));
    bool fine;

    value->text = "";
    skip_blanks(r);
    if (++r->depth > 32)
        return NULL;
    if (*r->at == '{' || *r->at == '[') {
        value->kind = *r->at == '{' ? JSON_OBJECT : JSON_LIST;
        fine = read_members(r, value, *r->at == '{' ? '}' : ']');
    } else if (*r->at == '"') {
        value->kind = JSON_TEXT;
        fine = (value->text = read_text(r)) != NULL;
    } else {
        fine = read_word(r, value);
    }
    r->depth--;
    return fine ? value : NULL;
}

const struct json *json_read(const char *text)
{
    struct reader r = { text, 0 };
    const struct json *value = read_value(&r);

    skip_blanks(&r);
    return value && !*r.at ? value : NULL;
}

const struct json *json_get(const struct json *object, const char *name)
{
    for (const struct json *m = object->first; m; m = m->next)
        if (m->name && !strcmp(m->name, name))
            return m;
    return &nothing;
}

const struct json *json_at(const struct json *list, int i)
{
    const struct json *m = list->first;

    while (m && i-- > 0)
        m = m->next;
    return m ? m : &nothing;
}

double json_number(const struct json *object, const char *name)
{
    return json_get(object, name)->number;
}

const char *json_text(const struct json *object, const char *name)
{
    return json_get(object, name)->text;
}
