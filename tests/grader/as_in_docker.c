/* as_in_docker PROGRAM ARGUMENTS: becomes the program, without what a container often refuses to
 * root, too: namespaces (Docker's own filter), Landlock (older kernels), traces of other processes.
 * For tests/shell/grader.bash. */
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    static const char *const calls[] = { "landlock_create_ruleset", "unshare", "mount", "setns",
                                         "ptrace" };
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int fault = argc < 2 || !filter ||
                seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                 SCMP_CMP(0, SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER)) ||
                seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    for (int i = 0; i < 5 && !fault; i++)
        fault = seccomp_rule_add(filter, SCMP_ACT_ERRNO(i ? EPERM : ENOSYS),
                                 seccomp_syscall_resolve_name(calls[i]), 0);
    if (fault || seccomp_load(filter))
        return 125;
    execvp(argv[1], argv + 1);
    return 126;
}
