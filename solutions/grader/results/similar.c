#include <ctype.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "similar.h"
#include "solutions/grader/file.h"
#include "solutions/grader/memory.h"
#include "solutions/grader/text.h"
#include "words.h"

#define GRAM    8         /* tokens in a sequence */
#define FEWEST  50        /* sequences of an exercise; with fewer, likeness says nothing */
#define FEWER   25        /* of a worked kernel, which is short, and known */
#define ALIKE   0.75      /* share of common sequences from which on two students are a pair */
#define LONGEST (1 << 20) /* bytes of a file that the grader takes */

struct list {
    uint32_t *item;
    size_t count;
};

static void add(struct list *list, uint32_t item)
{
    list->item = list_grown(list->item, list->count, sizeof(*list->item));
    list->item[list->count++] = item;
}

static int by_number(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

    return (left > right) - (left < right);
}

static void sort_once(struct list *list)
{
    size_t kept = 0;

    if (list->count > 0)
        qsort(list->item, list->count, sizeof(*list->item), by_number);
    for (size_t i = 0; i < list->count; i++) {
        if (i == 0 || list->item[i] != list->item[kept - 1])
            list->item[kept++] = list->item[i];
    }
    list->count = kept;
}

static uint32_t hash_bytes(uint32_t hash, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 16777619u;
    return hash;
}

/* ---- a file ---------------------------------------------------------------------------------- */

/* Its code without comments, to free; NULL: there is no such file. */
static char *source(const char *path)
{
    size_t count;
    char *text = file_read_foreign(AT_FDCWD, path, LONGEST, &count);

    if (text != NULL)
        text_blank_comments(text);
    return text;
}

static uint32_t line_hash(const char *line, size_t count)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < count; i++) {
        if (!isspace((unsigned char)line[i]))
            hash = hash_bytes(hash, line + i, 1);
    }
    return hash;
}

/* The starter's file, as source() has it; NULL: there is none. */
static char *starter_source(const char *lab, const char *file)
{
    char *pattern = text_of("%s_*/%s", lab, file), *text = NULL;
    glob_t found;

    if (*lab != 0 && strpbrk(pattern, "?[]\\") == NULL && glob(pattern, 0, NULL, &found) == 0) {
        text = source(found.gl_pathv[0]);
        globfree(&found);
    }
    free(pattern);
    return text;
}

static struct list lines_of(const char *text)
{
    struct list lines = { NULL, 0 };

    for (const char *at = text; at != NULL && *at != 0; at += *at == '\n') {
        add(&lines, line_hash(at, strcspn(at, "\n")));
        at += strcspn(at, "\n");
    }
    sort_once(&lines);
    return lines;
}

/* How many bytes the token has that begins here. Its kind is 1 for the student's names and numbers,
 * so that all of these are alike. */
static size_t token(const char *at, uint32_t *kind)
{
    static const char known[] =
        " for if else while do return break continue float float4 int double "
        "half void const unsigned __shared__ __global__ __device__ __restrict__ "
        "__syncthreads __syncwarp __shfl_down_sync atomicAdd threadIdx blockIdx "
        "blockDim gridDim cudaMemcpyAsync min max ";
    size_t count = 0;

    while (isalnum((unsigned char)at[count]) || at[count] == '_')
        count++;
    *kind = 1;
    for (const char *word = known; count > 1 && (word = strchr(word, ' '))[1] != 0; word++) {
        if (strncmp(word + 1, at, count) == 0 && word[1 + count] == ' ')
            *kind = hash_bytes(2166136261u, at, count);
    }
    if (count == 0)
        *kind = (unsigned char)*at;
    return count > 0 ? count : 1;
}

/* The exercise to which a name at the outermost level belongs: 31 for matmul_tiled_ex31; -1: none,
 * it is a worked kernel; 0: the name does not say. */
static int exercise_of(const char *name, size_t count)
{
    for (size_t i = 0; i + 3 <= count; i++) {
        if (strncmp(name + i, "_ex", 3) == 0 && isdigit((unsigned char)name[i + 3]))
            return atoi(name + i + 3);
        if (strncmp(name + i, "_v1", 3) == 0)
            return -1;
    }
    return 0;
}

/* The search for an exercise's tokens in a file. */
struct search {
    int exercise;       /* that is looked for, as in 31 */
    int depth;          /* number of open braces */
    int whose;          /* exercise of the current function; 0: not known yet */
    struct list tokens; /* of the exercise, then of the current function */
    size_t kept;        /* number of those that are known to belong to the exercise */
};

/* Where the code of a line begins: of #define after the name and its parameters. */
static const char *code_of(const char *line, const char *end)
{
    static const char define[] = "define";
    const char *at = line + strspn(line, " \t");

    if (*at != '#')
        return line;
    at += 1 + strspn(at + 1, " \t");
    if (strncmp(at, define, sizeof(define) - 1) != 0)
        return end;
    at += sizeof(define) - 1;
    at += strspn(at, " \t");
    while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
        at++;
    while (*at == '(' && at < end && at[-1] != ')')
        at += strcspn(at, ")\n") + 1;
    return at < end ? at : end;
}

/* Takes the tokens of a line. A function ends with a } or ; at the outermost level; what came
 * before it, such as a helper, belongs to the same exercise. */
static void take_line(struct search *s, const char *line, const char *end, int is_own)
{
    uint32_t kind;

    for (line = code_of(line, end); line < end;) {
        size_t count = token(line, &kind);

        if (s->depth == 0 && s->whose == 0 && count > 3)
            s->whose = exercise_of(line, count);
        s->depth += (*line == '{') - (*line == '}' && s->depth > 0);
        if (is_own && !isspace((unsigned char)*line) && *line != '\\')
            add(&s->tokens, kind);
        line += count;
        if (s->depth == 0 && strchr("};", line[-1]) != NULL && s->whose != 0) {
            if (s->whose == s->exercise)
                s->kept = s->tokens.count;
            s->tokens.count = s->kept;
            s->whose = 0;
        }
    }
}

/* Removes statements that do nothing: ; alone, and (void)x; */
static struct list without_fillers(struct list tokens)
{
    const uint32_t nothing = hash_bytes(2166136261u, "void", 4);
    size_t kept = 0;

    for (size_t i = 0; i < tokens.count; i++) {
        tokens.item[kept++] = tokens.item[i];
        if (tokens.item[i] != ';')
            continue;
        if (kept >= 5 && tokens.item[kept - 5] == '(' && tokens.item[kept - 4] == nothing &&
            tokens.item[kept - 3] == ')')
            kept -= 5;
        else if (kept >= 2 && strchr(";{}", (int)tokens.item[kept - 2]) != NULL &&
                 tokens.item[kept - 2] < 128)
            kept--;
    }
    tokens.count = kept;
    return tokens;
}

/* The tokens of an exercise in the lines that the starter's file does not have. */
static struct list exercise_tokens(const char *text, int exercise, const struct list *starter)
{
    struct search s = { .exercise = exercise };

    for (const char *line = text; *line != 0; line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        uint32_t hash = line_hash(line, length);
        int is_own = starter->count == 0 ||
                     bsearch(&hash, starter->item, starter->count, sizeof(hash), by_number) == NULL;

        take_line(&s, line, line + length, is_own);
        line += length;
    }
    s.tokens.count = s.kept;
    return without_fillers(s.tokens);
}

static struct list grams_of(struct list tokens)
{
    struct list grams = { NULL, 0 };

    for (size_t i = 0; i + GRAM <= tokens.count; i++)
        add(&grams, hash_bytes(2166136261u, tokens.item + i, GRAM * sizeof(*tokens.item)));
    free(tokens.item);
    sort_once(&grams);
    return grams;
}

static double likeness(const struct list *a, const struct list *b)
{
    size_t i = 0, j = 0, both = 0;

    while (i < a->count && j < b->count) {
        if (a->item[i] == b->item[j])
            both++, i++, j++;
        else if (a->item[i] < b->item[j])
            i++;
        else
            j++;
    }
    return (double)both / (double)(a->count + b->count - both);
}

static int number_of(const char *exercise)
{
    return atoi(exercise + strcspn(exercise, "0123456789"));
}

/* Of the file, without its lines that are in `starter`. */
static struct list grams_of_file(const char *path, int exercise, const struct list *starter)
{
    struct list grams = { NULL, 0 };
    char *text = source(path);

    if (text != NULL)
        grams = grams_of(exercise_tokens(text, exercise, starter));
    free(text);
    return grams;
}

/* ---- an exercise ----------------------------------------------------------------------------- */

/* Who is compared in an exercise: the students, then the answer, then the worked kernel. A copy of
 * that one consists of the starter's lines, so for it all lines count. */
struct compared {
    const char *exercise;
    size_t students;
    struct list *grams; /* of each student, and of the answer */
    struct list *whole; /* of each student with the starter's lines, and of the worked kernel */
    size_t *group;      /* of each: the first member that it is alike with, directly or not */
    double *alike;      /* of each: the most */
    double usual;
};

/* Of the worked kernel; none where what was handed out for the exercise, or its answer, is like it.
 */
static struct list worked_grams(const char *starter, const char *answer, int exercise)
{
    static const struct list none = { NULL, 0 };
    struct list worked = grams_of(exercise_tokens(starter, -1, &none));
    struct list given = grams_of(exercise_tokens(starter, exercise, &none));
    struct list right = grams_of_file(answer, exercise, &none);

    if ((given.count > 0 && likeness(&given, &worked) >= ALIKE) ||
        (right.count > 0 && likeness(&right, &worked) >= ALIKE))
        worked.count = 0;
    free(given.item);
    free(right.item);
    return worked;
}

static void compare_all(struct compared *c, const struct class_results *class, const json_t *test)
{
    static const struct list none = { NULL, 0 };
    const char *file = json_text(more_of(test), "file"), *lab = json_text(more_of(test), "lab");
    const int exercise = number_of(c->exercise);
    char *answer = text_of("solutions/%s", file), *starter = starter_source(lab, file);
    struct list lines = lines_of(starter);
    const bool is_name = *file != 0 && strchr(file, '/') == NULL;

    for (size_t i = 0; i < c->students && is_name; i++) {
        char *path = text_of("%s/sources/%s", class->students[i].folder, file);
        if (test_of(&class->students[i], c->exercise) != NULL) {
            c->grams[i] = grams_of_file(path, exercise, &lines);
            c->whole[i] = grams_of_file(path, exercise, &none);
        }
        free(path);
    }
    if (is_name)
        c->grams[c->students] = grams_of_file(answer, exercise, &lines);
    if (starter != NULL)
        c->whole[c->students] = worked_grams(starter, answer, exercise);
    free(answer);
    free(starter);
    free(lines.item);
}

static size_t first_of(const struct compared *c, size_t member)
{
    while (c->group[member] != member)
        member = c->group[member];
    return member;
}

static void join(struct compared *c, size_t a, size_t b, double alike)
{
    size_t one = first_of(c, a), other = first_of(c, b);

    c->group[one > other ? one : other] = one < other ? one : other;
    c->alike[a] = alike > c->alike[a] ? alike : c->alike[a];
    c->alike[b] = alike > c->alike[b] ? alike : c->alike[b];
}

static double median_of(struct list *millionths)
{
    if (millionths->count == 0)
        return 0;
    qsort(millionths->item, millionths->count, sizeof(*millionths->item), by_number);
    return millionths->item[millionths->count / 2] / 1e6;
}

static void find_groups(struct compared *c)
{
    struct list all = { NULL, 0 }; /* how alike each two students are, in millionths */
    const struct list *worked = &c->whole[c->students];

    for (size_t a = 0; a < c->students; a++) {
        for (size_t b = a + 1; b <= c->students; b++) { /* the last one is the answer */
            if (c->grams[a].count < FEWEST || c->grams[b].count < FEWEST)
                continue;
            double alike = likeness(&c->grams[a], &c->grams[b]);
            if (b < c->students)
                add(&all, (uint32_t)(alike * 1e6));
            if (alike >= ALIKE)
                join(c, a, b, alike);
        }
        double alike = worked->count < FEWER ? 0 : likeness(&c->whole[a], worked);
        if (alike >= ALIKE && c->whole[a].count >= FEWER)
            join(c, a, c->students + 1, alike);
    }
    c->usual = median_of(&all);
    free(all.item);
}

/* ---- the groups ------------------------------------------------------------------------------ */

struct groups {
    struct group *group;
    size_t count;
};

static const char *name_of(const struct class_results *class, size_t member)
{
    return member < class->count    ? class->students[member].id
           : member == class->count ? say("the kit's answer", "la solución del kit")
                                    : say("the worked kernel", "el kernel resuelto");
}

/* Adds a group; one of a different exercise with the same members also gets this exercise. */
static void add_group(struct groups *all, const struct compared *c, char *members, double alike)
{
    for (size_t i = 0; i < all->count; i++) {
        struct group *known = &all->group[i];
        if (strcmp(known->members, members) != 0)
            continue;
        text_add(&known->exercises, ", %s", c->exercise);
        known->alike = alike > known->alike ? alike : known->alike;
        known->usual = c->usual > known->usual ? c->usual : known->usual;
        free(members);
        return;
    }
    all->group = list_grown(all->group, all->count, sizeof(*all->group));
    all->group[all->count++] =
        (struct group){ text_of("%s", c->exercise), members, alike, c->usual };
}

static void add_groups(struct groups *all, const struct class_results *class,
                       const struct compared *c)
{
    for (size_t first = 0; first < c->students; first++) {
        char *members = text_of("%s", class->students[first].id);
        double alike = c->alike[first];
        size_t others = 0;

        for (size_t i = first + 1; i < c->students + 2; i++) {
            if (first_of(c, i) != first)
                continue;
            text_add(&members, ", %s", name_of(class, i));
            alike = c->alike[i] > alike ? c->alike[i] : alike;
            others++;
        }
        if (others > 0 && c->group[first] == first)
            add_group(all, c, members, alike);
        else
            free(members);
    }
}

static int most_alike(const void *a, const void *b)
{
    const struct group *left = a, *right = b;
    int order = (left->alike < right->alike) - (left->alike > right->alike);

    order = order != 0 ? order : strcmp(left->exercises, right->exercises);
    return order != 0 ? order : strcmp(left->members, right->members);
}

static void compare_exercise(struct groups *all, const struct class_results *class,
                             const json_t *test)
{
    const size_t members = class->count + 2;
    struct compared c = { .exercise = json_text(more_of(test), "exercise"),
                          .students = class->count,
                          .grams = needed(calloc(members, sizeof(*c.grams))),
                          .whole = needed(calloc(members, sizeof(*c.whole))),
                          .group = needed(calloc(members, sizeof(*c.group))),
                          .alike = needed(calloc(members, sizeof(*c.alike))) };

    for (size_t i = 0; i < members; i++)
        c.group[i] = i;
    compare_all(&c, class, test);
    find_groups(&c);
    add_groups(all, class, &c);
    for (size_t i = 0; i < members; i++) {
        free(c.grams[i].item);
        free(c.whole[i].item);
    }
    free(c.grams);
    free(c.whole);
    free(c.group);
    free(c.alike);
}

struct group *similar_groups(const struct class_results *class, const json_t *exercises,
                             size_t *count)
{
    struct groups all = { NULL, 0 };
    size_t k;
    json_t *one;

    json_array_foreach(exercises, k, one) compare_exercise(&all, class, one);
    if (all.count > 0)
        qsort(all.group, all.count, sizeof(*all.group), most_alike);
    *count = all.count;
    return all.group;
}
