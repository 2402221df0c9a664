/* In the child: everything between the fork and the start of the program. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inside.h"

static _Noreturn void complain(const char *what)
{
    size_t length = strlen(what);
    _exit(write(COMPLAINT, what, length) == (ssize_t)length ? 125 : 126);
}

static void close_from(int first)
{
    if (close_range(first, ~0U, 0) < 0) /* before Linux 5.9 */
        for (int fd = first; fd < sysconf(_SC_OPEN_MAX); fd++)
            close(fd);
}

/* The input is opened anew, because a copy of the descriptor would share the judge's position in
 * the file. */
static void set_descriptors(const struct sandbox_job *job, const struct pipes *pipes)
{
    int from[LAST + 1] = { open("/dev/null", O_RDONLY),
                           pipes->log[WRITE],
                           pipes->log[WRITE],
                           -1,
                           job->reply_bytes ? pipes->reply[WRITE] : -1,
                           pipes->complaint[WRITE],
                           pipes->status[WRITE],
                           -1 };
    if (job->input >= 0) {
        char path[64];
        snprintf(path, sizeof(path), "/proc/self/fd/%d", job->input);
        from[INPUT] = open(path, O_RDONLY);
    }
    for (int i = 0; i <= LAST; i++) /* first above LAST, so that none overwrites another */
        from[i] = from[i] < 0 ? -1 : fcntl(from[i], F_DUPFD_CLOEXEC, LAST + 1);
    for (int i = 0; i <= LAST; i++) {
        close(i);
        if (from[i] >= 0 && dup2(from[i], i) < 0)
            _exit(126);
    }
    fcntl(COMPLAINT, F_SETFD, FD_CLOEXEC);
    close_from(LAST + 1);
    if (job->input >= 0 && from[INPUT] < 0)
        complain("the input cannot be opened anew; is /proc there?");
}

static void limit(int what, rlim_t value)
{
    struct rlimit now, wanted = { value, value };
    if (getrlimit(what, &now) == 0 && now.rlim_max != RLIM_INFINITY && value > now.rlim_max)
        wanted.rlim_cur = wanted.rlim_max = now.rlim_max;
    if (setrlimit(what, &wanted) < 0)
        complain("a limit cannot be set");
}

/* There is no limit on the address space: malloc would return NULL, and the student would read of a
 * crash instead of memory. sandbox.c counts the memory in use; if the machine runs out of it
 * before, the kernel kills this process first (oom_score_adj). RLIMIT_CORE is 1, because with 0 the
 * size of a core that goes to a program has no limit. */
static void set_limits(enum sandbox_level level, const struct sandbox_job *job)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    limit(RLIMIT_CORE, 1);
    limit(RLIMIT_FSIZE, job->gpu ? GPU_FILE_BYTES : job->file_bytes);
    limit(RLIMIT_NOFILE, 256);
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_CPU,
          (rlim_t)job->seconds * (cores > 0 ? cores : 1) + 2); /* in case the judge is killed */
    if (level == SANDBOX_NONE && job->processes > 0) /* all processes of this user count */
        limit(RLIMIT_NPROC, tasks_of(getuid()) + job->processes + 1000);
    if (level == SANDBOX_OWN_UID && job->processes > 0)
        limit(RLIMIT_NPROC, job->processes + 8); /* a few more than are counted */
    int oom = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (oom < 0 || write(oom, "1000", 4) < 0 || close(oom) < 0)
        complain("/proc/self/oom_score_adj cannot be written");
}

bool needs_keeper(enum sandbox_level level, const struct sandbox_job *job)
{
    return level == SANDBOX_BWRAP || level == SANDBOX_NONE || job->may_fork;
}

/* The keeper was forked from the judge and has its command line, so killing the judge by name would
 * kill both. The arguments are one after the other in memory, beginning with argv[0]. */
static void take_another_name(void)
{
    char line[4096];
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t length = read(fd, line, sizeof(line));
    if (length > 0) {
        memset(program_invocation_name, 0, length);
        strncpy(program_invocation_name, "keeper", length - 1);
    }
    close(fd);
    prctl(PR_SET_NAME, "keeper");
}

/* Forks: the child returns and becomes the program; this process stays between judge and program,
 * as the keeper, and ends with the program's status. */
static void keep(pid_t judge)
{
    sigset_t both;
    int number, status;
    pid_t keeper = getpid();
    sigemptyset(&both);
    sigaddset(&both, SIGCHLD);
    sigaddset(&both, SIGTERM);
    sigprocmask(SIG_BLOCK, &both, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* when the judge dies */
    pid_t program = fork();
    if (program == 0) {
        sigprocmask(SIG_UNBLOCK, &both, NULL);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != keeper)
            _exit(126);
        return;
    }
    if (program < 0)
        complain(strerror(errno));
    take_another_name();
    close_from(0); /* otherwise the pipes would stay open when the program has ended */
    while (getppid() == judge && sigwait(&both, &number) == 0)
        for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
            if (ended == program)
                _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    tree_kill(&(struct tree){ 0 }, 0, &status);
    _exit(126);
}

void become_program(enum sandbox_level level, const struct sandbox_job *job,
                    const struct pipes *pipes, pid_t judge, uid_t uid)
{
    static const char *const none[] = { NULL };
    const char *fault = NULL;
    set_descriptors(job, pipes);
    setsid(); /* without a terminal, into which it could type */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != judge)
        _exit(126);
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL); /* a signal that is ignored would stay so after the exec */
    sigset_t all;
    sigemptyset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    umask(022);
    if (needs_keeper(level, job))
        keep(judge);
    set_limits(level, job);
    if (chdir(job->folder ? job->folder : "/") < 0)
        complain("its folder cannot be entered");
    if (level == SANDBOX_BWRAP)
        complain(exec_in_bwrap(job));
    close(STATUS);
    if (level == SANDBOX_OWN_UID)
        fault = become_user(uid);
    if (!fault && level != SANDBOX_NONE)
        fault = enter_landlock(job, level);
    if (!fault) {
        execve(job->argv[0], (char **)job->argv,
               (char **)(job->environment ? job->environment : none));
        fault = strerror(errno);
    }
    complain(fault);
}
