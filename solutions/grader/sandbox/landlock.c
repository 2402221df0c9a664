/* The sandbox without namespaces: Landlock for files, a filter for system calls. The other levels
 * but `none` use the same filter. */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/landlock.h>
#include <sched.h>
#if __has_include(<seccomp.h>)
#include <seccomp.h>
#else
#error libseccomp is missing: ./setup.sh --grader installs it
#endif
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "inside.h"

/* ---- system calls ---------------------------------------------------------------------- */

/* A call that is not in the list fails with "no such call" (ENOSYS), after which programs try
 * another one. Because the list says what is allowed, calls of future kernels are also refused. Not
 * in it are clone3, because its flags are in memory, where a filter cannot see them (threads fall
 * back to clone); memfd and System V's shared memory, because no process's resident memory would
 * show them; truncate by path, because Landlock does not refuse it before its ABI 3; setpriority
 * and sched_setaffinity, because they could slow the judge down; unshare, setns, sockets, ptrace,
 * pidfd, io_uring, openat2, chmod and mounts. */
static const char allowed[] =
    "read write readv writev pread64 pwrite64 preadv pwritev lseek close close_range dup "
    "dup2 dup3 pipe pipe2 stat fstat lstat newfstatat statx statfs fstatfs access faccessat "
    "faccessat2 readlink readlinkat getdents getdents64 getcwd chdir fchdir umask poll ppoll "
    "select pselect6 epoll_create1 epoll_ctl epoll_wait epoll_pwait eventfd2 fadvise64 "
    "sendfile munmap mprotect mremap madvise brk mlock munlock mincore membarrier "
    "get_mempolicy set_mempolicy mbind rseq futex futex_waitv set_robust_list "
    "get_robust_list set_tid_address gettid getpid getppid sched_yield sched_getaffinity "
    "sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min getcpu "
    "exit exit_group arch_prctl rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending "
    "rt_sigtimedwait rt_sigsuspend sigaltstack pause restart_syscall clock_gettime "
    "clock_getres clock_nanosleep nanosleep gettimeofday time times alarm setitimer "
    "getitimer timer_create timer_settime timer_gettime timer_delete timer_getoverrun "
    "timerfd_create timerfd_settime timerfd_gettime getuid geteuid getgid getegid getresuid "
    "getresgid getgroups getpgrp getpgid getsid getrlimit setrlimit getrusage sysinfo uname "
    "getrandom execve wait4 waitid";

/* What else programs need that start others and write files; Landlock or bwrap decides where. */
static const char allowed_to_parents[] = "creat fork vfork ftruncate fsync fdatasync flock";

/* Not for a submission under the bug finder: what it writes must stay where it can be measured, not
 * in a folder that nobody can list, nor in a file without a name. */
static const char allowed_to_compilers[] =
    "mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat "
    "fallocate chmod fchmod fchmodat utimensat copy_file_range";

/* What CUDA's driver also calls. Its sockets can listen, but without connect and send they reach
 * nobody. */
static const char allowed_to_gpu[] = "ioctl bind listen accept accept4 getsockname getsockopt "
                                     "setsockopt memfd_create ftruncate fallocate";

/* Allows the call if one argument equals `value` in the bits of `mask`. A mask of all 64 bits also
 * suits numbers of which the kernel uses 32: if the others differ, the call is refused. */
static int allow_if(scmp_filter_ctx filter, const char *call, unsigned argument, uint64_t mask,
                    uint64_t value)
{
    int number = seccomp_syscall_resolve_name(call);
    return number == __NR_SCMP_ERROR
               ? 0
               : seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1,
                                  SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, mask, value));
}

/* A call whose name this libseccomp does not know stays refused. */
static int allow(scmp_filter_ctx filter, const char *calls)
{
    int fault = 0, length;
    char call[32];
    for (; sscanf(calls, "%31s%n", call, &length) == 1; calls += length) {
        int number = seccomp_syscall_resolve_name(call);
        if (number != __NR_SCMP_ERROR)
            fault |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0);
    }
    return fault;
}

/* Threads, or processes in the same namespaces. Not CLONE_PARENT: such a process would be a child
 * of the judge. */
static int allow_clone(scmp_filter_ctx filter, bool may_fork)
{
    const uint64_t strange = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                             CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_PARENT;
    if (may_fork)
        return allow_if(filter, "clone", 0, strange, 0);
    return allow_if(filter, "clone", 0, strange | CLONE_THREAD, CLONE_THREAD);
}

/* Signals to itself. fcntl has a list of its own, because F_SETOWN makes the kernel send signals to
 * another process; so does prctl, because with PR_SET_PDEATHSIG it could outlive a judge that is
 * killed. */
static int allow_to_itself(scmp_filter_ctx filter, enum sandbox_level level, bool may_fork)
{
    static const int commands[] = { F_DUPFD, F_GETFD, F_SETFD,  F_GETFL,        F_SETFL,
                                    F_GETLK, F_SETLK, F_SETLKW, F_DUPFD_CLOEXEC };
    static const int options[] = { PR_SET_NAME, PR_GET_NAME, PR_CAPBSET_READ, PR_GET_DUMPABLE };
    static const int questions[] = { TCGETS, TIOCGWINSZ, FIONREAD, FIOCLEX, FIONCLEX };
    static const char *const signals[] = { "kill", "tgkill", "rt_sigqueueinfo",
                                           "rt_tgsigqueueinfo" };
    int fault = allow_if(filter, "prlimit64", 0, UINT64_MAX, 0);
    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        fault |= allow_if(filter, "fcntl", 1, UINT64_MAX, commands[i]);
    for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
        fault |= allow_if(filter, "prctl", 0, UINT64_MAX, options[i]);
    for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++)
        fault |= allow_if(filter, "ioctl", 1, UINT64_MAX, questions[i]);
    for (int i = 0; i < 4; i++) /* in bwrap's namespace there are only its own processes */
        if (level == SANDBOX_BWRAP)
            fault |= allow(filter, signals[i]);
        else if (!may_fork) /* the program will have this process's number */
            fault |= allow_if(filter, signals[i], 0, UINT64_MAX, getpid());
    return fault;
}

static int landlock_abi(void)
{
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

int filter_calls(const struct sandbox_job *job, enum sandbox_level level, int fd)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (!filter)
        return -1;
    int fault = allow(filter, allowed) | allow_clone(filter, job->may_fork) |
                allow_to_itself(filter, level, job->may_fork);
    /* O_TRUNC empties a file without a right to write, before Landlock's ABI 3. */
    uint64_t refused = job->is_compiler ? 0 : O_TMPFILE & ~O_DIRECTORY;
    if (level == SANDBOX_LANDLOCK && landlock_abi() < 3 && !job->may_fork)
        refused |= O_TRUNC;
    fault |= allow_if(filter, "open", 1, refused, 0) | allow_if(filter, "openat", 2, refused, 0);
    /* Memory that is shared stays when it is no longer resident, where sandbox.c cannot see it. */
    int shares = job->is_compiler || job->gpu;
    fault |= allow_if(filter, "mmap", 3, shares ? 0 : MAP_SHARED, 0);
    if (job->may_fork)
        fault |= allow(filter, allowed_to_parents);
    if (job->is_compiler)
        fault |= allow(filter, allowed_to_compilers);
    if (job->gpu)
        fault |= allow(filter, allowed_to_gpu) | allow_if(filter, "socket", 0, UINT64_MAX, AF_UNIX);
    if (!fault)
        fault = fd >= 0 ? seccomp_export_bpf(filter, fd) : seccomp_load(filter);
    seccomp_release(filter);
    return fault ? -1 : 0;
}

/* ---- files ---------------------------------------------------------------------- */

/* The kernel's structure in its newest form, because headers are often older than kernels. */
struct ruleset {
    uint64_t files, network, scoped;
};
#define EXECUTE_AND_READ                                                                           \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define TRUNCATE  (UINT64_C(1) << 14)
#define IOCTL_DEV (UINT64_C(1) << 15)
#define DEVICE    (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | IOCTL_DEV)

static struct ruleset all_rights(int abi)
{
    int files = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
    return (struct ruleset){ (UINT64_C(1) << files) - 1, abi >= 4 ? 3 : 0, abi >= 6 ? 3 : 0 };
}

/* Grants rights on a path and all below it, for a file without those that only folders have. A path
 * that does not exist needs no rule. */
static int grant(int ruleset, uint64_t handled, const char *path, uint64_t rights)
{
    struct stat about;
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return 0;
    if (fstat(fd, &about) == 0 && !S_ISDIR(about.st_mode))
        rights &= LANDLOCK_ACCESS_FS_EXECUTE | DEVICE | TRUNCATE;
    struct landlock_path_beneath_attr rule = { rights & handled, fd };
    long fault = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(fd);
    return fault ? -1 : 0;
}

static int grant_gpu(int ruleset, uint64_t handled)
{
    glob_t found;
    /* In comm there, the driver gives its threads names. */
    int fault = grant(ruleset, handled, "/proc/self/task",
                      EXECUTE_AND_READ | LANDLOCK_ACCESS_FS_WRITE_FILE) |
                grant(ruleset, handled, "/sys", EXECUTE_AND_READ) |
                grant(ruleset, handled, "/proc", EXECUTE_AND_READ);
    if (glob(GPU_DEVICES, GLOB_BRACE, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            fault |= grant(ruleset, handled, found.gl_pathv[i], DEVICE | EXECUTE_AND_READ);
        globfree(&found);
    }
    return fault;
}

static int grant_all(int ruleset, uint64_t handled, const struct sandbox_job *job)
{
    /* /proc/self is this process, which will become the program; never all of /proc */
    static const char *const readable[] = { SYSTEM_FOLDERS,  SYSTEM_FILES,    "/proc/self",
                                            "/proc/cpuinfo", "/proc/meminfo", "/proc/sys/vm",
                                            "/dev/zero",     "/dev/urandom",  "/dev/random" };
    int fault = grant(ruleset, handled, "/dev/null", DEVICE);
    for (size_t i = 0; i < sizeof(readable) / sizeof(*readable); i++)
        fault |= grant(ruleset, handled, readable[i], EXECUTE_AND_READ);
    fault |= grant(ruleset, handled, job->argv[0], EXECUTE_AND_READ);
    for (const char *const *path = job->readable; path && *path; path++)
        fault |= grant(ruleset, handled, *path, EXECUTE_AND_READ);
    if (job->folder)
        fault |= grant(ruleset, handled, job->folder, handled & ~IOCTL_DEV);
    return fault | (job->gpu ? grant_gpu(ruleset, handled) : 0);
}

static const char *restrict_files(const struct sandbox_job *job, int abi)
{
    struct ruleset rights = all_rights(abi);
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rights, sizeof(rights), 0);
    if (ruleset < 0 || grant_all(ruleset, rights.files, job) < 0)
        return "Landlock's rules cannot be made";
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
        syscall(SYS_landlock_restrict_self, ruleset, 0) < 0)
        return "Landlock refuses the rules";
    close(ruleset);
    return NULL;
}

const char *enter_landlock(const struct sandbox_job *job, enum sandbox_level level)
{
    int abi = landlock_abi();
    if (abi < 1 && level == SANDBOX_LANDLOCK)
        return "this kernel has no Landlock, or it is switched off (needs Linux 5.13)";
    const char *fault = abi < 1 ? NULL : restrict_files(job, abi);
    if (!fault && filter_calls(job, level, -1) < 0)
        fault = "the filter of system calls cannot be loaded (libseccomp)";
    return fault;
}
