/* Files: read whole, written whole or not at all. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "file.h"
#include "memory.h"
#include "text.h"

/* ---- reading ----------------------------------------------------------------------------------
 */

/* Reads up to `most` + 1 bytes; -1: errno. */
static ssize_t read_all(int fd, char **bytes, size_t most)
{
    size_t room = 0, got = 0;
    ssize_t part = 1;

    for (*bytes = NULL; part > 0 && got <= most; got += part > 0 ? (size_t)part : 0) {
        if (got == room) {
            room = room == 0 ? 4096 : 2 * room;
            room = room > most ? most + 1 : room;
            *bytes = needed(realloc(*bytes, room + 1));
        }
        part = read(fd, *bytes + got, room - got);
    }
    (*bytes)[got] = 0;
    return part < 0 ? -1 : (ssize_t)got;
}

/* Closes the file; fd -1: it could not be opened. */
static char *read_and_close(int fd, size_t most, size_t *count)
{
    char *bytes = NULL;
    ssize_t got = fd < 0 ? -1 : read_all(fd, &bytes, most);
    int why = got >= 0 && (size_t)got > most ? EFBIG : errno;

    if (fd >= 0)
        close(fd);
    if (got < 0 || (size_t)got > most) {
        free(bytes);
        errno = why;
        return NULL;
    }
    *count = (size_t)got;
    return bytes;
}

char *file_read(const char *path, size_t most, size_t *count)
{
    return read_and_close(open(path, O_RDONLY | O_CLOEXEC), most, count);
}

char *file_read_foreign(int folder, const char *name, size_t most, size_t *count)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat about;

    if (fd >= 0 && fstat(fd, &about) == 0 && !S_ISREG(about.st_mode)) {
        close(fd);
        errno = EINVAL;
        return NULL;
    }
    return read_and_close(fd, most, count);
}

/* ---- writing ----------------------------------------------------------------------------------
 */

struct new_file {
    FILE *stream;
    char *path, *temporary;
};

/* Every attempt uses the same name, so that the rest of a killed grader's file is overwritten. Two
 * who write the same file at the same time take turns: when the first has renamed it, the second
 * opens the name anew. */
static int open_alone(const char *path)
{
    struct stat mine, named;

    for (;;) {
        int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        int locked = file >= 0 && flock(file, LOCK_EX) == 0; /* not on some network folders */

        if (file < 0 || !locked ||
            (fstat(file, &mine) == 0 && stat(path, &named) == 0 && mine.st_ino == named.st_ino))
            return file < 0 || ftruncate(file, 0) == 0 ? file : -1;
        close(file);
    }
}

struct new_file *new_file(const char *path)
{
    struct new_file *file = needed(calloc(1, sizeof(*file)));
    int descriptor;

    file->path = text_of("%s", path);
    file->temporary = text_of("%s.new", path);
    descriptor = open_alone(file->temporary);
    if (descriptor >= 0)
        file->stream = fdopen(descriptor, "w");
    if (file->stream != NULL)
        return file;
    int why = errno;
    free(file->temporary);
    free(file->path);
    free(file);
    errno = why;
    return NULL;
}

FILE *new_file_stream(struct new_file *file)
{
    return file->stream;
}

/* The new name is on the disk only when its folder is. */
static void sync_folder(char *path)
{
    int folder = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

int new_file_done(struct new_file *file)
{
    int failed = ferror(file->stream) || fflush(file->stream) != 0 ||
                 fsync(fileno(file->stream)) != 0 || rename(file->temporary, file->path) != 0;
    int why = errno;

    if (failed)
        unlink(file->temporary);
    else
        sync_folder(file->temporary);
    fclose(file->stream); /* last: it lets the next writer go on */
    free(file->temporary);
    free(file->path);
    free(file);
    errno = why;
    return failed ? -1 : 0;
}

int file_save(const char *path, const char *bytes, size_t count)
{
    FILE *file = fopen(path, "w");

    if (file == NULL)
        return -1;
    int failed = fwrite(bytes, 1, count, file) < count;
    return fclose(file) != 0 || failed ? -1 : 0;
}

/* ---- folders --------------------------------------------------------------------------------- */

static void remove_in(int parent, const char *name)
{
    struct stat about;

    /* whatever rights a submission has taken away */
    if (!fstatat(parent, name, &about, AT_SYMLINK_NOFOLLOW) && S_ISDIR(about.st_mode))
        fchmodat(parent, name, 0700, 0);
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *listing = folder < 0 ? NULL : fdopendir(folder);

    for (struct dirent *entry; listing && (entry = readdir(listing));)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
            unlinkat(folder, entry->d_name, 0))
            remove_in(folder, entry->d_name);
    if (listing)
        closedir(listing);
    else if (folder >= 0)
        close(folder);
    unlinkat(parent, name, AT_REMOVEDIR);
}

void remove_tree(const char *path)
{
    remove_in(AT_FDCWD, path);
}
