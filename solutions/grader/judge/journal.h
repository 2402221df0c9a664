/* OUT/journal: who was begun, and on which start of which machine. So a student whose files bring
 * the machine down is given up after some times, and the others go on. */
#ifndef JOURNAL_H
#define JOURNAL_H

void journal_open(const char *out);

/* `key`: of the student and his files, 64 digits. */
void journal_note_begun(const char *key);

/* How often this machine went down after that. */
int journal_times_down(const char *key);

#endif
