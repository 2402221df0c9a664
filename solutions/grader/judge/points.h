/* What an exercise is worth. */
#ifndef POINTS_H
#define POINTS_H

#include <jansson.h>
#include "grading.h"

/* The points of an exercise and their maximum; adds to the note what decided them. */
void give_points(const struct grading *g, const struct exercise *e, json_t *extra, double *points,
                 double *most);

#endif
