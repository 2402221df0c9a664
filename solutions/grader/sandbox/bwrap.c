/* The sandbox made of namespaces: the arguments of bubblewrap. */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inside.h"

enum { MOST = 1024 };
struct words {
    const char *list[MOST + 1];
    int count;
};

static void add(struct words *words, const char *const *list)
{
    for (; *list && words->count < MOST; list++)
        words->list[words->count++] = *list;
}
#define ADD(words, ...) add(words, (const char *const[]){ __VA_ARGS__, NULL })

/* /bin is a link into /usr on most systems, and must be one inside. */
static void add_system(struct words *words)
{
    static const char *const folders[] = { SYSTEM_FOLDERS }, *const files[] = { SYSTEM_FILES };
    for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
        static char targets[sizeof(folders) / sizeof(*folders)][256];
        ssize_t length = readlink(folders[i], targets[i], sizeof(targets[i]) - 1);
        if (length > 0)
            ADD(words, "--symlink", targets[i], folders[i]);
        else
            ADD(words, "--ro-bind-try", folders[i], folders[i]);
    }
    for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
        ADD(words, "--ro-bind-try", files[i], files[i]);
}

/* Makes a path visible inside, at the same place. What lies in the system's folders is visible
 * already, and bwrap cannot bind a path that leads through one of their links. */
static void add_path(struct words *words, const char *how, const char *path)
{
    static const char *const folders[] = { SYSTEM_FOLDERS };
    for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
        size_t length = strlen(folders[i]);
        if (strncmp(path, folders[i], length) == 0 && (path[length] == '/' || !path[length]))
            return;
    }
    ADD(words, how, path, path);
}

static void add_gpu(struct words *words)
{
    static glob_t found;
    ADD(words, "--ro-bind", "/sys", "/sys");
    if (glob(GPU_DEVICES, GLOB_BRACE, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            ADD(words, "--dev-bind", found.gl_pathv[i], found.gl_pathv[i]);
}

/* Not /run, where the sockets of the system are, nor any home, nor /. Everything that is not bound
 * is a tmpfs without a limit, so / and /dev (with /dev/shm) are made read-only at the end. */
static void add_files(struct words *words, const struct sandbox_job *job)
{
    add_system(words);
    ADD(words, "--proc", "/proc", "--dev", "/dev", "--dir", "/tmp");
    if (job->gpu)
        add_gpu(words);
    add_path(words, "--ro-bind", job->argv[0]);
    for (const char *const *path = job->readable; path && *path; path++)
        add_path(words, "--ro-bind", *path);
    if (job->folder)
        ADD(words, "--bind", job->folder, job->folder, "--chdir", job->folder);
    else
        ADD(words, "--chdir", "/");
    ADD(words, "--remount-ro", "/dev", "--remount-ro", "/");
    if (!job->gpu) /* in /proc the driver gives its threads names; others could only make it less
                      likely that they are killed first where memory is short */
        ADD(words, "--remount-ro", "/proc");
}

/* Through a pipe, because the job's limit on files would also hold for a file. */
static int filter_into_pipe(const struct sandbox_job *job)
{
    int ends[2];
    if (pipe(ends) < 0 || filter_calls(job, SANDBOX_BWRAP, ends[1]) < 0 || close(ends[1]) < 0)
        return -1;
    return ends[0] == FILTER ? 0 : dup2(ends[0], FILTER) < 0 ? -1 : close(ends[0]);
}

/* The program can read bwrap's environment in /proc/1/environ, even with --clearenv: so bwrap gets
 * only the job's. bwrap passes every descriptor on, so all others have been closed. */
const char *exec_in_bwrap(const struct sandbox_job *job)
{
    static struct words words;
    static char status[16], filter[16], processes[32];
    static const char *const none[] = { NULL };
    snprintf(status, sizeof(status), "%d", STATUS);
    snprintf(filter, sizeof(filter), "%d", FILTER);
    if (filter_into_pipe(job) < 0)
        return "the filter of system calls cannot be made (libseccomp)";
    ADD(&words, "bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc");
    ADD(&words, "--unshare-uts", "--unshare-cgroup-try", "--die-with-parent");
    ADD(&words, "--new-session", "--json-status-fd", status, "--seccomp", filter);
    add_files(&words, job);
    ADD(&words, "--");
    if (job->processes > 0) { /* counted for each user namespace, so set inside; 2 are bwrap's */
        snprintf(processes, sizeof(processes), "--nproc=%d", job->processes + 2);
        ADD(&words, "/usr/bin/prlimit", processes);
    }
    add(&words, job->argv);
    if (words.count == MOST)
        return "too many words for bwrap";
    execvpe("bwrap", (char **)words.list, (char **)(job->environment ? job->environment : none));
    return errno == ENOENT ? "bwrap is not installed" : strerror(errno);
}
