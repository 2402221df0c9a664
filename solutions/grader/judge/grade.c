/* grade - grades a class: `make grade SUBMISSIONS=dir OUT=dir` calls it, and says where what is.
 *
 *   grade [--part I/N] KIT BUILD CHECK_BUILD DEVICE SUBMISSIONS OUT
 *
 * In the environment: LABS=lab03,lab04 (else the labs that anybody handed in), ONLY=id (grade this
 * one again), EXPLAIN=id (say what was seen of this one), JOBS=n, CASE_SECONDS=s, ISOLATION=name,
 * ALLOW_UNSAFE=1, SPEED=1 (measure speed without a GPU, too). Status 0: everybody has a result; 1:
 * some have a GRADER_ERROR; 2: bad usage.
 *
 * A student is graded in a process of its own, which writes one file, by rename. A result counts as
 * long as its key is that of the files, the kit and the rubric. Whose process failed three times,
 * or during whom the machine went down three times (the journal in OUT says who was begun), gets a
 * GRADER_ERROR, and the others go on. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "grade.h"
#include "solutions/grader/text.h"

#define TRIES 3

struct running {
    pid_t pid;
    int student;
};

struct batch {
    struct grading *g;
    struct class_of_students *all;
    const char *only;
    int part, parts, next, done, faults;
    struct running running[256];
    int jobs, live;
    time_t begun;
};

static void stop(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void stop(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("grade: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(2);
}

static const char *from_environment(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

/* The bytes of a file of ours; count may be NULL. */
static char *read_bytes(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    char buffer[65536], *bytes = calloc(1, 1);
    size_t got, all = 0;

    while (file && bytes && (got = fread(buffer, 1, sizeof(buffer), file)) > 0) {
        bytes = realloc(bytes, all + got + 1);
        if (bytes)
            memcpy(bytes + all, buffer, got);
        all += got;
    }
    if (!file)
        stop("%s: %s; run make grade, which builds it", path, strerror(errno));
    if (!bytes)
        stop("out of memory");
    bytes[all] = 0;
    fclose(file);
    if (count)
        *count = all;
    return bytes;
}

/* ---- what is graded ------------------------------------------------------------------------- */

/* Whether this entry of the kit is the folder of the lab: lab06_resnet_layers/, not lab06_network,
 * which is a program. */
static int holds_lab(const char *kit, const char *entry, const char *name)
{
    char *program = text_of("%s/%s/%s.cu", kit, entry, name);
    int there = !strncmp(entry, name, 5) && entry[5] == '_' && access(program, R_OK) == 0;

    free(program);
    return there;
}

/* The labs of the rubric: labNN_OP/, whose file is OP.cu. */
static void list_labs(struct grading *g)
{
    DIR *kit = opendir(g->kit);

    if (!kit)
        stop("%s: %s", g->kit, strerror(errno));
    for (int i = 0; i < g->exercise_count; i++) {
        const char *name = g->exercises[i].lab;
        int known = 0;
        for (int j = 0; j < g->lab_count; j++)
            known |= !strcmp(g->labs[j].name, name);
        if (known)
            continue;
        struct lab_files *lab = &g->labs[g->lab_count];
        rewinddir(kit);
        for (struct dirent *entry; (entry = readdir(kit)) && !lab->folder[0];)
            if (holds_lab(g->kit, entry->d_name, name)) {
                snprintf(lab->name, sizeof(lab->name), "%s", name);
                snprintf(lab->folder, sizeof(lab->folder), "%.79s", entry->d_name);
                snprintf(lab->source, sizeof(lab->source), "%.50s.cu", entry->d_name + 6);
            }
        if (!lab->folder[0] || ++g->lab_count == MAX_LABS)
            stop("the rubric names %s, but there is no folder %s_...", g->exercises[i].name, name);
    }
    closedir(kit);
}

/* 1: the list, of words as 03 or lab03, has this lab. */
static int is_listed(const char *list, const char *lab)
{
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ", ");
        if ((length == strlen(lab) && !strncmp(at, lab, length)) ||
            (length == strlen(lab) - 3 && !strncmp(at, lab + 3, length)))
            return 1;
        at += length + strspn(at + length, ", ");
    }
    return 0;
}

/* Each exercise must have its launcher in the lab's header, or its judge would fail for everybody.
 */
static void check_exercises(const struct grading *g)
{
    for (int i = 0; i < g->exercise_count; i++)
        for (int j = 0; j < g->lab_count; j++) {
            const struct lab_files *lab = &g->labs[j];
            if (strcmp(g->exercises[i].lab, lab->name))
                continue;
            int stem = strlen(lab->source) - 3;
            char *header = text_of("%s/%s/%.*s.h", g->kit, lab->folder, stem, lab->source);
            char *launcher = text_of("%.*s_%s(", stem, lab->source, g->exercises[i].name);
            char *text = read_bytes(header, NULL);
            if (!strstr(text, launcher))
                stop("the rubric names %s, but %s declares no %s", g->exercises[i].name, header,
                     launcher);
            free(header);
            free(launcher);
            free(text);
        }
}

/* Keeps only the labs of LABS or, without it, those of which anybody in the class has the file. */
static void choose_labs(struct grading *g, struct class_of_students *all)
{
    const char *labs = from_environment("LABS");
    int kept = 0, handed_in[MAX_LABS] = { 0 }, any = 0;

    for (int i = 0; i < g->lab_count; i++)
        g->wanted[i] = g->labs[i].source;
    for (int s = 0; !labs && s < all->count; s++) {
        read_files(g->submissions, &all->students[s], g->wanted);
        for (int i = 0; i < g->lab_count; i++)
            for (int f = 0; f < all->students[s].file_count; f++)
                handed_in[i] |= all->students[s].files[f].name == g->labs[i].source;
        free_files(&all->students[s]);
    }
    for (int i = 0; i < g->lab_count; i++)
        any |= handed_in[i];
    for (int i = 0; i < g->lab_count; i++)
        if (labs ? is_listed(labs, g->labs[i].name) : handed_in[i] || !any)
            g->labs[kept++] = g->labs[i];
    if (!kept)
        stop("LABS=%s: is none of the rubric's labs; give some as in LABS=01,03", labs ? labs : "");
    g->lab_count = kept;
    memset(g->wanted, 0, sizeof(g->wanted));
    for (int i = 0; i < kept; i++)
        g->wanted[i] = g->labs[i].source;
}

/* ---- OUT ------------------------------------------------------------------------------------ */

static void make_folder(const char *path)
{
    if (mkdir(path, 0777) && errno != EEXIST)
        stop("OUT: %s cannot be made: %s", path, strerror(errno));
}

/* One run at a time, or one of each part; ends with this process and its children, however it ends.
 * The children of a run that was killed may need a moment for that. */
static void lock_out(const struct grading *g, const struct batch *b)
{
    char *path = b->parts > 1 ? text_of("%s/lock.%d", g->out, b->part) : text_of("%s/lock", g->out);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    if (fd < 0)
        stop("OUT=%s: cannot be written: %s", g->out, strerror(errno));
    int tries = 20, held;
    while ((held = flock(fd, LOCK_EX | LOCK_NB)) && tries--)
        nanosleep(&(struct timespec){ 0, 50000000 }, NULL);
    if (held)
        stop("OUT=%s: another run is grading there; wait for it, or give another folder", g->out);
    free(path);
}

/* The secret from which seeds are made: drawn once for OUT, and never shown. */
static void find_secret(struct grading *g)
{
    char *path = text_of("%s/secret", g->out);
    FILE *file = fopen(path, "r");
    unsigned char bytes[32];

    if (!file) {
        if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
            stop("there is no randomness for a secret");
        mode_t others = umask(077);
        struct new_file *made = new_file(path);
        for (size_t i = 0; made && i < sizeof(bytes); i++)
            fprintf(new_file_stream(made), "%02x", bytes[i]);
        if (!made || new_file_done(made))
            stop("OUT=%s: cannot be written: %s", g->out, strerror(errno));
        umask(others);
        file = fopen(path, "r");
    }
    if (!file || fread(g->secret, 1, 64, file) != 64 || strspn(g->secret, "0123456789abcdef") != 64)
        stop("%s is damaged; take it away, and everybody is graded anew", path);
    fclose(file);
    free(path);
}

static void add_file(char **all, char *path)
{
    size_t count;
    char hex[65], *bytes = read_bytes(path, &count);

    sha256_of(bytes, count, hex);
    text_add(all, "%s\n", hex);
    free(bytes);
    free(path);
}

/* What decides grades, beside the student's files. */
static void find_kit_key(struct grading *g)
{
    char *all = text_of("%d %s\n", g->measures, g->secret);

    for (int i = 0; i < g->lab_count; i++) {
        add_file(&all, text_of("%s/grader/judge%s", g->build, g->labs[i].name + 3));
        add_file(&all, text_of("%s/grader/%s.sh", g->build, g->labs[i].name));
    }
    add_file(&all, text_of("%s/solutions/grader/judge/runner.o", g->build));
    add_file(&all, text_of("%s/symbols", g->build));
    add_file(&all, text_of("%s/common/tools/symbols.txt", g->kit));
    add_file(&all, text_of("%s/solutions/grader/judge/compile.sh", g->kit));
    add_file(&all, text_of("%s/solutions/rubric.csv", g->kit));
    sha256_of(all, strlen(all), g->kit_key);
    free(all);
}

/* ---- the journal ---------------------------------------------------------------------------- */

static int journal = -1;

static void open_journal(const struct grading *g)
{
    char *path = text_of("%s/journal", g->out);

    journal = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (journal < 0)
        stop("OUT=%s: cannot be written: %s", g->out, strerror(errno));
    free(path);
}

/* Which machine this is, and since which start of it: a grader that was killed while the machine
 * ran on says nothing of the student. */
static const char *machine(void)
{
    static char words[120];
    char boot[40] = "", host[64] = "";
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");

    if (file) {
        if (!fgets(boot, sizeof(boot), file))
            boot[0] = 0;
        fclose(file);
    }
    gethostname(host, sizeof(host) - 1);
    snprintf(words, sizeof(words), "%s %.*s", host, (int)strcspn(boot, "\n"), boot);
    return words;
}

static void note_begun(const char *key)
{
    char line[256];
    int length = snprintf(line, sizeof(line), "STARTED %s %s\n", key, machine());

    if (write(journal, line, length) != length || fsync(journal))
        stop("OUT: the journal cannot be written: %s", strerror(errno));
}

/* How often this machine went down after the student with this key was begun. */
static int times_down(const char *key)
{
    FILE *file = fdopen(dup(journal), "r");
    int count = 0, host = strcspn(machine(), " ") + 1;
    char line[256];

    rewind(file);
    while (fgets(line, sizeof(line), file))
        if (!strncmp(line, "STARTED ", 8) && !strncmp(line + 8, key, 64) &&
            !strncmp(line + 8 + 65, machine(), host))
            count += strncmp(line + 8 + 65, machine(), strlen(machine())) != 0;
    fclose(file);
    return count;
}

/* The key of a student's journal lines: of the id, too, since files may be the same. */
static void journal_key(const struct grading *g, const struct student *s, char hex[65])
{
    char key[65], *both;

    key_of(g, s, key);
    both = text_of("%s\n%s", s->id, key);
    sha256_of(both, strlen(both), hex);
    free(both);
}

/* 1: there is a result of exactly these files, this kit, this rubric, and no GRADER_ERROR. */
static int has_result(const struct grading *g, const struct student *s)
{
    char *path = results_path(g, s->id), key[65];
    json_t *results = json_load_file(path, 0, NULL);
    json_t *extra = json_object_get(results, "extra_data");
    const char *there = json_string_value(json_object_get(extra, "key"));
    const char *verdict = json_string_value(json_object_get(extra, "verdict"));

    key_of(g, s, key);
    int same = there && verdict && !strcmp(there, key);
    int result = same && strcmp(verdict, "GRADER_ERROR");
    json_decref(results);
    free(path);
    return result;
}

/* ---- the batch ------------------------------------------------------------------------------ */

/* In the process of one student. */
static void grade_one(const struct batch *b, struct student *s)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int is_graded = grade_student(b->g, s);
    fflush(NULL);
    _exit(is_graded ? 0 : 1);
}

static void say_progress(const struct batch *b)
{
    int total = 0;

    if (!isatty(2))
        return;
    for (int i = b->part; i < b->all->count; i += b->parts)
        total++;
    double seconds = difftime(time(NULL), b->begun);
    fprintf(stderr, "\r%d of %d graded", b->done, total);
    if (b->done > 1 && b->done < total)
        fprintf(stderr, ", about %.0f min left ", ceil(seconds / b->done * (total - b->done) / 60));
    fprintf(stderr, "\033[K");
    if (b->done == total)
        fputc('\n', stderr);
}

/* A disk that fills up while a file is compiled would look like the student's fault. */
static void need_disk(const struct grading *g)
{
    struct statvfs disk;

    if (!statvfs(g->out, &disk) && (double)disk.f_bavail * disk.f_frsize < 128 << 20)
        stop(
            "OUT=%s: no space left: fewer than 128 MiB are free there; make room, and run it again",
            g->out);
}

/* Grades a student in a process of its own. */
static void start(struct batch *b, int index)
{
    struct student *s = &b->all->students[index];
    char key[65];

    need_disk(b->g);
    journal_key(b->g, s, key);
    note_begun(key);
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
        stop("no process for a student: %s", strerror(errno));
    if (pid == 0)
        grade_one(b, s);
    b->running[b->live++] = (struct running){ pid, index };
}

static int is_to_be_graded(struct batch *b, struct student *s)
{
    char key[65];

    journal_key(b->g, s, key);
    if (b->only)
        return 1;
    if (times_down(key) < TRIES)
        return !has_result(b->g, s);
    give_up_student(b->g, s, "the machine went down three times while it graded this one");
    b->faults++;
    return 0;
}

/* Starts the next student who has no result yet. 0: there is none. */
static int start_next(struct batch *b)
{
    int started = 0;

    for (; b->next < b->all->count && !started; b->next += b->parts) {
        struct student *s = &b->all->students[b->next];
        if (b->only && strcmp(b->only, s->id))
            continue;
        read_files(b->g->submissions, s, b->g->wanted);
        if (is_to_be_graded(b, s)) {
            start(b, b->next);
            started = 1;
        } else
            b->done++;
        free_files(s);
    }
    return started;
}

/* Waits until a student is done. Whose process failed is begun again, or given up. */
static void finish_one(struct batch *b)
{
    int status;
    pid_t pid = wait(&status);

    for (int i = 0; i < b->live; i++) {
        if (b->running[i].pid != pid)
            continue;
        int index = b->running[i].student;
        struct student *s = &b->all->students[index];
        b->running[i] = b->running[--b->live];
        int failed = !WIFEXITED(status) || WEXITSTATUS(status) > 1;
        int again = failed && ++s->failures < TRIES;
        if (failed)
            read_files(b->g->submissions, s, b->g->wanted);
        if (again)
            start(b, index);
        else if (failed)
            give_up_student(b->g, s, "the grader failed three times while it graded this one");
        b->faults += !again && (failed || WEXITSTATUS(status));
        b->done += !again;
        free_files(s);
        return;
    }
}

static void grade_all(struct batch *b)
{
    b->begun = time(NULL);
    b->next = b->part;
    for (int more = 1; more || b->live;) {
        while (more && b->live < b->jobs)
            more = start_next(b);
        say_progress(b);
        if (b->live)
            finish_one(b);
    }
    say_progress(b);
}

/* The ids of the class, for who writes its pages: rows out = students in. */
static void list_students(const struct batch *b)
{
    char *path = text_of("%s/students.txt", b->g->out);
    struct new_file *file = new_file(path);

    for (int i = 0; file && i < b->all->count; i++)
        fprintf(new_file_stream(file), "%s\n", b->all->students[i].id);
    if (!file || new_file_done(file))
        stop("%s cannot be written: %s", path, strerror(errno));
    free(path);
}

/* ---- EXPLAIN -------------------------------------------------------------------------------- */

static const char *text_of_json(json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

static void explain_test(json_t *test)
{
    json_t *extra = json_object_get(test, "extra_data"), *item;
    size_t i;

    printf("\n%s   %s   %g of %g points\n", text_of_json(test, "name"),
           text_of_json(extra, "verdict"), json_number_value(json_object_get(test, "score")),
           json_number_value(json_object_get(test, "max_score")));
    if (*text_of_json(extra, "note"))
        printf("  %s\n", text_of_json(extra, "note"));
    json_array_foreach(json_object_get(extra, "cases"), i, item)
        printf("  case %2lld  seed %s  %-13s %6.2f s  %s%s%s\n",
               json_integer_value(json_object_get(item, "case")), text_of_json(item, "seed"),
               text_of_json(item, "verdict"), json_number_value(json_object_get(item, "seconds")),
               text_of_json(item, "shape"), *text_of_json(item, "note") ? ": " : "",
               text_of_json(item, "note"));
    json_array_foreach(json_object_get(extra, "findings"), i, item)
        printf("  finding at line %lld: %s\n", json_integer_value(json_object_get(item, "line")),
               text_of_json(item, "text"));
}

static int explain(const struct grading *g, const char *id)
{
    char *path = results_path(g, id);
    json_t *results = json_load_file(path, 0, NULL), *test;
    json_t *extra = json_object_get(results, "extra_data");
    size_t i;

    if (!results)
        stop("EXPLAIN=%s: has no result in %s", id, g->out);
    printf("%s: %s, %g of %g points, isolation %s, %s, graded %s in %.1f s\n", id,
           text_of_json(extra, "verdict"), json_number_value(json_object_get(results, "score")),
           json_number_value(json_object_get(extra, "max_score")), text_of_json(extra, "isolation"),
           text_of_json(extra, "device"), text_of_json(extra, "date"),
           json_number_value(json_object_get(extra, "seconds")));
    json_array_foreach(json_object_get(results, "tests"), i, test) explain_test(test);
    json_decref(results);
    free(path);
    return 0;
}

/* ---- main ----------------------------------------------------------------------------------- */

static void find_level(struct grading *g)
{
    char why[512];
    int level = sandbox_best(from_environment("ISOLATION"), why);

    if (level < 0)
        stop("%s", why);
    g->level = level;
}

static void check_only(const struct batch *b)
{
    int known = !b->only;

    for (int i = 0; i < b->all->count && !known; i++)
        known = !strcmp(b->all->students[i].id, b->only);
    if (!known)
        stop("ONLY=%s: nobody has this id; grades.csv lists them", b->only);
}

static int jobs(const struct grading *g)
{
    const char *given = from_environment("JOBS");
    /* one more than there are cores: a sandbox that begins or ends is waited for */
    long n = given ? strtol(given, NULL, 10) : sysconf(_SC_NPROCESSORS_ONLN) + 1;

    if (given && (n < 1 || n > 256))
        stop("JOBS=%s: must be a whole number from 1 to 256", given);
    return strcmp(g->device, "cpu_device") ? 1 : n < 1 ? 1 : n > 256 ? 256 : n; /* one on a GPU */
}

/* Until a case is a TIMEOUT. */
static double case_seconds(void)
{
    const char *given = from_environment("CASE_SECONDS");
    double seconds = given ? strtod(given, NULL) : 20;

    if (!(seconds >= 1 && seconds <= 3600))
        stop("CASE_SECONDS=%s: must be a number from 1 to 3600", given);
    return seconds;
}

static char *absolute(const char *path)
{
    char *full = realpath(path, NULL);

    if (!full)
        stop("%s: %s", path, strerror(errno));
    return full;
}

static void prepare_out(struct grading *g, const struct batch *b, const char *out)
{
    make_folder(out);
    g->out = absolute(out);
    char *submissions = absolute(g->submissions);
    size_t length = strlen(submissions);
    if (!strncmp(g->out, submissions, length) && strchr("/", g->out[length]))
        stop("OUT=%s: lies in SUBMISSIONS, where it would be taken for a student; give another",
             out);
    free(submissions);
    lock_out(g, b);
    char *students = text_of("%s/students", g->out), *running = text_of("%s/running", g->out);
    if (b->parts == 1)
        remove_tree(running); /* of a run that was killed */
    make_folder(students);
    make_folder(running);
    free(students);
    free(running);
    find_secret(g);
    open_journal(g);
}

int main(int argc, char **argv)
{
    struct grading g = { 0 };
    struct batch b = { .g = &g, .parts = 1, .only = from_environment("ONLY") };
    struct class_of_students all;

    if (argc > 2 && !strcmp(argv[1], "--part")) {
        if (sscanf(argv[2], "%d/%d", &b.part, &b.parts) != 2 || b.part < 0 || b.part >= b.parts)
            stop("--part %s: must be I/N with I from 0 to N - 1", argv[2]);
        argc -= 2;
        argv += 2;
    }
    if (argc != 7)
        stop("usage: grade [--part I/N] KIT BUILD CHECK_BUILD DEVICE SUBMISSIONS OUT");
    g.kit = absolute(argv[1]);
    g.build = absolute(argv[2]);
    g.check_build = *argv[3] ? absolute(argv[3]) : NULL;
    g.device = argv[4];
    g.measures = strcmp(g.device, "cpu_device") || from_environment("SPEED");
    char *rubric = text_of("%s/solutions/rubric.csv", g.kit);
    read_rubric(&g, rubric);
    list_labs(&g);
    check_exercises(&g);
    if (from_environment("EXPLAIN")) {
        g.out = absolute(argv[6]);
        return explain(&g, from_environment("EXPLAIN"));
    }
    g.submissions = argv[5];
    all = read_submissions(g.submissions);
    b.all = &all;
    check_only(&b);
    find_level(&g);
    b.jobs = jobs(&g);
    g.case_seconds = case_seconds();
    choose_labs(&g, &all);
    prepare_out(&g, &b, argv[6]);
    find_kit_key(&g);
    list_students(&b);
    grade_all(&b);
    if (b.parts == 1)
        remove_tree(text_of("%s/running", g.out));
    return b.faults ? 1 : 0;
}
