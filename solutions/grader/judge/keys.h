/* Keys: checksums of all that a result depends on. A result is kept as long as its key is the same.
 */
#ifndef KEYS_H
#define KEYS_H

#include <stddef.h>
#include "grading.h"
#include "submission.h"

/* Sets g->kit_key: of all that decides grades except the students' files. */
void find_kit_key(struct grading *g);

/* Of a student's files, the kit, the level of isolation and the labs. */
void key_of(const struct grading *g, const struct submission *submission, char hex[65]);

#endif
