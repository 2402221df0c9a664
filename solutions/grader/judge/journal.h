/* OUT/journal: for each student when grading began, on which machine and since which start of it.
 * So a student whose files bring the machine down again and again can be given up. */
#ifndef JOURNAL_H
#define JOURNAL_H

void journal_open(const char *out);

/* `key`: of the student and the files, 64 digits. */
void journal_note_begun(const char *key);

/* How often this machine went down after that note. */
int journal_times_down(const char *key);

#endif
