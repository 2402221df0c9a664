#include <stdio.h>
#include <stdlib.h>
#include "explain.h"
#include "result.h"
#include "solutions/grader/json.h"
#include "stop.h"

static void explain_test(json_t *test)
{
    json_t *extra = json_object_get(test, "extra_data"), *item;
    size_t i;

    printf("\n%s   %s   %g of %g points\n", json_text(test, "name"), json_text(extra, "verdict"),
           json_amount(test, "score"), json_amount(test, "max_score"));
    if (*json_text(extra, "note"))
        printf("  %s\n", json_text(extra, "note"));
    json_array_foreach(json_object_get(extra, "cases"), i, item)
        printf("  case %2lld  seed %s  %-13s %6.2f s  %s%s%s\n",
               json_integer_value(json_object_get(item, "case")), json_text(item, "seed"),
               json_text(item, "verdict"), json_amount(item, "seconds"), json_text(item, "shape"),
               *json_text(item, "note") ? ": " : "", json_text(item, "note"));
    json_array_foreach(json_object_get(extra, "findings"), i, item)
        printf("  finding at line %lld: %s\n", json_integer_value(json_object_get(item, "line")),
               json_text(item, "text"));
}

void explain(const struct grading *g, const char *id)
{
    char *path = result_path(g, id);
    json_t *results = json_load_file(path, 0, NULL), *test;
    json_t *extra = json_object_get(results, "extra_data");
    size_t i;

    if (!results)
        stop("EXPLAIN=%s: has no result in %s", id, g->out);
    printf("%s: %s, %g of %g points, isolation %s, %s, graded %s in %.1f s\n", id,
           json_text(extra, "verdict"), json_amount(results, "score"),
           json_amount(extra, "max_score"), json_text(extra, "isolation"),
           json_text(extra, "device"), json_text(extra, "date"), json_amount(extra, "seconds"));
    json_array_foreach(json_object_get(results, "tests"), i, test) explain_test(test);
    json_decref(results);
    free(path);
}
