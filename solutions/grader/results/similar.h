/* Whose exercises are nearly the same? Each exercise of a file by itself, as tokens: names,
 * numbers, comments and layout do not count, nor do lines that the starter's file has, too. What is
 * compared are the sequences of eight tokens of two students. */
#ifndef SIMILAR_H
#define SIMILAR_H

#include "results.h"

struct pair {
    const char *exercise; /* ex31 */
    const struct student_result *a, *b;
    double alike; /* the share of the sequences of either that both have */
    double usual; /* the median of this over all pairs of the class */
};

/* The pairs that are alike, the most alike first; to free. `exercises`: as exercises_of has them.
 */
struct pair *similar_pairs(const struct class_results *class, const json_t *exercises,
                           size_t *count);

#endif
