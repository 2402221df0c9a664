/* CPU device: puts parts of the program's text on stdout. */
#include "rewrite.h"

static size_t program; /* begins there in the text, after a header */

void put_begins(size_t start) { program = start; }

void put(size_t start, size_t end) { fwrite(text + start, 1, end - start, stdout); }

void put_token(size_t i) { put(tokens[i].start, tokens[i].end); }

void put_gap(size_t i)
{
    bool first = i == 0 || tokens[i - 1].end <= program;
    put(first ? program : tokens[i - 1].end, tokens[i].start);
}

void put_gaps(size_t from, size_t to)
{
    for (size_t i = from + 1; i <= to; i++)
        put_gap(i);
}

void put_flat(size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        put_token(i);
        if (tokens[i].kind == NAME && tokens[i + 1].kind == NAME)
            putchar(' ');
    }
}

void put_reason(const char *words) { printf(", \"%s\");", words); }

void put_error(const char *words)
{
    fputs("static_assert(false ", stdout); /* explain.c knows it by the blank */
    put_reason(words);
}

/* A line marker and blanks: messages about what comes next name the line and column of token i. */
void put_back(size_t i)
{
    printf("\n# %d \"%s\"\n%*s", tokens[i].line, tokens[i].file, column(i) - 1, "");
}

/* The same, for the place after token i. */
void put_back_after(size_t i)
{
    put_back(i);
    printf("%*s", (int)(tokens[i].end - tokens[i].start), "");
}
