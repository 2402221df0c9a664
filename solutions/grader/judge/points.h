/* What an exercise is worth. */
#ifndef POINTS_H
#define POINTS_H

#include <jansson.h>
#include "grading.h"

/* Sets the points of an exercise and their maximum, and adds to its note why. */
void give_points(const struct grading *g, const struct exercise *e, json_t *extra, double *points,
                 double *most);

#endif
