/* Runs a program in a sandbox, and watches from outside its reply, log, time, memory, processes and
 * folder. What the program says of itself, its exit status included, decides nothing here. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inside.h"

const char *const sandbox_names[] = { "bubblewrap", "landlock", "own-uid", "none" };
const char *const sandbox_ends[] = { "ended",          "signalled",       "out of time",
                                     "out of memory",  "too much log",    "too much reply",
                                     "too many tasks", "too much on disk" };

static const double tick = 0.01;    /* seconds between two looks at the memory */
static const double settle = 0.1;   /* seconds after a complete reply in which nothing may follow */
static const double fastest = 16e9; /* bytes a second that all processors together can fill */
static const size_t block = 4096;   /* bytes that even an empty file takes */
static const double patience = 30;  /* times the limit on the time used, by the clock */
static const double late = 1;       /* seconds between two looks at the time, at most */

struct watch {
    const struct sandbox_job *job;
    struct sandbox_result *result;
    pid_t pid;
    int log, reply;  /* our ends of the pipes; -1 when the last writer has gone */
    double began;    /* when it was started, in seconds of the clock */
    double complete; /* when the reply was complete; 0: it is not */
    double heard;    /* when a byte of the reply came last */
    double next_look_at_memory, looked_at_disk, looked_at_time;
    struct times times;                     /* at the last look at the time */
    double used_at_heard, used_at_complete; /* seconds used by then */
    bool may_grow;                          /* it can start processes */
    bool starved;                           /* it got no processor for too long */
    size_t shared_before,
        shared_at_end; /* memory that is shared, of the whole machine; 0: not asked */
    struct tree tree;
};

/* Says why it ends; returns 1. */
static int end(struct watch *watch, enum sandbox_end how)
{
    watch->result->end = how;
    return 1;
}

/* Reads all that is in the pipe now. 1: the log has become too long. */
static int read_log(struct watch *watch)
{
    struct sandbox_result *result = watch->result;
    char bytes[65536];
    ssize_t got;
    while (watch->log >= 0 && (got = read(watch->log, bytes, sizeof(bytes))) != -1) {
        size_t room = watch->job->log_bytes - result->log_got;
        size_t kept = (size_t)got < room ? (size_t)got : room;
        char *longer = realloc(result->log, result->log_got + kept + 1);
        if (!longer)
            abort();
        result->log = longer;
        memcpy(longer + result->log_got, bytes, kept);
        longer[result->log_got += kept] = 0;
        if (got == 0)
            watch->log = -1;
        if ((size_t)got > room)
            return end(watch, TOO_MUCH_LOG);
    }
    return 0;
}

static int read_reply(struct watch *watch)
{
    struct sandbox_result *result = watch->result;
    while (watch->reply >= 0) {
        char more;
        size_t room = watch->job->reply_bytes - result->reply_got;
        char *to = room ? (char *)watch->job->reply + result->reply_got : &more;
        ssize_t got = read(watch->reply, to, room ? room : 1);
        if (got < 0)
            return 0;
        if (got == 0)
            watch->reply = -1;
        if (got > 0 && room == 0)
            return end(watch, TOO_MUCH_REPLY);
        watch->heard = clock_now();
        watch->used_at_heard = result->used;
        for (size_t i = result->reply_got; i < result->reply_got + got && i < SANDBOX_MARKS; i++)
            result->marks[i] = watch->heard - watch->began;
        result->reply_got += got;
        if (got > 0 && result->reply_got == watch->job->reply_bytes) {
            watch->complete = clock_now();
            watch->used_at_complete = result->used;
            result->seconds = watch->complete - watch->began;
        }
    }
    return 0;
}

static size_t disk_total; /* nftw has no argument for it */
static int add_file(const char *path, const struct stat *about, int type, struct FTW *where)
{
    (void)where;
    if (type == FTW_DNR) /* it is ours, whatever rights were taken away: seen at the next look */
        chmod(path, 0700);
    disk_total += block + 512 * (size_t)about->st_blocks;
    return 0;
}

static int look_at_disk(struct watch *watch)
{
    double now = clock_now();
    if (!watch->job->folder || now < watch->looked_at_disk + 10 * tick)
        return 0;
    watch->looked_at_disk = now;
    disk_total = 0;
    nftw(watch->job->folder, add_file, 16, FTW_PHYS | FTW_MOUNT);
    return disk_total > 4 * watch->job->file_bytes + 64 * block ? end(watch, TOO_MUCH_DISK) : 0;
}

/* Bytes of memory that is shared, in whole machine: what files of memory hold, which may be
 * resident in no process. */
static size_t shared_memory(void)
{
    char text[4096];
    int fd = open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
    text[got > 0 ? got : 0] = 0;
    if (fd >= 0)
        close(fd);
    const char *at = strstr(text, "\nShmem:");
    return at ? 1024 * (size_t)strtoull(at + 7, NULL, 10) : 0;
}

/* On a GPU the driver needs files of memory and memory that is shared, which a submission could
 * fill, and let go where no process shows it. It shows in the machine's sum; only one submission
 * runs on a GPU at a time. */
static bool exceeds_memory(struct watch *watch, const struct usage *usage)
{
    size_t most = watch->job->memory;
    if (most == 0 || usage->bytes > most)
        return most > 0;
    if (!watch->job->gpu)
        return false;
    size_t shared = shared_memory();
    if (shared <= watch->shared_before + usage->shared ||
        usage->bytes + shared - watch->shared_before - usage->shared <= most)
        return false;
    watch->shared_at_end = shared;
    return true;
}

/* Was it another program that took the shared memory? Then little of it is free now, a second after
 * the end of this one. */
static bool was_another(const struct watch *watch)
{
    size_t half = (watch->shared_before + watch->shared_at_end) / 2;
    for (int i = 0; watch->shared_at_end && i < 100; i++, usleep(10000))
        if (shared_memory() < half)
            return false;
    return watch->shared_at_end > 0;
}

/* Soon enough that it cannot exceed its memory before, nor start threads without end. On a GPU its
 * memory may also be where no process shows it. */
static double until_next_look(const struct watch *watch, size_t used)
{
    size_t most = watch->job->memory;
    double left = most > used ? most - used : 0;
    if (watch->job->gpu || left < tick * fastest)
        return tick;
    return left < 5 * tick * fastest ? left / fastest : 5 * tick;
}

/* To list the processes takes a millisecond, and more where thousands run. So that is done less
 * often where it takes long and where the program has run for long, but every 0.1 s if the program
 * can start processes. */
static int look_at_memory(struct watch *watch)
{
    const struct sandbox_job *job = watch->job;
    double now = clock_now();
    if (now < watch->next_look_at_memory)
        return 0;
    double ran = now - watch->began, pause = watch->may_grow && ran > 0.1 ? 0.1 : ran / 2;
    if (now > watch->tree.looked + pause && now > watch->tree.looked + 4 * watch->tree.look_took)
        tree_look(&watch->tree);
    if (job->processes > 0 && watch->tree.now_count > job->processes + 3)
        return end(watch, TOO_MANY_TASKS);
    struct usage usage = tree_usage(&watch->tree);
    if (job->processes > 0 && usage.tasks > job->processes + 3) /* keeper, bwrap */
        return end(watch, TOO_MANY_TASKS);
    watch->next_look_at_memory = now + until_next_look(watch, usage.bytes);
    return exceeds_memory(watch, &usage) ? end(watch, OUT_OF_MEMORY) : 0;
}

/* Adds to the time used what has passed since the last look, if not spent waiting for a processor:
 * so a program that sleeps or is stopped also runs out of time. Where this look comes late, the
 * machine stood still, as one that is suspended, or the judge was stopped: nobody slept. */
static void look_at_time(struct watch *watch)
{
    double now = clock_now(), passed = now - watch->looked_at_time;
    if (passed < 10 * tick)
        return;
    struct times times = tree_times(&watch->tree);
    if (!times.ready && watch->may_grow) { /* one that has just been started may be */
        tree_look(&watch->tree);
        times = tree_times(&watch->tree);
    }
    double lost = passed > late ? passed - late : 0;
    watch->result->used += times_used(passed - lost, &watch->times, &times);
    watch->began += lost;
    watch->heard += lost;
    watch->looked_at_time = now;
    watch->times = times;
}

/* By the clock it runs out of time only where others have the processors: a sleeping program uses
 * its time. */
static bool is_out_of_time(struct watch *watch)
{
    const struct sandbox_job *job = watch->job;
    double pause = job->pause ? job->pause : job->seconds, now = clock_now();
    double times = job->patience ? job->patience : patience;
    look_at_time(watch);
    double used = watch->result->used;
    if (used > job->seconds || used > watch->used_at_heard + pause)
        return true;
    watch->starved =
        now > watch->began + times * job->seconds || now > watch->heard + times * pause;
    return watch->starved;
}

/* Has enough time passed since the reply was complete? */
static bool has_lingered(const struct watch *watch)
{
    double linger = watch->job->linger;
    if (watch->complete == 0)
        return false;
    return linger ? watch->result->used > watch->used_at_complete + linger
                  : clock_now() > watch->complete + settle;
}

static int has_ended(struct watch *watch, int status)
{
    struct sandbox_result *result = watch->result;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    result->signal = WIFSIGNALED(status)        ? WTERMSIG(status)
                     : code > 128 && code < 193 ? code - 128
                                                : 0;
    result->status = result->signal ? 0 : code;
    return end(watch, result->signal ? SIGNALLED : ENDED);
}

/* Returns when it has ended, or must be killed. 1: it has ended, with `status`. */
static int watch_it(struct watch *watch, int *status)
{
    for (;;) {
        struct pollfd both[] = { { watch->log, POLLIN, 0 }, { watch->reply, POLLIN, 0 } };
        poll(both, 2, watch->log < 0 ? 1 : (int)(1000 * tick)); /* log < 0: it is about to end */
        if (read_log(watch) || read_reply(watch))
            return 0;
        if (waitpid(watch->pid, status, WNOHANG) == watch->pid)
            return has_ended(watch, *status);
        if (has_lingered(watch))
            return !end(watch, ENDED);
        if (is_out_of_time(watch))
            return !end(watch, OUT_OF_TIME);
        if (look_at_memory(watch) || look_at_disk(watch))
            return 0;
    }
}

/* bwrap reports an exit code if it has started the program. */
static bool bwrap_failed(const struct pipes *pipes)
{
    char said[4096];
    ssize_t got = read(pipes->status[READ], said, sizeof(said) - 1);
    said[got > 0 ? got : 0] = 0;
    return !strstr(said, "exit-code");
}

static int first_words(const char *log)
{
    return log ? (int)strcspn(log, "\n") : 0;
}

/* Waits until the child complains, or its exec closes the pipe. */
static int read_complaint(const struct pipes *pipes, const struct sandbox_job *job, char why[512])
{
    char text[256];
    ssize_t got;
    do
        got = read(pipes->complaint[READ], text, sizeof(text) - 1);
    while (got < 0 && errno == EINTR);
    return got <= 0 ? 0 : sandbox_fail(why, "%s: %.*s", job->argv[0], (int)got, text);
}

static int conduct(enum sandbox_level level, struct watch *watch, const struct pipes *pipes,
                   char why[512])
{
    int status = 0, fault = read_complaint(pipes, watch->job, why);
    int ended = fault ? 0 : watch_it(watch, &status);
    if (tree_kill(&watch->tree, ended ? 0 : watch->pid, &status) < 0)
        return sandbox_fail(why, "%s: a process of it cannot be killed", watch->job->argv[0]);
    if (fault)
        return -1;
    if (was_another(watch))
        return sandbox_fail(why,
                            "other programs took %zu MB of shared memory meanwhile: grade it again",
                            (watch->shared_at_end - watch->shared_before) >> 20);
    double ran = clock_now() - watch->began;
    if (watch->starved)
        return sandbox_fail(why,
                            "the machine is too busy: in %.0f s a program had %.1f"
                            " s of a processor; grade it again",
                            ran, watch->result->used);
    if (watch->complete == 0)
        watch->result->seconds = ran;
    if (watch->result->end == ENDED || watch->result->end == SIGNALLED)
        if (!read_log(watch)) /* what was written last */
            read_reply(watch);
    if (level == SANDBOX_BWRAP && ended && bwrap_failed(pipes))
        return sandbox_fail(why, "bwrap did not start %s: %.*s", watch->job->argv[0],
                            first_words(watch->result->log), watch->result->log);
    return 0;
}

static void close_ends(struct pipes *pipes, int end)
{
    int *all[] = { pipes->log, pipes->reply, pipes->complaint, pipes->status };
    for (int i = 0; i < 4; i++)
        if (all[i][end] >= 0)
            close(all[i][end]);
}

static int open_pipes(struct pipes *pipes)
{
    int *all[] = { pipes->log, pipes->reply, pipes->complaint, pipes->status };
    memset(pipes, -1, sizeof(*pipes));
    for (int i = 0; i < 4; i++)
        if (pipe2(all[i], O_CLOEXEC) < 0)
            return -1;
    fcntl(pipes->log[READ], F_SETFL, O_NONBLOCK);
    fcntl(pipes->reply[READ], F_SETFL, O_NONBLOCK);
    fcntl(pipes->status[READ], F_SETFL, O_NONBLOCK);
    fcntl(pipes->reply[WRITE], F_SETPIPE_SZ, 1 << 20);
    return 0;
}

/* The program could open its input anew for writing, through /proc/self/fd. */
static bool input_is_safe(int input)
{
    struct stat about;
    if (input < 0)
        return true;
    int seals = fcntl(input, F_GET_SEALS);
    return fstat(input, &about) == 0 &&
           (S_ISFIFO(about.st_mode) || (seals >= 0 && (seals & F_SEAL_WRITE)));
}

static int check_user(enum sandbox_level level, char why[512])
{
    if (level == SANDBOX_OWN_UID)
        return geteuid() == 0 ? 0 : sandbox_fail(why, "own-uid needs root, as in a container");
    return geteuid() ? 0
                     : sandbox_fail(why, "as root no sandbox holds: run it as an ordinary user");
}

static int check_job(enum sandbox_level level, const struct sandbox_job *job, char why[512])
{
    if (check_user(level, why) < 0)
        return -1;
    if (access(job->argv[0], X_OK) < 0)
        return sandbox_fail(why, "%s: %s", job->argv[0], strerror(errno));
    if (!input_is_safe(job->input))
        return sandbox_fail(why, "the input of %s must be a pipe or a memfd sealed against writing",
                            job->argv[0]);
    return 0;
}

int sandbox_run(enum sandbox_level level, const struct sandbox_job *job,
                struct sandbox_result *result, char why[512])
{
    struct pipes pipes;
    pid_t self = getpid();
    memset(result, 0, sizeof(*result));
    result->log = calloc(1, 1);
    if (check_job(level, job, why) < 0)
        return -1;
    if (level == SANDBOX_OWN_UID && job->trusted)
        level = SANDBOX_NONE;
    uid_t uid = level == SANDBOX_OWN_UID ? fresh_uid() : 0;
    if (uid && hand_over(job->folder, 0, uid))
        return sandbox_fail(why, "%s: cannot change hands", job->folder);
    if (open_pipes(&pipes) < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0) {
        sandbox_fail(why, "pipes: %s", strerror(errno));
        close_ends(&pipes, READ);
        close_ends(&pipes, WRITE);
        return -1;
    }
    struct watch watch = { .job = job, .result = result, .began = clock_now() };
    watch.heard = watch.looked_at_time = watch.began;
    watch.shared_before = job->gpu ? shared_memory() : 0;
    watch.log = pipes.log[READ];
    watch.reply = job->reply_bytes ? pipes.reply[READ] : -1;
    tree_begin(&watch.tree);
    watch.pid = fork();
    if (watch.pid == 0)
        become_program(level, job, &pipes, self, uid);
    watch.may_grow = job->may_fork || level == SANDBOX_NONE;
    watch.tree.keeper = needs_keeper(level, job) ? watch.pid : 0;
    close_ends(&pipes, WRITE);
    int fault = watch.pid < 0 ? sandbox_fail(why, "fork: %s", strerror(errno))
                              : conduct(level, &watch, &pipes, why);
    close_ends(&pipes, READ);
    tree_end(&watch.tree);
    if (uid && hand_over(job->folder, uid, 0) && !fault)
        fault = sandbox_fail(why, "%s: cannot be taken back", job->folder);
    return fault;
}

/* ---- which level ---------------------------------------------------------------------- */

static int tried(enum sandbox_level level, char why[512])
{
    static const char *const argv[] = { "/usr/bin/true", NULL };
    struct sandbox_job job = { .argv = argv,
                               .input = -1,
                               .seconds = 10,
                               .log_bytes = 4096,
                               .processes = 8,
                               .memory = 64 << 20 };
    struct sandbox_result result;
    int fault = sandbox_run(level, &job, &result, why);
    if (!fault && (result.end != ENDED || result.status != 0))
        fault = sandbox_fail(why, "/usr/bin/true: %s, %.*s", sandbox_ends[result.end],
                             first_words(result.log), result.log);
    free(result.log);
    return fault;
}

static bool unsafe_allowed(void)
{
    const char *answer = getenv("ALLOW_UNSAFE");
    return answer && strcmp(answer, "1") == 0;
}

/* Ubuntu 24.04 refuses namespaces to programs without a profile of AppArmor's. */
static const char *hint(void)
{
    FILE *file = fopen("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "r");
    int restricted = file && fgetc(file) == '1';
    if (file)
        fclose(file);
    return restricted ? "; an administrator can load AppArmor's profile bwrap-userns-restrict" : "";
}

int sandbox_best(const char *wanted, char why[512])
{
    char reasons[2][512] = { "not asked for", "not asked for" };
    int known = !wanted;
    for (int level = SANDBOX_BWRAP; level <= SANDBOX_NONE; level++)
        known |= wanted && strcmp(wanted, sandbox_names[level]) == 0;
    if (!known)
        return sandbox_fail(why, "%s: no such isolation; bubblewrap, landlock, own-uid or none",
                            wanted);
    if (wanted && strcmp(wanted, sandbox_names[SANDBOX_OWN_UID]) == 0)
        return tried(SANDBOX_OWN_UID, why) < 0 ? -1 : SANDBOX_OWN_UID;
    if (check_user(SANDBOX_BWRAP, why) < 0)
        return -1;
    for (int level = SANDBOX_BWRAP; level <= SANDBOX_LANDLOCK; level++)
        if ((!wanted || strcmp(wanted, sandbox_names[level]) == 0) &&
            tried(level, reasons[level]) == 0)
            return level;
    if (unsafe_allowed() && (!wanted || strcmp(wanted, "none") == 0))
        return SANDBOX_NONE;
    return sandbox_fail(
        why,
        "no isolation here: bubblewrap: %.140s%s; landlock: %.140s; ./setup.sh --grader "
        "installs bubblewrap, ALLOW_UNSAFE=1 insists on none",
        reasons[0], hint(), reasons[1]);
}
