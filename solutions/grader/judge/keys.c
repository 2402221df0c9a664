#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "keys.h"
#include "rulings.h"
#include "solutions/grader/file.h"
#include "solutions/grader/text.h"
#include "stop.h"

#define MOST_BYTES ((size_t)1 << 30) /* of a program */

/* Adds the sum of a file of the kit, and frees the path. */
static void add_file(char **all, char *path)
{
    size_t count;
    char hex[65], *bytes = file_read(path, MOST_BYTES, &count);

    if (!bytes)
        stop("%s: %s; run make grade, which builds it", path, strerror(errno));
    sha256_of(bytes, count, hex);
    text_add(all, "%s\n", hex);
    free(bytes);
    free(path);
}

void find_kit_key(struct grading *g)
{
    char *all = text_of("%d %s\n", g->measures, g->secret);

    for (int i = 0; i < g->lab_count; i++) {
        add_file(&all, text_of("%s/grader/judge%s", g->build, g->labs[i].name + 3));
        add_file(&all, text_of("%s/grader/%s.sh", g->build, g->labs[i].name));
        add_file(&all, text_of("%s/grader/%s_own.txt", g->build, g->labs[i].name));
    }
    add_file(&all, text_of("%s/solutions/grader/judge/runner.o", g->build));
    add_file(&all, text_of("%s/symbols", g->build));
    add_file(&all, text_of("%s/common/tools/symbols.txt", g->kit));
    add_file(&all, text_of("%s/solutions/grader/judge/compile.sh", g->kit));
    add_file(&all, text_of("%s/solutions/rubric.csv", g->kit));
    sha256_of(all, strlen(all), g->kit_key);
    free(all);
}

void key_of(const struct grading *g, const struct submission *s, char hex[65])
{
    struct ruling ruling;
    char *all = text_of("%s %s %s\n%s\n", g->kit_key, sandbox_names[g->level], g->device,
                        s->verdict ? s->why : "");

    for (int i = 0; i < s->file_count; i++) {
        const struct handed_file *file = &s->files[i];
        text_add(&all, "%s %s\n", file->path, file->source ? file->sha256 : file->why);
    }
    if (s->archive)
        text_add(&all, "%s %s\n", s->archive, s->archive_why);
    for (int i = 0; i < s->other_count; i++)
        text_add(&all, "%s\n", s->others[i].path);
    for (int i = 0; i < g->lab_count; i++)
        text_add(&all, "%s\n", g->labs[i].name);
    for (int i = 0; i < g->exercise_count; i++)
        if (find_ruling(g, s, &g->exercises[i], &ruling))
            text_add(&all, "%s %s %d %s\n", g->exercises[i].name, ruling.word,
                     ruling.is_about_other_file, ruling.reason);
    sha256_of(all, strlen(all), hex);
    free(all);
}
