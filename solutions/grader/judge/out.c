#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "journal.h"
#include "out.h"
#include "solutions/grader/file.h"
#include "solutions/grader/text.h"
#include "stop.h"

#define MOST_SECRET 4096 /* bytes; 64 are read */

char *absolute(const char *path)
{
    char *full = realpath(path, NULL);

    if (!full)
        stop("%s: %s", path, strerror(errno));
    return full;
}

static void make_folder(const char *path)
{
    if (mkdir(path, 0777) && errno != EEXIST)
        stop("OUT: %s cannot be made: %s", path, strerror(errno));
}

/* One run at a time, or one of each part. The lock ends with this process and its children, however
 * they end; the children of a run that was killed may need a moment for that. */
static void lock_out(const char *out, int part, int parts)
{
    char *path = parts > 1 ? text_of("%s/lock.%d", out, part) : text_of("%s/lock", out);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    if (fd < 0)
        stop("OUT=%s: cannot be written: %s", out, strerror(errno));
    int tries = 20, held;
    while ((held = flock(fd, LOCK_EX | LOCK_NB)) && tries--)
        nanosleep(&(struct timespec){ 0, 50000000 }, NULL);
    if (held)
        stop("OUT=%s: another run is grading there; wait for it, or give another folder", out);
    free(path);
}

static void draw_secret(const char *path)
{
    unsigned char bytes[32];

    if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
        stop("there is no randomness for a secret");
    mode_t others = umask(077);
    struct new_file *file = new_file(path);
    for (size_t i = 0; file && i < sizeof(bytes); i++)
        fprintf(new_file_stream(file), "%02x", bytes[i]);
    if (!file || new_file_done(file))
        stop("%s: cannot be written: %s", path, strerror(errno));
    umask(others);
}

/* Seeds are made from the secret. It is drawn once for OUT, and never shown. */
static void find_secret(struct grading *g)
{
    char *path = text_of("%s/secret", g->out), *text;
    size_t count;

    if (access(path, F_OK))
        draw_secret(path);
    text = file_read(path, MOST_SECRET, &count);
    if (!text || count < 64 || strspn(text, "0123456789abcdef") < 64)
        stop("%s is damaged; delete it, and everybody is graded anew", path);
    snprintf(g->secret, sizeof(g->secret), "%s", text);
    free(text);
    free(path);
}

/* OUT in SUBMISSIONS would be taken for a student's folder. */
static void check_place(const struct grading *g, const char *out)
{
    char *submissions = absolute(g->submissions);
    size_t length = strlen(submissions);

    if (!strncmp(g->out, submissions, length) && strchr("/", g->out[length]))
        stop("OUT=%s: lies in SUBMISSIONS, where it would be taken for a student; give another",
             out);
    free(submissions);
}

void prepare_out(struct grading *g, const char *out, int part, int parts)
{
    make_folder(out);
    g->out = absolute(out);
    check_place(g, out);
    lock_out(g->out, part, parts);
    char *students = text_of("%s/students", g->out), *running = text_of("%s/running", g->out);
    if (parts == 1)
        remove_tree(running); /* of a run that was killed */
    make_folder(students);
    make_folder(running);
    free(students);
    free(running);
    find_secret(g);
    journal_open(g->out);
}
