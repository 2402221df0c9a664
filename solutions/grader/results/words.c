#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "solutions/grader/csv.h"
#include "solutions/grader/text.h"
#include "words.h"

#define ADVICE  "solutions/grader/results/advice.csv"     /* name,en,es,hint_en,hint_es */
#define PHRASES "solutions/grader/results/phrases_es.csv" /* en,es */

bool spanish;

/* The table, read once; NULL: it is not there or has other columns. */
static struct csv *table_of(const char *path, size_t columns)
{
    char why[512];
    struct csv *table = csv_read(path, why);

    if (table != NULL && table->columns == columns)
        return table;
    if (table != NULL)
        snprintf(why, sizeof(why), "%s: must have %zu columns", path, columns);
    fprintf(stderr, "class: %s\n", why);
    csv_free(table);
    return NULL;
}

static const char *advice(const char *name, size_t column)
{
    static struct csv *table;
    static int tried;

    if (!tried++)
        table = table_of(ADVICE, 5);
    for (size_t row = 1; table != NULL && row < table->rows; row++) {
        if (strcmp(table->cells[row * 5], name) == 0)
            return table->cells[row * 5 + column];
    }
    return NULL;
}

const char *meaning(const char *name)
{
    const char *words = advice(name, spanish ? 2 : 1);

    return words != NULL ? words : name;
}

const char *hint_for(const char *name)
{
    const char *words = advice(name, spanish ? 4 : 3);

    return words != NULL ? words : "";
}

/* `text` with `to` in every place of `from`. " of " is replaced only before a number, as in "3 of
 * 257 wrong"; anywhere else it may belong to a sentence that stays English. */
static char *with_phrase(char *text, const char *from, const char *to)
{
    for (char *at = text; (at = strstr(at, from)) != NULL;) {
        if (strcmp(from, " of ") == 0 && !isdigit((unsigned char)at[strlen(from)])) {
            at++;
            continue;
        }
        char *other = text_of("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));

        at = other + (at - text) + strlen(to);
        free(text);
        text = other;
    }
    return text;
}

char *in_spanish(char *text)
{
    static struct csv *table;
    static int tried;

    if (!tried++)
        table = table_of(PHRASES, 2);
    for (size_t row = 1; table != NULL && row < table->rows; row++)
        text = with_phrase(text, table->cells[2 * row], table->cells[2 * row + 1]);
    return text;
}

/* A lab's sheet in the reader's language; NULL: there is none. */
static FILE *sheet_of(const char *lab)
{
    char *path = text_of("handouts/%s/%s.md", say("en", "es"), lab);
    FILE *sheet = strspn(lab, "lab0123456789") == strlen(lab) ? fopen(path, "r") : NULL;

    free(path);
    return sheet;
}

char *sheet_title(const char *lab, const char *number, int *section)
{
    char *title = NULL, line[256];
    FILE *sheet = sheet_of(lab);
    size_t count = strlen(number);

    *section = 0;
    while (sheet != NULL && title == NULL && fgets(line, sizeof(line), sheet) != NULL) {
        char *at = strncmp(line, "## ", 3) == 0 ? strstr(line, number) : NULL;

        if (at == NULL || count == 0 || at[count] != ':' || at[-1] != ' ')
            continue;
        line[strcspn(line, "\n")] = 0;
        *section = atoi(line + 3);
        title = text_of("%s", at);
    }
    if (sheet != NULL)
        fclose(sheet);
    return title;
}

char *lab_title(const char *lab)
{
    char *title = text_of("%s", lab), line[256];
    FILE *sheet = sheet_of(lab);

    if (sheet != NULL && fgets(line, sizeof(line), sheet) != NULL && strncmp(line, "# ", 2) == 0) {
        line[strcspn(line, "\n")] = 0;
        free(title);
        title = text_of("%s", line + 2);
    }
    if (sheet != NULL)
        fclose(sheet);
    return title;
}
