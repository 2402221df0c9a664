/* Is an exercise a worked kernel of its lab, under other names? */
#ifndef COPIED_H
#define COPIED_H

#include "grading.h"

/* Text as compile.sh leaves it in own.txt: of the student's file, and of the one that was handed
 * out. The exercise is copied where the text of its launcher, and of all that this names in the
 * file, is that of a worked launcher (..._v1), but for blanks, comments and the names that the kit
 * gave; a launcher that only hands its parameters on is the one that it calls. NULL: it is not;
 * else the worked launcher's name, to free. */
char *copied_from(const char *own, const char *worked, const struct lab_files *lab,
                  const struct exercise *e);

#endif
