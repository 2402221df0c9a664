/* The sandbox in a container that runs as root, where there may be neither namespaces nor Landlock:
 * a job runs as a user who is nobody else, so what only root may read is closed to it. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inside.h"

enum { FIRST_UID = 20000, UIDS = 40000 }; /* above people's, below what 16 bits hold */

uid_t fresh_uid(void)
{
    for (int tries = 0; tries < 100; tries++) {
        unsigned drawn;
        if (getrandom(&drawn, sizeof(drawn), 0) != sizeof(drawn))
            return 0;
        uid_t uid = FIRST_UID + drawn % UIDS;
        if (!getpwuid(uid) && !getgrgid(uid) && tasks_of(uid) == 0)
            return uid;
    }
    return 0;
}

/* nftw has no argument for them. */
static uid_t giver, taker;
static int hand_over_one(const char *path, const struct stat *about, int type, struct FTW *where)
{
    int is_folder = S_ISDIR(about->st_mode);
    (void)type;
    (void)where;
    /* A second name of somebody else's file must not change hands, nor be opened to others. */
    if (about->st_uid != giver || (!is_folder && (!S_ISREG(about->st_mode) || about->st_nlink > 1)))
        return 0;
    int executable = is_folder || (about->st_mode & 0100);
    mode_t mode = taker ? (executable ? 0700 : 0600) : (executable ? 0755 : 0644);
    return lchown(path, taker, taker) || chmod(path, mode);
}

/* All below the folder that is the giver's. The giver has no process that could interfere. */
int hand_over(const char *folder, uid_t from, uid_t to)
{
    giver = from;
    taker = to;
    return folder ? nftw(folder, hand_over_one, 16, FTW_PHYS | FTW_MOUNT) : 0;
}

const char *become_user(uid_t uid)
{
    pid_t parent = getppid();
    /* Its pipes are its own: the bug finder opens /dev/stdout anew. */
    if (fchown(STDOUT_FILENO, uid, uid) < 0 ||
        (fcntl(REPLY, F_GETFD) >= 0 && fchown(REPLY, uid, uid) < 0))
        return "its pipes cannot be given to it";
    if (uid == 0 || setgroups(0, NULL) < 0 || setresgid(uid, uid, uid) < 0 ||
        setresuid(uid, uid, uid) < 0)
        return "no user id of its own can be had (setuid)";
    if (setuid(0) == 0 || geteuid() != uid)
        return "root can be had back";
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* another user: the kernel has forgotten it */
    return getppid() == parent ? NULL : "its judge has died";
}
