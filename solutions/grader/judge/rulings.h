/* The instructor's last word about an exercise, which beats every verdict. OUT/rulings keeps it, a
 * line each: date, sum of the file that it is about, id:ex11=allow, reason, divided by tabs. The
 * last line about an exercise decides; it does not hold for any file but the one that it is about.
 */
#ifndef RULINGS_H
#define RULINGS_H

#include <stdbool.h>
#include "grading.h"
#include "submission.h"

struct ruling {
    char date[16], word[32]; /* word: allow, refuse, or points; */
    double points;           /* these, where it is points; else -1 */
    char reason[401];
    bool is_about_other_file; /* so it does not hold */
};

/* Reads OUT/rulings, and adds `rule` (id:ex11=allow, id:ex11,ex12=refuse, id:all=none, id:ex11=2.5)
 * with its reason; both may be NULL. Ends the program if nobody has this id, no graded lab has this
 * exercise, or the word is none of these. */
void read_rulings(struct grading *g, struct submissions *all, const char *rule, const char *reason);

/* Is there a ruling about this exercise of the student, whose files have been read? */
bool find_ruling(const struct grading *g, const struct submission *s, const struct exercise *e,
                 struct ruling *found);

#endif
