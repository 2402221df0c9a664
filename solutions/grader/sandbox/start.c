/* In the child: what lies between the fork and the program. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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

/* The input is opened anew: to move the place in the judge's own open file would be to move it
 * there. */
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
    for (int i = 0; i <= LAST; i++) /* out of the way of each other first */
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

/* Not the address space: malloc would answer NULL, and what the student sees is a crash instead of
 * the word memory. The watch counts what is really taken; should the kernel run out before, it is
 * told whom to kill first. RLIMIT_CORE is 1: at 0 a core that a program takes has no limit. */
static void set_limits(enum sandbox_level level, const struct sandbox_job *job)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    limit(RLIMIT_CORE, 1);
    limit(RLIMIT_FSIZE, job->file_bytes);
    limit(RLIMIT_NOFILE, 256);
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_CPU, (rlim_t)job->seconds * (cores > 0 ? cores : 1) + 2); /* should we be killed */
    if (level == SANDBOX_NONE && job->processes > 0) /* what else this user runs counts, too */
        limit(RLIMIT_NPROC, tasks_of_user() + job->processes + 1000);
    int oom = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (oom < 0 || write(oom, "1000", 4) < 0 || close(oom) < 0)
        complain("/proc/self/oom_score_adj cannot be written");
}

int needs_keeper(enum sandbox_level level, const struct sandbox_job *job)
{
    return level != SANDBOX_LANDLOCK || job->may_fork;
}

/* The keeper was forked from the judge, and has its command line: who kills the judge by name would
 * kill both. Arguments lie one after the other, from argv[0] on. */
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

/* This process stays as the keeper, between the judge and the program, in which this returns. */
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
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* the judge has died */
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
    close_from(0); /* or the pipes would not end when the program does */
    while (getppid() == judge && sigwait(&both, &number) == 0)
        for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
            if (ended == program)
                _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    tree_kill(&(struct tree){ 0 }, 0, &status);
    _exit(126);
}

void become_program(enum sandbox_level level, const struct sandbox_job *job,
                    const struct pipes *pipes, pid_t judge)
{
    static const char *const none[] = { NULL };
    const char *fault = NULL;
    set_descriptors(job, pipes);
    setsid(); /* no terminal, into which it could type */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != judge)
        _exit(126);
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL); /* what is ignored stays so after an exec */
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
    if (level == SANDBOX_LANDLOCK)
        fault = enter_landlock(job);
    if (!fault) {
        execve(job->argv[0], (char **)job->argv,
               (char **)(job->environment ? job->environment : none));
        fault = strerror(errno);
    }
    complain(fault);
}
