/* What the parts of the program `grade` know: the folders, the rubric, the labs that are graded. */
#ifndef GRADING_H
#define GRADING_H

#include <stdbool.h>
#include "solutions/grader/sandbox/sandbox.h"

#define MAX_EXERCISES 60
#define MAX_LABS      16
#define MAX_STEPS     8

/* Points from a ratio on. The ratio is the time of the answer by the time of the submission. */
struct step {
    double ratio, points;
};

/* A line of the rubric. */
struct exercise {
    char name[8], lab[8];  /* ex31, lab03 */
    double points, goal;   /* goal: those of the points that a missed goal costs */
    double finding, fault; /* what the bug finder's findings cost; see points.c */
    double waiting;        /* what a launcher costs that waits for the device */
    bool looks_for_copy;   /* of a worked kernel; */
    double copied;         /* what it gets */
    int cases, step_count;
    struct step steps[MAX_STEPS]; /* of speed, the smallest ratio first */
};

struct lab_files {
    char name[8];    /* lab03 */
    char source[64]; /* matmul_tiled.cu */
    char folder[80]; /* lab03_matmul_tiled */
};

struct grading {
    const char *kit, *build;                /* folders, absolute; */
    const char *check_build, *count_build;  /* these NULL: nothing is looked for, nothing counted */
    const char *submissions, *out, *device; /* device: cpu_device, or cuda */
    enum sandbox_level level;
    const char *toolkit;                /* nvcc's folder, which the compiler may read; or NULL */
    struct sandbox_libraries libraries; /* of the runners, on a GPU */
    double case_seconds;                /* until a runner is killed */
    bool alone;                         /* no other student is graded at the same time */
    bool measures;                      /* speed is measured here */
    struct exercise exercises[MAX_EXERCISES];
    int exercise_count;
    struct lab_files labs[MAX_LABS];
    int lab_count;
    const char *wanted[MAX_LABS + 1]; /* the sources of these labs; NULL ends */
    char secret[65], kit_key[65];
    char *rulings; /* OUT/rulings: see rulings.h */
};

#endif
