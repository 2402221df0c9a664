/* make grade-doctor: the best isolation that this machine grants, proven by canaries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sandbox.h"

int main(int argc, char **argv)
{
    char why[512];
    bool gpu = argc > 1 && strcmp(argv[1], "--gpu") == 0;
    argc -= gpu;
    argv += gpu;
    if (argc < 2 || argc > 3 || argv[1][0] == '-') {
        fprintf(
            stderr,
            "usage: grade_doctor [--gpu] FOLDER_OF_ANSWERS [bubblewrap|landlock|own-uid|none]\n");
        return 2;
    }
    char *solutions = realpath(argv[1], NULL);
    if (!solutions) {
        fprintf(stderr, "grade_doctor: %s: there is no such folder\n", argv[1]);
        return 2;
    }
    int level = sandbox_best(argc == 3 ? argv[2] : NULL, why);
    if (level < 0) {
        fprintf(stderr, "grade_doctor: %s\n", why);
        return 1;
    }
    int harm = sandbox_doctor(level, solutions, gpu);
    free(solutions);
    return harm ? 1 : 0;
}
