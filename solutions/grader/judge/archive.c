#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "archive.h"
#include "solutions/grader/file.h"
#include "solutions/grader/text.h"
#include "stop.h"

#define MOST_CLASS   (1ul << 30)        /* bytes of a class's zip */
#define MOST_BYTES   ((1ul << 20) + 1)  /* of a file in it that are kept: the grader takes 1 MiB; */
#define MOST_ZIP     (MOST_ARCHIVE + 1) /* of a zip */
#define MOST_ENTRIES 200000             /* of a class; */
#define MOST_OWN     20000              /* of a student, */
#define MOST_NAMED   200                /* of which all names are kept where there are no more */
#define MOST_LIST    (64ul << 20)       /* bytes */
#define MOST_NAME    255                /* bytes of a folder's or a file's name */
#define DEPTH        40                 /* of folders */
#define SECONDS      120

static enum sandbox_level level;
static char *program, *folder, *tree; /* the program unpack, where it works, a student's files */

void archives_open(const struct grading *g)
{
    level = g->level;
    program = text_of("%s/grader/unpack", g->build);
    folder = text_of("%s/running/unpack-%d", g->out, (int)getpid());
    tree = text_of("%s/running/tree-%d", g->out, (int)getpid());
}

bool is_archive(const char *name)
{
    static const char *const ends[] = {
        ".zip", ".tar", ".gz", ".tgz", ".rar", ".7z", ".xz", ".bz2"
    };
    size_t length = strlen(name);

    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
        if (length >= strlen(ends[i]) && !strcasecmp(name + length - strlen(ends[i]), ends[i]))
            return true;
    return false;
}

/* ---- in the sandbox -------------------------------------------------------------------------- */

static int sealed(const char *bytes, size_t count)
{
    int file = memfd_create("archive", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    for (size_t at = 0; file >= 0 && at < count;) {
        ssize_t written = write(file, bytes + at, count - at);
        if (written <= 0)
            stop("no memory for an archive: %s", strerror(errno));
        at += written;
    }
    if (file < 0 ||
        fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
        stop("no memory for an archive: %s", strerror(errno));
    return file;
}

/* No archive could be unpacked here now: unpack.c has no room or no libarchive, or was killed. */
static bool is_our_fault(const struct sandbox_result *result)
{
    return (result->end == SIGNALLED && result->signal == SIGKILL) ||
           (result->end == ENDED && result->status >= 5);
}

/* NULL: it could be unpacked. To free. */
static char *why_not(const struct sandbox_result *result)
{
    if (result->end == OUT_OF_TIME || result->end == OUT_OF_MEMORY ||
        result->end == TOO_MUCH_DISK || result->signal == SIGXFSZ)
        return text_of("is too large to be unpacked");
    if (result->end == ENDED && result->status == 0)
        return NULL;
    if (result->end == SIGNALLED && result->signal == SIGKILL)
        return text_of("cannot be unpacked: the system killed what unpacks it");
    char *words = text_clean(result->log, strcspn(result->log, "\n"), 200);
    char *why = text_of("cannot be unpacked: %s", words);
    free(words);
    return why;
}

/* Unpacks it into `folder`; with `part`, only files with that in their names. NULL: *list, to
 * free, has `bytes` bytes of entries; else why not, and *ours where the archive may be whole. */
static char *unpack(const char *zip, size_t count, int most, const char *part, char **list,
                    size_t *bytes, bool *ours)
{
    char entries[16], kept[24], zips[24], reason[512], *names = text_of("%s/list", folder);
    const char *const argv[] = { program, entries, kept, zips, part, NULL };
    static const char *const environment[] = { "LC_ALL=C.UTF-8", NULL };
    struct sandbox_job job = { .argv = argv,
                               .folder = folder,
                               .environment = environment,
                               .input = sealed(zip, count),
                               .seconds = SECONDS,
                               .memory = 1ul << 30,
                               .file_bytes = most == MOST_OWN ? 16ul << 20 : 256ul << 20,
                               .processes = 16,
                               .log_bytes = 1 << 16,
                               .may_fork = true };
    struct sandbox_result result;

    snprintf(entries, sizeof(entries), "%d", most);
    snprintf(kept, sizeof(kept), "%lu", MOST_BYTES);
    snprintf(zips, sizeof(zips), "%lu", MOST_ZIP);
    remove_tree(folder);
    if (mkdir(folder, 0700))
        stop("%s cannot be made: %s", folder, strerror(errno));
    if (sandbox_run(level, &job, &result, reason))
        stop("no archive can be unpacked: %s", reason);
    close(job.input);
    char *why = why_not(&result);
    *ours = is_our_fault(&result);
    free(result.log);
    *list = why ? NULL : file_read_foreign(AT_FDCWD, names, MOST_LIST, bytes);
    if (!why && !*list)
        why = text_of("cannot be unpacked");
    free(names);
    return why;
}

/* ---- a place for each entry ----------------------------------------------------------------- */

/* Opens the folder for one more name of the path, which is made if need be. -1: it cannot be. */
static int deeper(int parent, const char *name)
{
    mkdirat(parent, name, 0700);
    int inside = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    close(parent);
    return inside;
}

/* The path's last name, with *parent opened; NULL: the path is none that a folder may have. */
static char *open_parent(char *path, int *parent)
{
    char *name = strtok(path, "/"), *next;
    int depth = 0;

    for (; name; name = next, depth++) {
        next = strtok(NULL, "/");
        if (!strcmp(name, "..") || strlen(name) > MOST_NAME || depth > DEPTH || *parent < 0)
            return NULL;
        if (!next)
            return name;
        if (strcmp(name, "."))
            *parent = deeper(*parent, name);
    }
    return NULL;
}

/* Puts an entry to its place. NULL, or why it is left out. */
static const char *place(const char *to, char kind, const char *path, int number)
{
    char *names = text_of("%s", path), *from = text_of("%s/%d", folder, number), *name;
    int parent = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const char *why = NULL;

    if (*path == '/' || !(name = open_parent(names, &parent)) || parent < 0)
        why = "has a path that cannot be, and was left out";
    else if (kind == 'd')
        parent = deeper(parent, name);
    else if (kind == 'e')
        why = "is encrypted, and was left out";
    else if (kind == 'x')
        why = "is damaged, and was left out";
    else if (kind == 'l' && symlinkat("left-out", parent, name)) /* is refused where it is graded */
        why = "is a link, and was left out";
    else if (kind == 'f' && linkat(AT_FDCWD, from, parent, name, 0))
        why = errno == EEXIST ? "is there twice; the second was left out" : strerror(errno);
    else if (kind == 'n') /* its name alone */
        close(openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (parent >= 0)
        close(parent);
    free(names);
    free(from);
    return why;
}

/* ---- a student's ----------------------------------------------------------------------------- */

/* What macOS adds, and what begins with a dot, as .git. */
static bool is_hidden(const char *path)
{
    bool hidden = strstr(path, "__MACOSX") || (*path == '.' && !strchr("./", path[1]));

    for (const char *at = path; (at = strstr(at, "/.")) && !hidden; at++)
        hidden = !strchr("./", at[2]);
    return hidden;
}

/* Did the last call fail because nothing can be written here? */
static bool cannot_write(void)
{
    return errno == ENOSPC || errno == EDQUOT || errno == EROFS || errno == EIO || errno == ENOMEM;
}

/* Puts the entries that may matter to their place in `tree`. NULL, or why the zip is not read. */
static const char *plant(const char *list, size_t length, bool *ours)
{
    const char *why = NULL;
    int i = 0, count = 0;

    for (const char *at = list; at < list + length && strlen(at) > 2; at += strlen(at) + 1)
        count += !is_hidden(at + 2);
    for (const char *at = list; at < list + length && strlen(at) > 2; at += strlen(at) + 1, i++) {
        if (is_hidden(at + 2))
            continue;
        if (*at == 'e')
            why = "is encrypted: pack it without a password";
        if (*at == 'x')
            why = "is damaged: pack it anew";
        errno = 0;
        place(tree, *at == 'n' && count > MOST_NAMED ? 'p' : *at, at + 2, i);
        if ((*ours = cannot_write()))
            return strerror(errno);
    }
    return why;
}

char *unpack_own(const char *zip, size_t bytes, char **why, bool *ours)
{
    size_t length;
    char *list;

    if ((*why = unpack(zip, bytes, MOST_OWN, ".cu", &list, &length, ours)))
        return NULL;
    remove_tree(tree);
    if (mkdir(tree, 0700))
        stop("%s cannot be made: %s", tree, strerror(errno));
    const char *reason = plant(list, length, ours);
    free(list);
    remove_tree(folder);
    if (!reason)
        return tree;
    *why = text_of("%s", reason);
    remove_tree(tree);
    return NULL;
}

/* ---- a class's ------------------------------------------------------------------------------- */

/* Has it files, and is each of them encrypted? */
static bool all_encrypted(const char *list, size_t length)
{
    int encrypted = 0;

    for (const char *at = list; at < list + length && strlen(at) > 2; at += strlen(at) + 1)
        if (*at == 'e')
            encrypted++;
        else if (*at != 'd')
            return false;
    return encrypted > 0;
}

char *unpack_class(const struct grading *g, const char *path, char **remarks)
{
    size_t count, length;
    char *to = text_of("%s/unpacked", g->out), *list, *zip = file_read(path, MOST_CLASS, &count);
    bool ours;
    int i = 0;

    if (!zip)
        stop("SUBMISSIONS=%s: %s; name the zip, or the folder that it was unpacked into", path,
             errno == EFBIG ? "is larger than 1 GiB" : strerror(errno));
    char *why = unpack(zip, count, MOST_ENTRIES, NULL, &list, &length, &ours);
    if (why)
        stop("SUBMISSIONS=%s: %s", path, why);
    remove_tree(to);
    if (mkdir(to, 0700))
        stop("%s cannot be made: %s", to, strerror(errno));
    if (all_encrypted(list, length))
        stop("SUBMISSIONS=%s: is encrypted; unpack it with its password, and give the folder",
             path);
    for (char *at = list; at < list + length && strlen(at) > 2; at += strlen(at) + 1, i++) {
        errno = 0;
        const char *left_out = place(to, *at, at + 2, i);
        if (cannot_write())
            stop("%s cannot be written: %s", to, strerror(errno));
        char *shown = text_clean(at + 2, strlen(at + 2), 300);
        if (left_out)
            text_add(remarks, "%s: %s\n", shown, left_out);
        free(shown);
    }
    free(list);
    free(zip);
    remove_tree(folder);
    return to;
}
