#include <stdio.h>
#include <string.h>
#include "look.h"

enum found { GRADED, NOTHING, REFUSED };

static void print_others(const struct submission *s)
{
    for (int i = 0; i < s->other_count; i++)
        printf("%s%s", i ? ", " : "; not looked at: ", s->others[i].path);
    if (s->left_out)
        printf(", and %d more", s->left_out);
}

static enum found print_missing(const struct submission *s, const struct lab_files *lab)
{
    if (s->archive)
        printf("refused: %s: %s", s->archive, s->archive_why);
    else
        printf("nothing: there is no %s", lab->source);
    print_others(s);
    return s->archive ? REFUSED : NOTHING;
}

/* The end of a student's line. */
static enum found print_file(const struct submission *s, const struct lab_files *lab)
{
    int i = 0;

    while (i < s->file_count && strcmp(s->files[i].name, lab->source))
        i++;
    if (s->verdict) {
        printf("%s: %s", strcmp(s->verdict, "NOT_GRADED") ? "refused" : "cannot be read", s->why);
        return REFUSED;
    }
    if (i == s->file_count)
        return print_missing(s, lab);
    const struct handed_file *file = &s->files[i];
    const char *other = other_like(s, lab->source);
    if (!file->source) {
        printf("refused: %s: %s", file->path, file->why);
        return REFUSED;
    }
    printf("graded: %s%s%s%s", file->path, file->is_starter ? ", as it was handed out" : "",
           other ? ", not " : "", other ? other : "");
    return GRADED;
}

void look_at_class(const struct grading *g, struct submissions *all)
{
    int count[3] = { 0 };

    for (int i = 0; i < all->count; i++) {
        struct submission *s = &all->list[i];
        read_files(g, s);
        for (int lab = 0; lab < g->lab_count; lab++) {
            printf("%-24s %s  ", s->id, g->labs[lab].name);
            count[print_file(s, &g->labs[lab])]++;
            printf("\n");
        }
        free_files(s);
    }
    printf(
        "%d would be graded, %d have nothing, %d would be refused; nothing was compiled or run\n",
        count[GRADED], count[NOTHING], count[REFUSED]);
}
