/* Fills one column of a gradebook's export: a Canvas gradebook (with its row "Points Possible") or
 * a Moodle grading worksheet. All other bytes stay as they are. A student is found by what the
 * export calls identifier, ID, login, address or name; for one who is not found a line goes to
 * stderr. */
#ifndef GRADEBOOK_H
#define GRADEBOOK_H

#include "results.h"

struct gradebook;

/* `column` names it, or NULL: the export itself does. NULL: `why`. */
struct gradebook *gradebook_read(const char *path, const char *column, char why[512]);

/* Writes OUT/gradebook.csv; -1: errno. */
int gradebook_write(struct gradebook *book, const struct class_results *class);

#endif
