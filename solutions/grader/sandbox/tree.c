/* Finds, measures and kills the processes that a program has started. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "inside.h"

struct process {
    pid_t pid, parent;
    int ours;
};

double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* A small file of /proc, as text; "" when its process is gone. */
static void read_proc(const char *pid, const char *name, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%.20s/%.30s", pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? 0 : read(fd, text, size - 1);
    text[got > 0 ? got : 0] = 0;
    if (fd >= 0)
        close(fd);
}

/* "Name:  123 kB" or "Name:  123" in /proc/PID/status. */
static long status_field(const char *status, const char *name)
{
    const char *at = strstr(status, name);
    return at ? strtol(at + strlen(name), NULL, 10) : 0;
}

/* All processes and their parents. Not /proc/PID/task/TID/children: not every kernel has it. */
static struct process *all_processes(int *count)
{
    struct process *list = NULL;
    int room = 0;
    *count = 0;
    DIR *proc = opendir("/proc");
    for (struct dirent *e; proc && (e = readdir(proc));) {
        char stat[512];
        if (!isdigit((unsigned char)e->d_name[0]))
            continue;
        read_proc(e->d_name, "stat", stat, sizeof(stat));
        const char *name_end = strrchr(stat, ')'); /* a name may hold ) itself */
        if (!name_end || strlen(name_end) < 5)
            continue;
        if (*count == room && !(list = realloc(list, (room += 1024) * sizeof(*list))))
            abort();
        list[(*count)++] = (struct process){ atoi(stat), atoi(name_end + 4), 0 };
    }
    if (proc)
        closedir(proc);
    return list;
}

static bool contains(const pid_t *pids, int count, pid_t pid)
{
    for (int i = 0; i < count; i++)
        if (pids[i] == pid)
            return true;
    return false;
}

/* Lists the processes below this one that are new, parents before their children. */
void tree_look(struct tree *tree)
{
    int count, n = 0;
    tree->looked = clock_now();
    struct process *list = all_processes(&count);
    pid_t *now = malloc((count + 1) * sizeof(*now));
    if (!now)
        abort();
    for (int from = -1; from < n; from++) { /* -1: our own children, then those of each one found */
        pid_t parent = from < 0 ? getpid() : now[from];
        for (int i = 0; i < count; i++) {
            int ours = !list[i].ours && list[i].parent == parent;
            if (ours && !contains(tree->before, tree->before_count, list[i].pid)) {
                list[i].ours = 1;
                now[n++] = list[i].pid;
            }
        }
    }
    free(list);
    free(tree->now);
    tree->now = now;
    tree->now_count = n;
    tree->look_took = clock_now() - tree->looked;
}

/* Without children there are no grandchildren either, because a process that loses its parent
 * becomes the child of the subreaper. To ask takes no time; to list /proc takes a millisecond. */
static bool has_children(void)
{
    siginfo_t about;
    return waitid(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void tree_begin(struct tree *tree)
{
    memset(tree, 0, sizeof(*tree));
    if (has_children())
        tree_look(tree);
    tree->before = tree->now;
    tree->before_count = tree->now_count;
    tree->now = NULL;
    tree->now_count = 0;
}

void tree_end(struct tree *tree)
{
    free(tree->before);
    free(tree->now);
}

/* The memory that would be free if they ended: no pages of libraries, but the page tables, which a
 * program that touches one byte in every 2 MB fills as fast as memory itself. */
struct usage tree_usage(const struct tree *tree)
{
    struct usage sum = { 0 };
    for (int i = 0; i < tree->now_count; i++) {
        char pid[16], status[4096];
        snprintf(pid, sizeof(pid), "%d", (int)tree->now[i]);
        read_proc(pid, "status", status, sizeof(status));
        sum.tasks += status_field(status, "\nThreads:");
        if (tree->now[i] == tree->keeper)
            continue;
        size_t shared = 1024 * (size_t)status_field(status, "\nRssShmem:");
        sum.shared += shared;
        sum.bytes += shared + 1024 * (size_t)(status_field(status, "\nRssAnon:") +
                                              status_field(status, "\nVmPTE:") +
                                              status_field(status, "\nVmSwap:"));
    }
    return sum;
}

/* Of a process and all its threads, and of its children that have ended. */
static double computed_by(const char *pid)
{
    char stat[512];
    unsigned long own = 0, of_system = 0;
    long of_children = 0, of_their_system = 0;

    read_proc(pid, "stat", stat, sizeof(stat));
    const char *at = strrchr(stat, ')');
    if (!at || sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &own,
                      &of_system, &of_children, &of_their_system) != 4)
        return 0;
    return (double)(own + of_system + of_children + of_their_system) / sysconf(_SC_CLK_TCK);
}

/* Of each thread: how long it had to wait, which a kernel that does not count says is 0; and
 * whether it could go on now. */
static void add_tasks(const char *pid, struct times *times)
{
    char path[64], name[64], text[512];
    unsigned long long waited;

    snprintf(path, sizeof(path), "/proc/%.20s/task", pid);
    DIR *tasks = opendir(path);
    for (struct dirent *e; tasks && (e = readdir(tasks));) {
        snprintf(name, sizeof(name), "task/%.12s/schedstat", e->d_name);
        read_proc(pid, name, text, sizeof(text));
        if (sscanf(text, "%*u %llu", &waited) == 1)
            times->waited += 1e-9 * (double)waited;
        snprintf(name, sizeof(name), "task/%.12s/stat", e->d_name);
        read_proc(pid, name, text, sizeof(text));
        const char *state = strrchr(text, ')');
        times->ready |= state && state[1] == ' ' && state[2] == 'R';
    }
    if (tasks)
        closedir(tasks);
}

struct times tree_times(const struct tree *tree)
{
    struct times times = { 0 };
    for (int i = 0; i < tree->now_count; i++) {
        char pid[16];
        snprintf(pid, sizeof(pid), "%d", (int)tree->now[i]);
        times.computed += computed_by(pid);
        add_tasks(pid, &times);
    }
    return times;
}

static double more(double now, double before)
{
    return now > before ? now - before : 0;
}

/* What a process waited is forgotten when it has ended, as the many short ones of a compiler's do.
 * So nothing counts as sleep where one of them could go on. */
double times_used(double passed, const struct times *before, const struct times *now)
{
    double computed = more(now->computed, before->computed);
    double had = computed + more(now->waited, before->waited);
    return computed + (now->ready ? 0 : more(passed, had));
}

/* Seconds. When bwrap has ended, the first process of its pid namespace mostly dies within this
 * time; to list the processes would take longer. */
#define LAST_BREATH 0.005

/* Sends SIGKILL again and again until no new child is left. A process that loses its parent becomes
 * our child, because we are the subreaper. One that forks and ends at once is caught in the end,
 * because each copy is killed as soon as it is seen. The first process of bwrap's pid namespace
 * can be waited for only when all others in it are gone. */
int tree_kill(struct tree *tree, pid_t first, int *status)
{
    double begun = clock_now();
    if (first > 0) /* 0 would be our own group */
        kill(first, SIGKILL);
    for (;;) {
        if (tree->before_count == 0 && !has_children())
            return 0;
        if (first == 0 && tree->before_count == 0 && clock_now() < begun + LAST_BREATH) {
            nanosleep(&(struct timespec){ 0, 200000 }, NULL);
            while (waitpid(-1, NULL, WNOHANG) > 0)
                ;
            continue;
        }
        tree_look(tree);
        for (int i = 0; i < tree->now_count; i++)
            kill(tree->now[i], SIGKILL);
        for (int i = 0; i < tree->now_count; i++) {
            int ended;
            if (waitpid(tree->now[i], &ended, WNOHANG) == tree->now[i] && tree->now[i] == first)
                *status = ended;
        }
        if (tree->now_count == 0)
            return 0;
        if (clock_now() > begun + 10)
            return -1;
        if (tree->now_count < 8)
            nanosleep(&(struct timespec){ 0, 200000 }, NULL);
    }
}

int tasks_of(uid_t user)
{
    int count, tasks = 0;
    struct process *list = all_processes(&count);
    for (int i = 0; i < count; i++) {
        char pid[16], status[4096];
        snprintf(pid, sizeof(pid), "%d", (int)list[i].pid);
        read_proc(pid, "status", status, sizeof(status));
        if (status_field(status, "\nUid:") == (long)user)
            tasks += status_field(status, "\nThreads:");
    }
    free(list);
    return tasks;
}
