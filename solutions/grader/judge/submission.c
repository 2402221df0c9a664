#include "submission.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "solutions/grader/text.h"

#define DEPTH      4
#define MOST_BYTES (1 << 20) /* of a file */
#define MOST_NAMES 10000     /* in a student's folder */
#define MAX_FILES  64

void sha256_of(const void *bytes, size_t count, char hex[65])
{
    unsigned char hash[32];

    EVP_Digest(bytes, count, hash, NULL, EVP_sha256(), NULL);
    for (int i = 0; i < 32; i++)
        snprintf(hex + 2 * i, 3, "%02x", hash[i]);
}

static void *memory(void *old, size_t bytes)
{
    void *new = realloc(old, bytes);

    if (!new) {
        fprintf(stderr, "grade: out of memory\n");
        exit(2);
    }
    return new;
}

static char *copy_of(const char *text)
{
    return text_of("%s", text);
}

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);

    return length >= tail && !strcasecmp(text + length - tail, end);
}

static int is_archive(const char *name)
{
    static const char *const ends[] = {
        ".zip", ".tar", ".gz", ".tgz", ".rar", ".7z", ".xz", ".bz2"
    };

    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
        if (ends_with(name, ends[i]))
            return 1;
    return 0;
}

static const char *wanted_name(const char *name, const char *const wanted[])
{
    for (int i = 0; wanted[i]; i++)
        if (!strcmp(name, wanted[i]))
            return wanted[i];
    return NULL;
}

/* ---- one file ------------------------------------------------------------------------------- */

static void refuse(struct handed_file *file, const char *why)
{
    if (file->source)
        free(file->source);
    free(file->why);
    file->source = NULL;
    file->verdict = "BAD_SUBMISSION";
    file->why = copy_of(why);
}

/* Reads a regular file of at most MOST_BYTES; a link is not followed, a pipe not waited for. */
static void read_file(int folder, const char *name, struct handed_file *file)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat about;
    char *nul;

    if (fd < 0 && errno == ELOOP)
        refuse(file, "is a symbolic link: hand in the file itself");
    else if (fd < 0 || fstat(fd, &about)) {
        refuse(file, "cannot be read here");
        file->verdict = "GRADER_ERROR";
    } else if (!S_ISREG(about.st_mode))
        refuse(file, "is no ordinary file");
    else if (about.st_size > MOST_BYTES)
        refuse(file, "is larger than 1 MiB");
    else {
        ssize_t got = 0, part = 0;
        file->source = memory(NULL, MOST_BYTES + 1);
        while (got <= MOST_BYTES && (part = read(fd, file->source + got, MOST_BYTES + 1 - got)) > 0)
            got += part;
        file->bytes = got;
        if (part < 0 || got > MOST_BYTES)
            refuse(file, "cannot be read whole");
        else if (got > 1 &&
                 (!memcmp(file->source, "\xff\xfe", 2) || !memcmp(file->source, "\xfe\xff", 2)))
            refuse(file, "is text in UTF-16: save it anew as UTF-8");
        else if ((nul = memchr(file->source, 0, got))) {
            char *why =
                text_of("has a NUL byte at place %td, as no text has: save it anew as UTF-8",
                        nul - file->source + 1);
            refuse(file, why);
            free(why);
        } else {
            file->source[got] = 0;
            sha256_of(file->source, got, file->sha256);
        }
    }
    if (fd >= 0)
        close(fd);
}

static void free_file(struct handed_file *file)
{
    free(file->path);
    free(file->source);
    free(file->why);
}

static struct handed_file *find_file(struct student *student, const char *name)
{
    for (int i = 0; i < student->file_count; i++)
        if (student->files[i].name == name)
            return &student->files[i];
    return NULL;
}

/* A second file of one name: the same once more, or one too many. */
static void take_second(struct handed_file *file, const struct handed_file *second)
{
    if (file->source && second->source && !strcmp(file->sha256, second->sha256))
        return;
    char *both = text_of("there are two: %s and %s", file->path, second->path);
    refuse(file, both);
    free(both);
}

/* Keeps a file that has one of the wanted names. */
static void take_file(struct student *student, int folder, const char *entry, const char *name,
                      const char *path)
{
    struct handed_file *file = find_file(student, name);
    char *shown = text_clean(path, strlen(path), 300);

    if (file) {
        struct handed_file second = { .name = name, .path = shown };
        read_file(folder, entry, &second);
        take_second(file, &second);
        free_file(&second);
        return;
    }
    student->files = memory(student->files, (student->file_count + 1) * sizeof(*student->files));
    file = &student->files[student->file_count++];
    *file = (struct handed_file){ .name = name, .path = shown };
    read_file(folder, entry, file);
}

/* ---- a student's folder --------------------------------------------------------------------- */

static int by_name(const void *x, const void *y)
{
    return strcmp(*(char *const *)x, *(char *const *)y);
}

/* The names in a folder in their order, without those that begin with a dot and what macOS adds to
 * an archive. -1: it cannot be read. */
static int names_in(int folder, char ***names)
{
    int copy = dup(folder), count = 0;
    DIR *listing = copy < 0 ? NULL : fdopendir(copy);

    *names = NULL;
    if (!listing)
        return -1;
    for (struct dirent *entry; count < MOST_NAMES && (entry = readdir(listing));)
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, "__MACOSX")) {
            *names = memory(*names, (count + 1) * sizeof(**names));
            (*names)[count++] = copy_of(entry->d_name);
        }
    closedir(listing);
    if (count)
        qsort(*names, count, sizeof(**names), by_name);
    return count;
}

/* Files that are not looked at, but may have been meant, are kept by name. */
static void note_other(struct student *student, const char *path, const char *why)
{
    char *named = text_of("%s%s", path, why);

    if (student->other_count < MAX_OTHERS)
        student->others[student->other_count++] = text_clean(named, strlen(named), 300);
    free(named);
}

const char *other_like(const struct student *student, const char *wanted)
{
    for (int i = 0; i < student->other_count; i++) {
        const char *slash = strrchr(student->others[i], '/');
        if (!strncasecmp(slash ? slash + 1 : student->others[i], wanted, strlen(wanted) - 3))
            return student->others[i];
    }
    return NULL;
}

static void look_into(struct student *student, int parent, const char *entry, const char *path,
                      int depth, int *seen, const char *const wanted[]);

static void look_at(struct student *student, int folder, const char *name, const char *path,
                    int depth, int *seen, const char *const wanted[])
{
    const char *known = wanted_name(name, wanted);
    struct stat about;

    if (++*seen > MOST_NAMES || fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW))
        return;
    if (S_ISDIR(about.st_mode))
        look_into(student, folder, name, path, depth, seen, wanted);
    else if (known)
        take_file(student, folder, name, known, path);
    else if (is_archive(name) && !student->archive)
        student->archive = text_clean(path, strlen(path), 300);
    else if (strstr(name, ".cu"))
        note_other(student, path, "");
}

static void look_into(struct student *student, int parent, const char *entry, const char *path,
                      int depth, int *seen, const char *const wanted[])
{
    int folder = openat(parent, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), count;
    char **names;

    if (depth > DEPTH)
        note_other(student, path, "/..., more than 4 folders deep");
    if (folder < 0 || depth > DEPTH || (count = names_in(folder, &names)) < 0) {
        if (folder >= 0)
            close(folder);
        return;
    }
    for (int i = 0; i < count; i++) {
        char *deeper = *path ? text_of("%s/%s", path, names[i]) : copy_of(names[i]);
        look_at(student, folder, names[i], deeper, depth + 1, seen, wanted);
        free(deeper);
        free(names[i]);
    }
    free(names);
    close(folder);
}

/* ---- Canvas's flat download: surname_12345_67890_matmul_tiled-1.cu -------------------------- */

/* The user's number and the file's own name in a name of that kind. 0: it is none. */
static int split_flat(const char *name, char user[32], char own[256])
{
    const char *at = strchr(name, '_');
    int digits, more = 0;

    if (at && !strncmp(at, "_LATE_", 6))
        at += 5;
    if (!at || !(digits = strspn(at + 1, "0123456789")) || digits > 30 || at[1 + digits] != '_')
        return 0;
    snprintf(user, 32, "%.*s", digits, at + 1);
    at += 2 + digits;
    more = strspn(at, "0123456789");
    if (!more || at[more] != '_' || strlen(at + more + 1) > 250)
        return 0;
    snprintf(own, 256, "%s", at + more + 1);
    char *dot = strrchr(own, '.'), *dash = strrchr(own, '-'); /* -1 of a second attempt */
    if (dot && dash && dash < dot && dash + 1 + strspn(dash + 1, "0123456789") == dot)
        memmove(dash, dot, strlen(dot) + 1);
    return 1;
}

static void read_flat(int folder, struct student *student, const char *const wanted[])
{
    char **names, user[32], own[256];
    int count = names_in(folder, &names), seen = 0;

    for (int i = 0; i < count; i++) {
        if (split_flat(names[i], user, own) && !strcmp(user, student->id)) {
            const char *known = wanted_name(own, wanted);
            if (known)
                take_file(student, folder, names[i], known, names[i]);
            else
                look_at(student, folder, names[i], names[i], DEPTH, &seen, wanted);
        }
        free(names[i]);
    }
    free(names);
}

/* ---- the class ------------------------------------------------------------------------------ */

static int by_id(const void *x, const void *y)
{
    return strcmp(((const struct student *)x)->id, ((const struct student *)y)->id);
}

/* Moodle's "Ana Gil_1234567_assignsubmission_file_" is "Ana Gil_1234567". */
static char *id_of_folder(const char *name)
{
    const char *tail = strstr(name, "_assignsubmission_");
    char *short_name = text_of("%.*s", tail ? (int)(tail - name) : (int)strlen(name), name);
    char *id = text_id(short_name);

    free(short_name);
    return id;
}

static int is_known(const struct class_of_students *all, const char *id)
{
    for (int i = 0; i < all->count; i++)
        if (!strcmp(all->students[i].id, id))
            return 1;
    return 0;
}

static void add_student(struct class_of_students *all, char *id, const char *folder)
{
    if (is_known(all, id) && folder && strstr(folder, "_assignsubmission_onlinetext")) {
        free(id); /* Moodle's second folder of the student, with a text in place of files */
        return;
    }
    if (is_known(all, id)) {
        char *other = text_of("%s (%d)", id, all->count);
        free(id);
        id = other;
    }
    all->students = memory(all->students, (all->count + 1) * sizeof(*all->students));
    all->students[all->count++] =
        (struct student){ .id = id, .folder = folder ? copy_of(folder) : NULL };
}

struct class_of_students read_submissions(const char *path)
{
    struct class_of_students all = { 0 };
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), count, left_over = 0;
    char **names, user[32], own[256];
    struct stat about;

    if (folder < 0 || (count = names_in(folder, &names)) < 0) {
        fprintf(stderr, "grade: SUBMISSIONS=%s: %s; name the folder with the students' folders\n",
                path, strerror(errno));
        exit(2);
    }
    for (int i = 0; i < count; i++) {
        if (fstatat(folder, names[i], &about, AT_SYMLINK_NOFOLLOW))
            continue;
        if (S_ISDIR(about.st_mode) || S_ISLNK(about.st_mode))
            add_student(&all, id_of_folder(names[i]), names[i]);
        else if (!split_flat(names[i], user, own))
            left_over++;
        else if (!is_known(&all, user))
            add_student(&all, copy_of(user), NULL);
        free(names[i]);
    }
    free(names);
    close(folder);
    if (!all.count) {
        fprintf(stderr,
                "grade: SUBMISSIONS=%s: holds no student: a folder for each, or Canvas's flat "
                "download (name_12345_67890_file.cu)\n",
                path);
        exit(2);
    }
    if (left_over)
        fprintf(stderr, "grade: %d files in %s belong to no student and were left out\n", left_over,
                path);
    qsort(all.students, all.count, sizeof(*all.students), by_id);
    return all;
}

void read_files(const char *path, struct student *student, const char *const wanted[])
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), seen = 0;
    struct stat about;

    if (folder < 0) {
        student->verdict = "GRADER_ERROR";
        student->why = text_of("the folder of submissions cannot be read: %s", strerror(errno));
        return;
    }
    if (!student->folder)
        read_flat(folder, student, wanted);
    else if (fstatat(folder, student->folder, &about, AT_SYMLINK_NOFOLLOW) ||
             (S_ISDIR(about.st_mode) && faccessat(folder, student->folder, R_OK | X_OK, 0))) {
        student->verdict = "GRADER_ERROR";
        student->why = text_of("the folder cannot be read: %s", strerror(errno));
    } else if (!S_ISDIR(about.st_mode)) {
        student->verdict = "BAD_SUBMISSION";
        student->why = copy_of("the folder is a symbolic link");
    } else
        look_into(student, folder, student->folder, "", 0, &seen, wanted);
    if (seen > MOST_NAMES) {
        student->verdict = "BAD_SUBMISSION";
        student->why = text_of("there are more than %d files", MOST_NAMES);
    }
    close(folder);
}

void free_files(struct student *student)
{
    for (int i = 0; i < student->file_count; i++) {
        free_file(&student->files[i]);
    }
    free(student->files);
    free(student->archive);
    for (int i = 0; i < student->other_count; i++)
        free(student->others[i]);
    free(student->why);
    student->files = NULL;
    student->archive = student->why = NULL;
    student->other_count = 0;
    student->verdict = NULL;
    student->file_count = 0;
}
