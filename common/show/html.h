/* The page's text: stdout, in one of two languages, with nothing of a program's own taken for HTML.
 */
#ifndef HTML_H
#define HTML_H

#include <stdbool.h>

extern bool in_spanish;

const char *say(const char *english, const char *spanish);
void put(const char *format, ...) __attribute__((format(printf, 1, 2))); /* as it is */
void put_text(const char *text); /* escaped; what is no UTF-8 becomes a question mark */
void put_count(double n);        /* 1 048 576 */
void put_value(double x);        /* 16.5, or 16,5 */
/* For a <script>: of JSON the signs that are `special`, < and > among them, as \u003c. */
void put_json(const char *text, const char *special);
const char *base_name(const char *path);

#endif
