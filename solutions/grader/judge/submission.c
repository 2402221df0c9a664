#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "archive.h"
#include "solutions/grader/file.h"
#include "solutions/grader/memory.h"
#include "solutions/grader/text.h"
#include "stop.h"
#include "submission.h"

#define DEPTH      4         /* of folders in a student's folder */
#define MOST_BYTES (1 << 20) /* of a file */
#define MOST_NAMES 10000     /* in a student's folder */

void sha256_of(const void *bytes, size_t count, char hex[65])
{
    unsigned char hash[32];

    EVP_Digest(bytes, count, hash, NULL, EVP_sha256(), NULL);
    for (int i = 0; i < 32; i++)
        snprintf(hex + 2 * i, 3, "%02x", hash[i]);
}

static char *copy_of(const char *text)
{
    return text_of("%s", text);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);

    return length >= tail && !strcasecmp(text + length - tail, end);
}

static const char *wanted_name(const char *name, const char *const wanted[])
{
    for (int i = 0; wanted[i]; i++)
        if (!strcmp(name, wanted[i]))
            return wanted[i];
    return NULL;
}

/* The name of which the text has launchers, as matmul_tiled_ex31 is of matmul_tiled.cu. */
static const char *holds(const char *text, const char *const wanted[])
{
    for (int i = 0; wanted[i]; i++) {
        char *word = text_of("%.*s_ex", (int)strlen(wanted[i]) - 3, wanted[i]);
        const char *at = strstr(text, word);
        size_t length = strlen(word);
        free(word);
        if (at && at[length] >= '0' && at[length] <= '9')
            return wanted[i];
    }
    return NULL;
}

static const char *accepted = "";

void accept_files(const char *lines)
{
    accepted = lines;
}

static bool is_accepted(const struct submission *s, const char *path)
{
    char *line = text_of("%s:%s\n", s->id, path);
    const char *at = strstr(accepted, line);

    free(line);
    return at && (at == accepted || at[-1] == '\n');
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

/* Refuses a file that has bytes 0, as text in UTF-16 has. */
static void check_text(struct handed_file *file)
{
    const char *nul = memchr(file->source, 0, file->bytes);

    if (file->bytes > 1 &&
        (!memcmp(file->source, "\xff\xfe", 2) || !memcmp(file->source, "\xfe\xff", 2)))
        refuse(file, "is text in UTF-16: save it anew as UTF-8");
    else if (nul) {
        char *why = text_of("has a NUL byte at place %td, as no text has: save it anew as UTF-8",
                            nul - file->source + 1);
        refuse(file, why);
        free(why);
    }
}

static void check_source(struct handed_file *file)
{
    sha256_of(file->source, file->bytes, file->sha256);
    check_text(file);
}

static void read_file(int folder, const char *name, struct handed_file *file)
{
    file->source = file_read_foreign(folder, name, MOST_BYTES, &file->bytes);
    if (file->source)
        check_source(file);
    else if (errno == ELOOP)
        refuse(file, "is a symbolic link: hand in the file itself");
    else if (errno == EINVAL)
        refuse(file, "is not an ordinary file");
    else if (errno == EFBIG)
        refuse(file, "is larger than 1 MiB");
    else {
        refuse(file, "cannot be read here");
        file->verdict = "GRADER_ERROR";
    }
}

static void free_file(struct handed_file *file)
{
    free(file->path);
    free(file->source);
    free(file->why);
}

static struct handed_file *find_file(struct submission *s, const char *name)
{
    for (int i = 0; i < s->file_count; i++)
        if (s->files[i].name == name)
            return &s->files[i];
    return NULL;
}

/* A second file of the same name is accepted if it has the same bytes. */
static void take_second(struct handed_file *file, const struct handed_file *second)
{
    if (file->source && second->source && !strcmp(file->sha256, second->sha256))
        return;
    char *both = text_of("there are two: %s and %s", file->path, second->path);
    refuse(file, both);
    free(both);
}

static void keep_file(struct submission *s, struct handed_file *new)
{
    struct handed_file *file = find_file(s, new->name);

    if (file) {
        take_second(file, new);
        free_file(new);
        return;
    }
    s->files = list_grown(s->files, s->file_count, sizeof(*s->files));
    s->files[s->file_count++] = *new;
}

/* Keeps a file that has one of the wanted names. */
static void take_file(struct submission *s, int folder, const char *entry, const char *name,
                      const char *path)
{
    struct handed_file file = { .name = name, .path = text_clean(path, strlen(path), 300) };

    read_file(folder, entry, &file);
    keep_file(s, &file);
}

/* The same for a file of an archive; `source` is freed with it. */
static void take_bytes(struct submission *s, const char *name, const char *path, char *source,
                       size_t bytes)
{
    struct handed_file file = {
        .name = name, .path = text_clean(path, strlen(path), 300), .source = source, .bytes = bytes
    };

    if (bytes > MOST_BYTES)
        refuse(&file, "is larger than 1 MiB");
    else
        check_source(&file);
    keep_file(s, &file);
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
            *names = list_grown(*names, count, sizeof(**names));
            (*names)[count++] = copy_of(entry->d_name);
        }
    closedir(listing);
    if (count)
        qsort(*names, count, sizeof(**names), by_name);
    return count;
}

/* Keeps the name of a file that is not graded. */
static void note_other(struct submission *s, const char *path, const char *why, const char *of)
{
    char *named = text_of("%s%s", path, why);

    if (s->other_count < MAX_OTHERS)
        s->others[s->other_count++] =
            (struct other_file){ text_clean(named, strlen(named), 300), of };
    else
        s->left_out++;
    free(named);
}

const char *other_like(const struct submission *s, const char *wanted)
{
    const char *best = NULL;
    int most = 1;

    for (int i = 0; i < s->other_count; i++) {
        const char *path = s->others[i].path, *slash = strrchr(path, '/');
        bool begins = !strncasecmp(slash ? slash + 1 : path, wanted, strlen(wanted) - 3);
        bool has_it = s->others[i].holds && !strcmp(s->others[i].holds, wanted);
        int like = 4 * has_it + 2 * begins + ends_with(path, ".cu");
        if (like > most) {
            most = like;
            best = path;
        } else if (like == most && best) /* final2.cu rather than final.cu */
            best = path;
    }
    return best;
}

/* The search in a student's folder. */
struct search {
    struct submission *submission;
    const char *const *wanted; /* names; NULL ends */
    int seen;                  /* so many names so far */
};

static void look_into(struct search *search, int parent, const char *entry, const char *path,
                      int depth);

/* A zip that holds nothing but one wanted file is as good as the file. */
static void take_archive(struct search *search, int folder, const char *name, const char *path)
{
    struct submission *s = search->submission;
    size_t bytes, count;
    char *inside = NULL, *why = NULL, *source = NULL, *zip = NULL;
    const char *known = NULL;

    if (!ends_with(name, ".zip"))
        why = copy_of("only a zip is opened");
    else if (!(zip = file_read_foreign(folder, name, MOST_BYTES, &bytes)))
        why = copy_of(errno == EFBIG ? "is larger than 1 MiB" : "is not an ordinary file");
    else if ((source = only_file_in(zip, bytes, &count, &inside, &why))) {
        const char *slash = strrchr(inside, '/');
        known = wanted_name(slash ? slash + 1 : inside, search->wanted);
        char *whole = text_of("%s/%s", path, inside);
        if (known)
            take_bytes(s, known, whole, source, count);
        else
            why = text_of("holds %s", inside);
        free(whole);
    }
    if (!known && s->archive)
        note_other(s, path, "", NULL);
    else if (!known) {
        s->archive = text_clean(path, strlen(path), 300);
        s->archive_why = text_clean(why, strlen(why), 300);
    }
    free(zip);
    free(inside);
    free(why);
}

/* Takes a file that the instructor has accepted, or whose name is not a wanted one. */
static void look_at_other(struct search *search, int folder, const char *name, const char *path)
{
    struct submission *s = search->submission;
    size_t count;
    char *text = file_read_foreign(folder, name, MOST_BYTES, &count);
    const char *of = text ? holds(text, search->wanted) : NULL;
    struct handed_file *file = of ? find_file(s, of) : NULL;

    free(text);
    if (!of || !is_accepted(s, path)) {
        note_other(s, path, "", of);
        return;
    }
    if (file) /* in its place */
        note_other(s, file->path, "", of);
    if (file) {
        free_file(file);
        *file = s->files[--s->file_count];
    }
    take_file(s, folder, name, of, path);
}

/* Another file has been accepted in place of this one. */
static bool is_replaced(const struct search *search, const char *known)
{
    const struct handed_file *file = find_file(search->submission, known);

    return file && is_accepted(search->submission, file->path);
}

static void look_at(struct search *search, int folder, const char *name, const char *path,
                    int depth)
{
    struct submission *s = search->submission;
    const char *known = wanted_name(name, search->wanted);
    struct stat about;

    if (++search->seen > MOST_NAMES || fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW))
        return;
    if (S_ISDIR(about.st_mode))
        look_into(search, folder, name, path, depth);
    else if (is_archive(name))
        take_archive(search, folder, name, path);
    else if (known && !is_replaced(search, known) && !is_accepted(s, path))
        take_file(s, folder, name, known, path);
    else
        look_at_other(search, folder, name, path);
}

/* `path`: of the folder `entry` of `parent`, as people read it; "": the student's own. */
static void look_into(struct search *search, int parent, const char *entry, const char *path,
                      int depth)
{
    int folder = openat(parent, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), count;
    char **names;

    if (depth > DEPTH)
        note_other(search->submission, path, "/..., more than 4 folders deep", NULL);
    if (folder < 0 || depth > DEPTH || (count = names_in(folder, &names)) < 0) {
        if (folder >= 0)
            close(folder);
        return;
    }
    for (int i = 0; i < count; i++) {
        char *deeper = *path ? text_of("%s/%s", path, names[i]) : copy_of(names[i]);
        look_at(search, folder, names[i], deeper, depth + 1);
        free(deeper);
        free(names[i]);
    }
    free(names);
    close(folder);
}

/* ---- Canvas's flat download: surname_12345_67890_matmul_tiled-1.cu -------------------------- */

/* How many characters "12345_67890_" has; 0: it is something else. */
static int two_numbers(const char *at)
{
    int user = strspn(at, "0123456789"), upload;

    if (!user || user > 30 || at[user] != '_')
        return 0;
    upload = strspn(at + user + 1, "0123456789");
    return upload && at[user + 1 + upload] == '_' ? user + 1 + upload + 1 : 0;
}

/* Moodle's "Ana Gil_1234567_assignsubmission_file_matmul_tiled.cu", of students without folders. */
static int split_moodle(const char *name, char user[256], char own[256])
{
    static const char middle[] = "_assignsubmission_file_";
    const char *at = strstr(name, middle);

    if (!at || !at[sizeof(middle) - 1] || strlen(name) > 250)
        return 0;
    snprintf(user, 256, "%.*s", (int)(at - name), name);
    snprintf(own, 256, "%s", at + sizeof(middle) - 1);
    return 1;
}

/* Finds the student and the file's own name in a name of a flat download. Canvas's has the user's
 * number, after a surname that may have a _, too. 0: it is not such a name. */
static int split_flat(const char *name, char user[256], char own[256])
{
    const char *at = strchr(name, '_');

    if (split_moodle(name, user, own))
        return 1;
    while (at && !two_numbers(at + 1))
        at = strchr(at + 1, '_');
    if (!at || strlen(at + 1 + two_numbers(at + 1)) > 250)
        return 0;
    snprintf(user, 256, "%.*s", (int)strcspn(at + 1, "_"), at + 1);
    snprintf(own, 256, "%s", at + 1 + two_numbers(at + 1));
    char *dot = strrchr(own, '.'), *dash = strrchr(own, '-'); /* -1 of a second attempt */
    if (dot && dash && dash < dot && dash + 1 + strspn(dash + 1, "0123456789") == dot)
        memmove(dash, dot, strlen(dot) + 1);
    return 1;
}

static void read_flat(struct search *search, int folder)
{
    char **names, user[256], own[256];
    int count = names_in(folder, &names);

    for (int i = 0; i < count; i++) {
        char *id = split_flat(names[i], user, own) ? text_id(user) : NULL;
        if (id && !strcmp(id, search->submission->id)) {
            const char *known = wanted_name(own, search->wanted);
            if (known && !is_replaced(search, known) && !is_accepted(search->submission, names[i]))
                take_file(search->submission, folder, names[i], known, names[i]);
            else
                look_at(search, folder, names[i], names[i], DEPTH);
        }
        free(id);
        free(names[i]);
    }
    free(names);
}

/* ---- the class ------------------------------------------------------------------------------ */

static int by_id(const void *x, const void *y)
{
    return strcmp(((const struct submission *)x)->id, ((const struct submission *)y)->id);
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

static bool is_known(const struct submissions *all, const char *id)
{
    for (int i = 0; i < all->count; i++)
        if (!strcmp(all->list[i].id, id))
            return true;
    return false;
}

static void add_remark(struct submissions *all, const char *name, const char *what, const char *id)
{
    char *shown = text_clean(name, strlen(name), 300);

    text_add(&all->remarks, "%s: %s%s%s\n", shown, what, *id ? " " : "", id);
    free(shown);
}

/* `id` is freed with the list. */
static void add_student(struct submissions *all, char *id, const char *folder)
{
    if (is_known(all, id) && folder && strstr(folder, "_assignsubmission_onlinetext")) {
        free(id); /* Moodle's second folder of the student, with a text in place of files */
        return;
    }
    if (is_known(all, id)) {
        char *other = text_of("%s (%d)", id, all->count);
        add_remark(all, folder ? folder : id, "a second upload of a student; it is graded as",
                   other);
        free(id);
        id = other;
    }
    all->list = list_grown(all->list, all->count, sizeof(*all->list));
    all->list[all->count++] =
        (struct submission){ .id = id, .folder = folder ? copy_of(folder) : NULL };
}

/* Adds a student for each of the names in a folder. */
static void add_students(struct submissions *all, int folder, char **names, int count)
{
    char user[256], own[256];
    struct stat about;

    for (int i = 0; i < count; i++) {
        if (fstatat(folder, names[i], &about, AT_SYMLINK_NOFOLLOW))
            continue;
        bool is_file = !S_ISDIR(about.st_mode) && !S_ISLNK(about.st_mode);
        char *id = NULL;
        if (!is_file)
            add_student(all, id_of_folder(names[i]), names[i]);
        else if (!split_flat(names[i], user, own))
            add_remark(all, names[i], "belongs to no student and was left out", "");
        else if (!is_known(all, id = text_id(user)))
            add_student(all, copy_of(id), NULL);
        free(id);
    }
}

#define MOST_REMARKS 10 /* that are printed */

void print_remarks(const struct submissions *all)
{
    const char *at = all->remarks;
    int more = 0;

    for (int i = 0; *at; i++) {
        size_t length = strcspn(at, "\n");
        if (i < MOST_REMARKS)
            fprintf(stderr, "grade: %.*s\n", (int)length, at);
        more = i + 1 - MOST_REMARKS;
        at += length + 1;
    }
    if (more > 0)
        fprintf(stderr, "grade: and %d more, which class.html lists\n", more);
}

struct submissions read_submissions(const char *path)
{
    struct submissions all = { .remarks = copy_of("") };
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), count;
    char **names;

    if (folder < 0 || (count = names_in(folder, &names)) < 0)
        stop("SUBMISSIONS=%s: %s; name the folder with the students' folders", path,
             strerror(errno));
    add_students(&all, folder, names, count);
    for (int i = 0; i < count; i++)
        free(names[i]);
    free(names);
    close(folder);
    if (!all.count)
        stop("SUBMISSIONS=%s: holds no student: a folder for each, or Canvas's flat download "
             "(name_12345_67890_file.cu)",
             path);
    qsort(all.list, all.count, sizeof(*all.list), by_id);
    return all;
}

/* Nothing that this student has handed in is graded. */
static void refuse_all(struct submission *s, const char *verdict, char *why)
{
    s->verdict = verdict;
    s->why = why;
}

void read_files(const char *path, struct submission *s, const char *const wanted[])
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct search search = { .submission = s, .wanted = wanted };
    struct stat about;

    if (folder < 0) {
        refuse_all(s, "GRADER_ERROR",
                   text_of("the folder of submissions cannot be read: %s", strerror(errno)));
        return;
    }
    if (!s->folder)
        read_flat(&search, folder);
    else if (fstatat(folder, s->folder, &about, AT_SYMLINK_NOFOLLOW) ||
             (S_ISDIR(about.st_mode) && faccessat(folder, s->folder, R_OK | X_OK, 0)))
        refuse_all(s, "GRADER_ERROR", text_of("the folder cannot be read: %s", strerror(errno)));
    else if (!S_ISDIR(about.st_mode))
        refuse_all(s, "BAD_SUBMISSION", copy_of("the folder is a symbolic link"));
    else
        look_into(&search, folder, s->folder, "", 0);
    if (search.seen > MOST_NAMES)
        refuse_all(s, "BAD_SUBMISSION", text_of("there are more than %d files", MOST_NAMES));
    close(folder);
}

void free_files(struct submission *s)
{
    for (int i = 0; i < s->file_count; i++)
        free_file(&s->files[i]);
    free(s->files);
    free(s->archive);
    free(s->archive_why);
    for (int i = 0; i < s->other_count; i++)
        free(s->others[i].path);
    free(s->why);
    *s = (struct submission){ .id = s->id, .folder = s->folder };
}
