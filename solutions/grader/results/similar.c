#include <ctype.h>
#include <fcntl.h>
#include <glob.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "similar.h"
#include "solutions/grader/file.h"
#include "solutions/grader/memory.h"
#include "solutions/grader/text.h"

#define GRAM    8         /* tokens in a sequence */
#define FEWEST  50        /* sequences of an exercise; with fewer, likeness says nothing */
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

static struct list starter_lines(const char *lab, const char *file)
{
    char *pattern = text_of("%s_*/%s", lab, file), *text = NULL;
    struct list lines = { NULL, 0 };
    glob_t found;

    if (*lab != 0 && strpbrk(pattern, "?[]\\") == NULL && glob(pattern, 0, NULL, &found) == 0) {
        text = source(found.gl_pathv[0]);
        globfree(&found);
    }
    for (const char *at = text; at != NULL && *at != 0; at += *at == '\n') {
        add(&lines, line_hash(at, strcspn(at, "\n")));
        at += strcspn(at, "\n");
    }
    sort_once(&lines);
    free(pattern);
    free(text);
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
    for (size_t i = 0; i + 3 < count; i++) {
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

/* Takes the tokens of a line. A function ends with a } or ; at the outermost level; what came
 * before it, such as a helper, belongs to the same exercise. */
static void take_line(struct search *s, const char *line, const char *end, int is_own)
{
    uint32_t kind;

    while (line < end && *line != '#') {
        size_t count = token(line, &kind);

        if (s->depth == 0 && s->whose == 0 && count > 3)
            s->whose = exercise_of(line, count);
        s->depth += (*line == '{') - (*line == '}' && s->depth > 0);
        if (is_own && !isspace((unsigned char)*line))
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
    return s.tokens;
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

/* ---- the pairs ------------------------------------------------------------------------------- */

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

static struct list grams_of_student(const struct student_result *student, const char *exercise,
                                    const struct list *starter)
{
    struct list grams = { NULL, 0 };
    const json_t *more = more_of(test_of(student, exercise));
    char *path = text_of("%s/sources/%s", student->folder, json_text(more, "file")), *text = NULL;

    if (strchr(json_text(more, "file"), '/') == NULL && *json_text(more, "file") != 0)
        text = source(path);
    if (text != NULL)
        grams = grams_of(
            exercise_tokens(text, atoi(exercise + strcspn(exercise, "0123456789")), starter));
    free(text);
    free(path);
    return grams;
}

struct pairs {
    struct pair *pair;
    size_t count;
};

static double median_of(struct list *millionths)
{
    if (millionths->count == 0)
        return 0;
    qsort(millionths->item, millionths->count, sizeof(*millionths->item), by_number);
    return millionths->item[millionths->count / 2] / 1e6;
}

static void add_pairs(struct pairs *pairs, const struct class_results *class, const char *exercise,
                      const struct list *grams)
{
    size_t before = pairs->count;
    struct list all = { NULL, 0 }; /* how alike each two are, in millionths */

    for (size_t a = 0; a < class->count; a++) {
        for (size_t b = a + 1; b < class->count; b++) {
            if (grams[a].count < FEWEST || grams[b].count < FEWEST)
                continue;
            double alike = likeness(&grams[a], &grams[b]);
            add(&all, (uint32_t)(alike * 1e6));
            if (alike < ALIKE)
                continue;
            pairs->pair = list_grown(pairs->pair, pairs->count, sizeof(*pairs->pair));
            pairs->pair[pairs->count++] =
                (struct pair){ exercise, &class->students[a], &class->students[b], alike, 0 };
        }
    }
    double usual = median_of(&all);
    for (size_t i = before; i < pairs->count; i++)
        pairs->pair[i].usual = usual;
    free(all.item);
}

static int most_alike(const void *a, const void *b)
{
    const struct pair *left = a, *right = b;
    int order = (left->alike < right->alike) - (left->alike > right->alike);

    order = order != 0 ? order : strcmp(left->exercise, right->exercise);
    order = order != 0 ? order : strcmp(left->a->id, right->a->id);
    return order != 0 ? order : strcmp(left->b->id, right->b->id);
}

struct pair *similar_pairs(const struct class_results *class, const json_t *exercises,
                           size_t *count)
{
    struct pairs pairs = { NULL, 0 };
    struct list *grams = needed(calloc(class->count + 1, sizeof(*grams)));
    size_t k;
    json_t *one;

    json_array_foreach(exercises, k, one)
    {
        const char *exercise = json_text(more_of(one), "exercise");
        struct list starter =
            starter_lines(json_text(more_of(one), "lab"), json_text(more_of(one), "file"));

        for (size_t i = 0; i < class->count; i++)
            grams[i] = grams_of_student(&class->students[i], exercise, &starter);
        add_pairs(&pairs, class, exercise, grams);
        for (size_t i = 0; i < class->count; i++)
            free(grams[i].item);
        free(starter.item);
    }
    free(grams);
    if (pairs.count > 0)
        qsort(pairs.pair, pairs.count, sizeof(*pairs.pair), most_alike);
    *count = pairs.count;
    return pairs.pair;
}
