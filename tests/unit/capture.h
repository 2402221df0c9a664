/* Runs a function in a child process, so that it may print, exit and crash; keeps what it said. */
#ifndef CAPTURE_H
#define CAPTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct said {
    int status; /* exit status; 128 + the number of a signal */
    char out[16384], err[4096];
};

static void read_all(FILE *f, char *text, size_t size)
{
    rewind(f);
    text[fread(text, 1, size - 1, f)] = 0;
    fclose(f);
}

static inline struct said capture(void (*function)(void *argument), void *argument)
{
    struct said said;
    FILE *out = tmpfile(), *err = tmpfile();
    int status;

    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(err), STDERR_FILENO);
        function(argument);
        exit(0);
    }
    waitpid(child, &status, 0);
    said.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    read_all(out, said.out, sizeof(said.out));
    read_all(err, said.err, sizeof(said.err));
    return said;
}

static inline int lines(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += *text == '\n';
    return count;
}

#define assert_said(text, words)                                                                   \
    do {                                                                                           \
        if (!strstr(text, words))                                                                  \
            fail_msg("'%s' is not in:\n%s", words, text);                                          \
    } while (0)

#define assert_not_said(text, words)                                                               \
    do {                                                                                           \
        if (strstr(text, words))                                                                   \
            fail_msg("'%s' should not be in:\n%s", words, text);                                   \
    } while (0)

#endif
