/* unpack ENTRIES BYTES ZIP_BYTES [PART] - runs in the sandbox: unpacks the zip on descriptor 3 into
 * the folder that it is in, as files called 0, 1, ..., of which no name comes from the archive. It
 * prints nothing but an error; the file `list` has for each entry what it is, a blank, and its
 * path, ended by a 0:
 *
 *   d  a folder
 *   f  a file; if larger than BYTES, a zip than ZIP_BYTES, it is cut off there
 *   n  a file that has not PART in its name: left out
 *   l  a link, or something else that is no file: left out
 *   e  encrypted: left out
 *   x  damaged: left out
 *
 * status 0; 3: it is no zip, or is damaged; 4: it has more than ENTRIES. Not the archive's fault:
 * 5: built without libarchive; 6: its files cannot be written */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#if __has_include(<archive.h>)
#include <archive.h>
#include <archive_entry.h>

static int say(int status, const char *words)
{
    printf("%s\n", words ? words : "it cannot be read");
    return status;
}

static void fail_to_write(void)
{
    exit(say(6, strerror(errno)));
}

/* -1: not all of it could be read. */
static int save(struct archive *a, int number, size_t most, time_t time_of)
{
    char name[16], bytes[65536];
    ssize_t got = 1;
    size_t all = 0;

    snprintf(name, sizeof(name), "%d", number);
    FILE *file = fopen(name, "wx");
    if (!file)
        fail_to_write();
    while (all < most && (got = archive_read_data(a, bytes, sizeof(bytes))) > 0) {
        size_t room = most - all, kept = (size_t)got < room ? (size_t)got : room;
        if (fwrite(bytes, 1, kept, file) < kept)
            fail_to_write();
        all += kept;
    }
    const struct timespec when[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = time_of } };
    if (fflush(file))
        fail_to_write();
    futimens(fileno(file), when);
    fclose(file);
    return got < 0 ? -1 : 0;
}

/* `number`: of the entry's file. Returns what it is. */
static char take(struct archive *a, struct archive_entry *entry, const char *path, int number,
                 char **arguments)
{
    const char *end = strrchr(path, '.'), *name = strrchr(path, '/');
    size_t most = strtoul(arguments[end && !strcasecmp(end, ".zip") ? 3 : 2], NULL, 10);

    if (archive_entry_filetype(entry) == AE_IFDIR)
        return 'd';
    if (archive_entry_filetype(entry) != AE_IFREG)
        return 'l';
    if (archive_entry_is_encrypted(entry))
        return 'e';
    if (arguments[4] && !strstr(name ? name : path, arguments[4]))
        return 'n';
    return save(a, number, most, archive_entry_mtime(entry)) ? 'x' : 'f';
}

int main(int argc, char **argv)
{
    struct archive *a = archive_read_new();
    struct archive_entry *entry;
    int count = 0, most = argc >= 4 ? atoi(argv[1]) : 0, status;
    FILE *list = fopen("list", "w");

    setlocale(LC_ALL, "");
    if (!list)
        fail_to_write();
    if (archive_read_support_format_zip_seekable(a) || archive_read_open_fd(a, 3, 65536))
        return say(3, archive_error_string(a));
    while ((status = archive_read_next_header(a, &entry)) == ARCHIVE_OK || status == ARCHIVE_WARN) {
        const char *path = archive_entry_pathname(entry);
        path = path ? path : archive_entry_pathname_utf8(entry);
        path = path ? path : "a name that cannot be read";
        if (count == most)
            return say(4, "it has too many entries");
        char kind = take(a, entry, path, count, argv);
        fprintf(list, "%c %s", kind, path);
        fputc(0, list);
        count++;
    }
    if (fclose(list))
        fail_to_write();
    return status != ARCHIVE_EOF ? say(3, archive_error_string(a)) : 0;
}
#else
int main(void)
{
    puts("the grader was built without libarchive: ./setup.sh --grader installs it; or unpack it "
         "yourself");
    return 5;
}
#endif
