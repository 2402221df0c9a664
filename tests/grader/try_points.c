/* try_points - of an exercise's extra_data on stdin, by a rubric of 4 points, 2 of them the goal's,
 * 1 for a copy: prints its points, and the note. */
#include <stdio.h>
#include "solutions/grader/json.h"
#include "solutions/grader/judge/points.h"

int main(void)
{
    const struct exercise e = { .name = "ex11", .points = 4, .goal = 2, .copied = 1 };
    const struct grading g = { .measures = false };
    json_t *extra = json_loadf(stdin, 0, NULL);
    double points, most;

    if (!extra) {
        fprintf(stderr, "usage: try_points <extra_data.json\n");
        return 2;
    }
    give_points(&g, &e, extra, &points, &most);
    printf("%g of %g; %s\n", points, most, json_text(extra, "note"));
    json_decref(extra);
    return 0;
}
