/* Whose exercises are nearly the same, or nearly the kit's answer or its worked kernel? Each
 * exercise of a file by itself, as tokens: names, numbers, comments, layout, empty statements and
 * lines of the starter's file do not count; what macros stand for does. What is compared are the
 * sequences of eight tokens of two students. */
#ifndef SIMILAR_H
#define SIMILAR_H

#include "results.h"

struct group {
    char *exercises; /* "ex31, ex32": those in which the same members are alike */
    char *members;   /* "ana, eva, the kit's answer" */
    double alike;    /* the largest share of the sequences of two members that both have */
    double usual;    /* the median of this over all pairs of the class */
};

/* Everybody who is like another member belongs to its group. The groups that are most alike come
 * first; they are the caller's to free. `exercises`: as exercises_of has them. */
struct group *similar_groups(const struct class_results *class, const json_t *exercises,
                             size_t *count);

#endif
