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

#define DEPTH      40        /* of folders in a student's folder */
#define MOST_BYTES (1 << 20) /* of a file */
#define MOST_NAMES 10000     /* in a student's folder, without those of a kit's folders, */
#define MOST_KIT   100000    /* and with them */

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

/* The place of the last line that accepts it, from 1 on; 0: none does. */
static long acceptance(const struct submission *s, const char *path)
{
    char *line = text_of("%s:%s\n", s->id, path);
    long last = 0;

    for (const char *at = accepted; (at = strstr(at, line)); at++)
        if (at == accepted || at[-1] == '\n')
            last = at - accepted + 1;
    free(line);
    return last;
}

/* ---- one file ------------------------------------------------------------------------------- */

/* `why`: the file's from now on. */
static void refuse(struct handed_file *file, char *why)
{
    free(file->source);
    free(file->why);
    file->source = NULL;
    file->verdict = "BAD_SUBMISSION";
    file->why = why;
}

/* Refuses a file that has bytes 0, as text in UTF-16 has. */
static void check_text(struct handed_file *file)
{
    const char *nul = memchr(file->source, 0, file->bytes);

    if (file->bytes > 1 &&
        (!memcmp(file->source, "\xff\xfe", 2) || !memcmp(file->source, "\xfe\xff", 2)))
        refuse(file, copy_of("is text in UTF-16: save it anew as UTF-8"));
    else if (nul)
        refuse(file, text_of("has a NUL byte at place %td, as no text has: save it anew as UTF-8",
                             nul - file->source + 1));
}

static void read_file(int folder, const char *name, struct handed_file *file)
{
    file->source = file_read_foreign(folder, name, MOST_BYTES, &file->bytes);
    int why = errno;

    if (file->source) {
        sha256_of(file->source, file->bytes, file->sha256);
        check_text(file);
        return;
    }
    refuse(file, copy_of(why == ELOOP    ? "is a symbolic link: hand in the file itself"
                         : why == EINVAL ? "is not an ordinary file"
                         : why == EFBIG  ? "is larger than 1 MiB"
                                         : "cannot be read here"));
    if (why != ELOOP && why != EINVAL && why != EFBIG)
        file->verdict = "NOT_GRADED";
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

/* ---- which of several files of one name is graded ----------------------------------------------
 */

/* Keeps the name of a file that is not graded. */
static void note_other(struct submission *s, const char *path, const char *why, const char *of)
{
    char *named = text_of("%s%s", path, why);

    if (s->other_count < MAX_OTHERS)
        s->others[s->other_count++] =
            (struct other_file){ .path = text_clean(named, strlen(named), 300), .holds = of };
    else
        s->left_out++;
    free(named);
}

/* The same for one that was handed out, such as vector_add.h: nobody means it as their own work. */
static void note_kit_file(struct submission *s, const char *path)
{
    note_other(s, path, "", NULL);
    if (!s->left_out)
        s->others[s->other_count - 1].is_of_kit = true;
}

/* Keeps the name of a file of the kit that is called like an exercise's. */
static void note_namesake(struct submission *s, const char *path)
{
    if (s->namesake_count < MAX_OTHERS)
        s->namesakes[s->namesake_count++] = text_clean(path, strlen(path), 300);
}

static bool is_same(const struct handed_file *x, const struct handed_file *y)
{
    return x->source && y->source && !strcmp(x->sha256, y->sha256);
}

/* > 0: x is rather the file that is meant. An untouched starter never is, if there is another. */
static int compare(const struct handed_file *x, const struct handed_file *y)
{
    bool by_hand = x->rank == ACCEPTED || y->rank == ACCEPTED;

    if (by_hand && x->rank != y->rank)
        return x->rank - y->rank;
    if (x->is_starter != y->is_starter && !by_hand)
        return y->is_starter - x->is_starter;
    if (x->order != y->order)
        return x->order > y->order ? 1 : -1;
    return x->rank - y->rank;
}

/* One file of a name is kept; of the others the names. */
static void keep_file(struct submission *s, struct handed_file *new)
{
    struct handed_file *file = find_file(s, new->name);

    if (!file) {
        s->files = list_grown(s->files, s->file_count, sizeof(*s->files));
        s->files[s->file_count++] = *new;
        return;
    }
    int better = compare(new, file);
    bool same = is_same(new, file);
    if (better > 0) {
        struct handed_file worse = *file;
        *file = *new;
        *new = worse;
    }
    if (!same && better == 0)
        refuse(file, text_of("there are two: %s and %s", file->path, new->path));
    else if (!same && new->is_starter)
        note_namesake(s, new->path);
    else if (!same)
        note_other(s, new->path, "", new->name);
    free_file(new);
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

const char *other_like(const struct submission *s, const char *wanted)
{
    const char *best = NULL;
    int most = 1;

    for (int i = 0; i < s->other_count; i++) {
        const char *path = s->others[i].path, *slash = strrchr(path, '/');
        if (s->others[i].is_of_kit)
            continue;
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

/* ---- the search -------------------------------------------------------------------------------
 */

/* A search for a student's files. */
struct search {
    const struct grading *g;
    struct submission *submission;
    unsigned long long order; /* of the upload; see struct handed_file */
    bool in_archive;
    int seen, all; /* how many names so far: outside of a kit's folders, and in all */
};

/* A folder that is searched. */
struct here {
    const char *name; /* of the folder */
    int depth;
    bool in_kit;     /* in a clone of the kit, */
    size_t root;     /* the bytes of its path, with the '/' */
    bool only_names; /* a folder of the kit that holds no exercises: its files are named alone */
};

static void look_into(struct search *search, int parent, const char *entry, const char *path,
                      struct here here);

/* "lab03_matmul_tiled". */
static bool is_lab_folder(const char *name)
{
    return !strncmp(name, "lab", 3) && strspn(name + 3, "0123456789") == 2 && name[5] == '_';
}

/* These folders beside the labs' are the kit's; some hold files named like exercises. */
static bool is_kit_folder(const char *name)
{
    static const char *const names[] = { "tests", "solutions", "handouts", "common",
                                         "peers", "reference", "build",    "results" };

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

/* Is a file of this path, or of this name in a lab's folder, the kit's own? */
static bool is_of_kit(const struct grading *g, const char *path, const char *name)
{
    char *place = text_of("%s/%s", g->kit, path);
    bool found = !faccessat(AT_FDCWD, place, F_OK, AT_SYMLINK_NOFOLLOW);

    free(place);
    for (int i = 0; i < g->lab_count && !found; i++) {
        place = text_of("%s/%s/%s", g->kit, g->labs[i].folder, name);
        found = !faccessat(AT_FDCWD, place, F_OK, AT_SYMLINK_NOFOLLOW);
        free(place);
    }
    return found;
}

/* Are the texts the same but for the ends of lines, which git may change? */
static bool is_same_text(const char *x, const char *y)
{
    for (;; x++, y++) {
        x += *x == '\r';
        y += *y == '\r';
        if (*x != *y || !*x)
            return *x == *y;
    }
}

static const struct lab_files *lab_of(const struct grading *g, const char *source)
{
    int i = 0;

    while (g->labs[i].source != source)
        i++;
    return &g->labs[i];
}

static bool is_starter(const struct grading *g, const struct handed_file *file)
{
    const struct lab_files *lab = lab_of(g, file->name);
    char *path = text_of("%s/%s/%s", g->kit, lab->folder, lab->source);
    size_t count;
    char *starter = file->source ? file_read(path, MOST_BYTES, &count) : NULL;
    bool same = starter && is_same_text(starter, file->source);

    free(path);
    free(starter);
    return same;
}

/* Takes a file that has one of the wanted names, or is accepted as that. */
static void take_file(struct search *search, int folder, const char *entry, const char *name,
                      const char *path, const struct here *here)
{
    struct submission *s = search->submission;
    struct handed_file file = { .name = name, .path = text_clean(path, strlen(path), 300) };
    bool in_lab = here->name && !strcmp(here->name, lab_of(search->g, name)->folder);
    long by_hand = acceptance(s, path);

    read_file(folder, entry, &file);
    file.rank = by_hand ? ACCEPTED : in_lab ? IN_LAB : ELSEWHERE;
    file.order = by_hand ? (unsigned long long)by_hand : search->order;
    file.is_starter = is_starter(search->g, &file);
    keep_file(s, &file);
}

/* Nothing that this student has handed in is graded. */
static void refuse_all(struct submission *s, const char *verdict, char *why)
{
    free(s->why);
    s->verdict = verdict;
    s->why = why;
}

/* What cannot be read here may be just what was to be graded. */
static void fail_to_read(struct submission *s, const char *path, const char *why)
{
    char *shown = text_clean(path, strlen(path), 300);

    refuse_all(s, "NOT_GRADED", text_of("%s cannot be read here: %s", shown, why));
    free(shown);
}

/* Searches a zip like a folder. */
static void take_archive(struct search *search, int folder, const char *name, const char *path)
{
    struct submission *s = search->submission;
    size_t bytes;
    int seen = search->all;
    bool is_ours = false;
    char *why = NULL, *zip = NULL, *tree;

    if (!ends_with(name, ".zip"))
        why = copy_of("only a zip is opened");
    else if (search->in_archive)
        why = copy_of("is a zip in a zip");
    else if (!(zip = file_read_foreign(folder, name, MOST_ARCHIVE, &bytes))) {
        is_ours = errno != EFBIG && errno != ELOOP && errno != EINVAL;
        why = copy_of(is_ours          ? strerror(errno)
                      : errno == EFBIG ? "is larger than 64 MiB"
                                       : "is not an ordinary file");
    } else if ((tree = unpack_own(zip, bytes, &why, &is_ours))) {
        search->in_archive = true;
        look_into(search, AT_FDCWD, tree, path, (struct here){ 0 });
        search->in_archive = false;
        remove_tree(tree);
        if (search->all == seen)
            why = copy_of("holds no file that can be unpacked");
    }
    if (is_ours)
        fail_to_read(s, path, why);
    else if (why && s->archive)
        note_other(s, path, "", NULL);
    else if (why) {
        s->archive = text_clean(path, strlen(path), 300);
        s->archive_why = text_clean(why, strlen(why), 300);
    }
    free(zip);
    free(why);
}

/* The wanted name whose launchers are in the file; NULL: those of none, or they are declared. */
static const char *held_name(const struct search *search, int folder, const char *name)
{
    size_t count;
    bool declares = ends_with(name, ".h") || ends_with(name, ".cuh") || ends_with(name, ".md");
    char *text = declares ? NULL : file_read_foreign(folder, name, MOST_BYTES, &count);
    const char *of = text ? holds(text, search->g->wanted) : NULL;

    free(text);
    return of;
}

/* Takes a file with another name if the instructor has accepted it. */
static void look_at_other(struct search *search, int folder, const char *name, const char *path,
                          const struct here *here)
{
    struct submission *s = search->submission;
    const char *of =
        here->only_names && !acceptance(s, path) ? NULL : held_name(search, folder, name);

    if (of && acceptance(s, path))
        take_file(search, folder, name, of, path, here);
    else if (is_of_kit(search->g, path + here->root, name) && !here->in_kit)
        note_kit_file(s, path);
    else if (!here->only_names && (of || !here->in_kit))
        note_other(s, path, "", of);
}

static void look_at(struct search *search, int folder, const char *name, const char *path,
                    struct here here)
{
    struct submission *s = search->submission;
    const char *known = wanted_name(name, search->g->wanted);
    struct stat about;

    search->seen += !here.only_names;
    if (++search->all > MOST_KIT || search->seen > MOST_NAMES ||
        fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW))
        return;
    if (S_ISDIR(about.st_mode))
        look_into(search, folder, name, path, here);
    else if (is_archive(name) && !here.only_names)
        take_archive(search, folder, name, path);
    else if (known && here.only_names && !acceptance(s, path))
        note_namesake(s, path);
    else if (known)
        take_file(search, folder, name, known, path, &here);
    else
        look_at_other(search, folder, name, path, &here);
}

static bool holds_lab_folder(int folder, char **names, int count)
{
    struct stat about;

    for (int i = 0; i < count; i++)
        if (is_lab_folder(names[i]) && !fstatat(folder, names[i], &about, AT_SYMLINK_NOFOLLOW) &&
            S_ISDIR(about.st_mode))
            return true;
    return false;
}

/* `path`: of the folder `entry` of `parent`, as people read it; "": the student's own. `here`: of
 * the parent. */
static void look_into(struct search *search, int parent, const char *entry, const char *path,
                      struct here here)
{
    int folder = openat(parent, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), count;
    char **names;

    if (here.depth > DEPTH)
        note_other(search->submission, path, "/..., more than 40 folders deep", NULL);
    if (folder < 0 || here.depth > DEPTH || (count = names_in(folder, &names)) < 0) {
        if (here.depth <= DEPTH && !here.only_names)
            fail_to_read(search->submission, path, strerror(errno));
        if (folder >= 0)
            close(folder);
        return;
    }
    bool is_kit = !here.only_names && holds_lab_folder(folder, names, count);
    if (is_kit) {
        here.in_kit = true;
        here.root = *path ? strlen(path) + 1 : 0;
    }
    for (int i = 0; i < count; i++) {
        char *deeper = *path ? text_of("%s/%s", path, names[i]) : copy_of(names[i]);
        struct here inside = here;
        inside.name = entry;
        inside.depth++;
        inside.only_names |= is_kit && is_kit_folder(names[i]);
        look_at(search, folder, names[i], deeper, inside);
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
 * number, after a surname that may itself have a _, and the upload's number, which orders the
 * student's uploads. 0: it is not such a name. */
static int split_flat(const char *name, char user[256], char own[256], unsigned long long *order)
{
    const char *at = strchr(name, '_');

    *order = 0;
    if (split_moodle(name, user, own))
        return 1;
    while (at && !two_numbers(at + 1))
        at = strchr(at + 1, '_');
    if (!at || strlen(at + 1 + two_numbers(at + 1)) > 250)
        return 0;
    snprintf(user, 256, "%.*s", (int)strcspn(at + 1, "_"), at + 1);
    snprintf(own, 256, "%s", at + 1 + two_numbers(at + 1));
    *order = 10000 * strtoull(at + 1 + strcspn(at + 1, "_") + 1, NULL, 10);
    char *dot = strrchr(own, '.'), *dash = strrchr(own, '-'); /* -1 of a second attempt */
    if (dot && dash && dash < dot && dash + 1 + strspn(dash + 1, "0123456789") == dot) {
        *order += strtoul(dash + 1, NULL, 10) % 10000;
        memmove(dash, dot, strlen(dot) + 1);
    }
    return 1;
}

/* Orders uploads without numbers of Canvas: when the file was written. */
static unsigned long long time_of(int folder, const char *name)
{
    struct stat about;

    if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW))
        return 0;
    return 1000000000ull * about.st_mtim.tv_sec + about.st_mtim.tv_nsec;
}

/* 2 at the end of "..._file_ (2)" or "..._file_2"; 0: there is none. */
static int number_of(const char *name)
{
    const char *at = name + strlen(name);

    while (at > name && strchr("0123456789)", at[-1]))
        at--;
    return at > name && strchr("(_-", at[-1]) ? (int)(strtoul(at, NULL, 10) % 1000) : 0;
}

/* When a student's folder was uploaded: when the latest of its files was written, or the folder
 * itself. Where times are the same, as in a zip, its number counts. */
static unsigned long long time_of_upload(int parent, const char *name)
{
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    char **names;
    int count = folder < 0 ? 0 : names_in(folder, &names);
    unsigned long long latest = 0;

    for (int i = 0; i < count; i++) {
        unsigned long long time = time_of(folder, names[i]);
        latest = time > latest ? time : latest;
        free(names[i]);
    }
    if (folder >= 0) {
        free(names);
        close(folder);
    }
    return (latest ? latest : time_of(parent, name)) + number_of(name);
}

static void read_flat(struct search *search, int folder)
{
    char **names, user[256], own[256];
    int count = names_in(folder, &names);
    const struct here here = { .depth = DEPTH };

    for (int i = 0; i < count; i++) {
        char *id = split_flat(names[i], user, own, &search->order) ? text_id(user) : NULL;
        if (id && !strcmp(id, search->submission->id)) {
            if (!search->order)
                search->order = time_of(folder, names[i]);
            const char *known = wanted_name(own, search->g->wanted);
            if (known)
                take_file(search, folder, names[i], known, names[i], &here);
            else
                look_at(search, folder, names[i], names[i], here);
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

static struct submission *student_of(const struct submissions *all, const char *id)
{
    for (int i = 0; i < all->count; i++)
        if (!strcmp(all->list[i].id, id))
            return &all->list[i];
    return NULL;
}

static void add_remark(struct submissions *all, const char *name, const char *what, const char *id)
{
    char *shown = text_clean(name, strlen(name), 300);

    text_add(&all->remarks, "%s: %s%s%s\n", shown, what, *id ? " " : "", id);
    free(shown);
}

/* Adds an upload, a folder or a file of a flat download, to its student. */
static void add_upload(struct submissions *all, char *id, const char *name, bool is_folder)
{
    struct submission *s = student_of(all, id);
    /* Moodle's second folder of the student has a text in place of files */
    bool is_text = s && strstr(name, "_assignsubmission_onlinetext");

    if (!s) {
        all->list = list_grown(all->list, all->count, sizeof(*all->list));
        s = &all->list[all->count++];
        *s = (struct submission){ .id = copy_of(id) };
    } else if (!is_text && (is_folder || s->folder_count))
        add_remark(all, name, "is one more upload; the latest counts, of", id);
    if (is_folder && !is_text) {
        s->folders = list_grown(s->folders, s->folder_count, sizeof(*s->folders));
        s->folders[s->folder_count++] = copy_of(name);
    }
    s->has_flat |= !is_folder;
    free(id);
}

/* Adds a student for each of the names in a folder. */
static void add_students(struct submissions *all, int folder, char **names, int count)
{
    char user[256], own[256];
    unsigned long long order;
    struct stat about;

    for (int i = 0; i < count; i++) {
        if (fstatat(folder, names[i], &about, AT_SYMLINK_NOFOLLOW))
            continue;
        bool is_file = !S_ISDIR(about.st_mode) && !S_ISLNK(about.st_mode);
        if (!is_file)
            add_upload(all, id_of_folder(names[i]), names[i], true);
        else if (!split_flat(names[i], user, own, &order))
            add_remark(all, names[i], "belongs to no student and was left out", "");
        else
            add_upload(all, text_id(user), names[i], false);
    }
}

#define MOST_REMARKS 10 /* that are printed */

void print_remarks(const char *remarks)
{
    const char *at = remarks;
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

/* Reads a folder of a student. If there are several, messages name this one. */
static void read_upload(struct search *search, int parent, const char *name)
{
    struct submission *s = search->submission;
    bool is_only = s->folder_count == 1 && !s->has_flat;
    struct stat about;

    search->order = is_only ? 0 : time_of_upload(parent, name);
    if (fstatat(parent, name, &about, AT_SYMLINK_NOFOLLOW) ||
        (S_ISDIR(about.st_mode) && faccessat(parent, name, R_OK | X_OK, 0)))
        refuse_all(s, "NOT_GRADED", text_of("the folder cannot be read: %s", strerror(errno)));
    else if (!S_ISDIR(about.st_mode))
        refuse_all(s, "BAD_SUBMISSION", copy_of("the folder is a symbolic link"));
    else
        look_into(search, parent, name, is_only ? "" : name, (struct here){ 0 });
}

void read_files(const struct grading *g, struct submission *s)
{
    int folder = open(g->submissions, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct search search = { .g = g, .submission = s };

    if (folder < 0) {
        refuse_all(s, "NOT_GRADED",
                   text_of("the folder of submissions cannot be read: %s", strerror(errno)));
        return;
    }
    for (int i = 0; i < s->folder_count && !s->verdict; i++)
        read_upload(&search, folder, s->folders[i]);
    if (s->has_flat && !s->verdict)
        read_flat(&search, folder);
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
    for (int i = 0; i < s->namesake_count; i++)
        free(s->namesakes[i]);
    free(s->why);
    *s = (struct submission){
        .id = s->id, .folders = s->folders, .folder_count = s->folder_count, .has_flat = s->has_flat
    };
}
