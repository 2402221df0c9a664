/* try_copied KIT_OWN OWN SOURCE EXERCISE... - of which worked launcher is each exercise a copy?
 *
 *   try_copied build/quick/grader/lab03_own.txt own.txt matmul_tiled.cu ex31 ex32
 *
 * The first two are texts of `compile.sh SETTINGS own`. A line for each exercise: ex31 none. */
#include <stdio.h>
#include <stdlib.h>
#include "solutions/grader/file.h"
#include "solutions/grader/judge/copied.h"

#define MOST_BYTES (1 << 24)

int main(int argc, char **argv)
{
    size_t count;
    char *worked = argc > 4 ? file_read(argv[1], MOST_BYTES, &count) : NULL;
    char *own = argc > 4 ? file_read(argv[2], MOST_BYTES, &count) : NULL;
    struct lab_files lab = { .name = "" };

    if (!worked || !own) {
        fprintf(stderr, "usage: try_copied KIT_OWN OWN SOURCE EXERCISE...\n");
        return 2;
    }
    snprintf(lab.source, sizeof(lab.source), "%s", argv[3]);
    for (int i = 4; i < argc; i++) {
        struct exercise exercise = { .name = "" };
        snprintf(exercise.name, sizeof(exercise.name), "%s", argv[i]);
        char *twin = copied_from(own, worked, &lab, &exercise);
        printf("%s %s\n", argv[i], twin ? twin : "none");
        free(twin);
    }
    free(worked);
    free(own);
    return 0;
}
