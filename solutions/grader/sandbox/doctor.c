/* Proves a level of isolation: each canary does its harm without the sandbox, and none inside. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inside.h"

static const char secret[] = "CANARY_SECRET=found";

enum argument { ANSWERS, RESULTS, VICTIM, SECRET, PORT, SOCKET, NAME, KEY, PLACES, NOTHING };
static const struct canary {
    const char *name, *harm;
    enum argument argument;
} canaries[] = {
    { "read", "read the answers", ANSWERS },
    { "write", "write into the results", RESULTS },
    { "empty", "empty the results", RESULTS },
    { "mode", "open the results to others", RESULTS },
    { "kill", "kill the judge", VICTIM },
    { "owner", "have the kernel kill the judge", VICTIM },
    { "ptrace", "trace the judge", VICTIM },
    { "prlimit", "take the judge's files away", VICTIM },
    { "nice", "slow the judge down", VICTIM },
    { "environment", "read the judge's environment", SECRET },
    { "descriptors", "use the judge's descriptors", NOTHING },
    { "inet", "connect by the network", PORT },
    { "unix", "connect by a socket's path", SOCKET },
    { "abstract", "connect by a socket's name", NAME },
    { "shm", "leave memory behind", KEY },
    { "file", "leave a file behind", PLACES },
    { "leave", "leave a process behind", NOTHING },
};

/* What CUDA's driver does in every runner; one that needs an argument has it in the table. */
static const struct need {
    const char *name, *what, *argument;
} needs[] = {
    { "memfd", "fill a file of memory", "" },
    { "listen", "listen at a socket of its own", "" },
    { "threads", "start four threads", "" },
    { "name", "give a thread a name", "" },
    { "load", "load the driver's libcuda.so.1", "libcuda.so.1" },
    { "load", "load the toolkit's libcublas", NULL }, /* its name, with the version */
    { "devices", "open the GPU's devices", "/dev/{nvidia[0-9c]*,nvidia-uvm,dxg}" },
    { "devices", "open what MIG needs", "/dev/nvidia-caps/*" },
    { NULL, "add two vectors on the GPU", "" }, /* the program gpu_probe */
};

/* What stands in for the judge and its things. */
struct decoys {
    char program[512], folder[96], arguments[NOTHING + 1][512];
    int inet, path, name;
    bool gpu; /* all as a runner on a GPU */
    struct sandbox_libraries libraries;
};

static int listen_at(int family, const void *address, socklen_t size)
{
    int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return fd >= 0 && bind(fd, address, size) == 0 && listen(fd, 64) == 0 ? fd : -1;
}

static int listen_unix(const char *path)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    memcpy(at.sun_path, path, strlen(path));
    if (at.sun_path[0] == '@')
        at.sun_path[0] = 0;
    return listen_at(AF_UNIX, &at, offsetof(struct sockaddr_un, sun_path) + strlen(path));
}

/* Where everybody may write on most systems. */
static void list_places(char *list, size_t size)
{
    static const char *const folders[] = { "",         "/tmp",        "/var/tmp",
                                           "/dev/shm", "/dev/mqueue", "/run",
                                           "/run/lock" };
    for (size_t i = 0, at = 0; i < sizeof(folders) / sizeof(*folders); i++)
        at += snprintf(list + at, size - at, "%s/grade-doctor.%d:", folders[i], (int)getpid());
}

/* -1: it failed, and stderr says why. */
static int lay_decoys(struct decoys *decoys, const char *solutions)
{
    char(*arguments)[512] = decoys->arguments;
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    socklen_t size = sizeof(at);
    ssize_t length = readlink("/proc/self/exe", decoys->program, sizeof(decoys->program) - 16);
    decoys->program[length > 0 ? length : 0] = 0;
    char *slash = strrchr(decoys->program, '/');
    const char *temporary = getenv("TMPDIR"); /* a socket's path has room for 107 bytes */
    if (!temporary || strlen(temporary) > 64)
        temporary = "/tmp";
    snprintf(decoys->folder, sizeof(decoys->folder), "%s/grade-doctor.XXXXXX", temporary);
    if (!slash || !mkdtemp(decoys->folder))
        return perror("grade-doctor: no folder for decoys; is TMPDIR one"), -1;
    strcpy(slash, "/canary");
    snprintf(arguments[ANSWERS], sizeof(*arguments), "%s", solutions);
    snprintf(arguments[RESULTS], sizeof(*arguments), "%s/grades.csv", decoys->folder);
    snprintf(arguments[SOCKET], sizeof(*arguments), "%s/socket", decoys->folder);
    snprintf(arguments[NAME], sizeof(*arguments), "@grade-doctor.%d", (int)getpid());
    snprintf(arguments[KEY], sizeof(*arguments), "%d", 0x6b000000 + (int)getpid());
    strcpy(arguments[SECRET], secret);
    list_places(arguments[PLACES], sizeof(*arguments));
    decoys->inet = listen_at(AF_INET, &at, sizeof(at));
    getsockname(decoys->inet, (struct sockaddr *)&at, &size);
    snprintf(arguments[PORT], sizeof(*arguments), "%d", ntohs(at.sin_port));
    decoys->path = listen_unix(arguments[SOCKET]);
    decoys->name = listen_unix(arguments[NAME]);
    return 0;
}

/* What a canary has left there. */
static void clear_places(const char *places)
{
    char list[512], *path = strcpy(list, places);
    for (path = strtok(list, ":"); path; path = strtok(NULL, ":"))
        unlink(path);
}

static void clear_decoys(const struct decoys *decoys)
{
    close(decoys->inet);
    close(decoys->path);
    close(decoys->name);
    unlink(decoys->arguments[RESULTS]);
    unlink(decoys->arguments[SOCKET]);
    rmdir(decoys->folder);
}

static void run_free(const char *program, const char *name, const char *argument, int out)
{
    static const char *const environment[] = { secret, NULL };
    if (out >= 0)
        dup2(out, 1);
    execle(program, program, name, argument, NULL, environment);
    _exit(126);
}

/* Before every canary: a judge that is alive, results that are whole and private. */
static pid_t renew(struct decoys *decoys, int *results)
{
    int ready[2];
    char byte;
    unlink(decoys->arguments[RESULTS]);
    int file = open(decoys->arguments[RESULTS], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    *results = fcntl(file, F_DUPFD, 40); /* inherited: a decoy, where no sandbox has its own */
    close(file);
    if (*results < 0 || write(*results, "0\n", 2) != 2 || pipe2(ready, O_CLOEXEC) < 0)
        return perror("grade-doctor: decoys"), -1;
    pid_t victim = fork();
    if (victim == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        run_free(decoys->program, "victim", "", ready[1]);
    }
    close(ready[1]);
    int there = read(ready[0], &byte, 1) == 1;
    close(ready[0]);
    snprintf(decoys->arguments[VICTIM], sizeof(*decoys->arguments), "%d", (int)victim);
    return there ? victim : -1;
}

static void be_on_gpu(struct sandbox_job *job, const struct sandbox_libraries *libraries)
{
    job->gpu = true;
    job->readable = (const char *const *)libraries->folders;
    job->environment = (const char *const *)libraries->environment;
}

/* Runs a canary; level -1: without a sandbox. Returns its exit status; -1: it did not run, and
 * `why` says why. */
static int fly(int level, const struct decoys *decoys, const struct canary *canary, char why[512])
{
    const char *argument = decoys->arguments[canary->argument];
    const char *const argv[] = { decoys->program, canary->name, argument, NULL };
    int forks = strcmp(canary->name, "leave") == 0, status = 0;
    struct sandbox_result result;
    struct sandbox_job job = {
        .argv = argv, .input = -1, .seconds = 10, .log_bytes = 4096, .may_fork = forks
    };
    if (decoys->gpu)
        be_on_gpu(&job, &decoys->libraries);
    if (level < 0) {
        pid_t child = fork();
        if (child == 0)
            run_free(decoys->program, canary->name, argument, -1);
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    int fault = sandbox_run(level, &job, &result, why);
    if (!fault && result.end != ENDED)
        snprintf(why, 512, "the canary: %s", sandbox_ends[result.end]);
    free(result.log);
    return fault || result.end != ENDED ? -1 : result.status;
}

/* A signal takes a while to arrive; only then has the canary done harm. */
static bool dies(pid_t victim)
{
    for (int i = 0; i < 100; i++, usleep(2000))
        if (waitpid(victim, NULL, WNOHANG) == victim)
            return true;
    return false;
}

/* 1: it did harm, 0: it did none, -1: it did not run. */
static int harmed(int level, struct decoys *decoys, const struct canary *canary, char why[512])
{
    int results, gone;
    struct tree left;
    snprintf(why, 512, "%.400s does not run", decoys->program);
    pid_t victim = renew(decoys, &results);
    if (victim < 0)
        return -1;
    tree_begin(&left);
    int status = fly(level, decoys, canary, why);
    int harm = status == 42;
    if (harm && (strcmp(canary->name, "kill") == 0 || strcmp(canary->name, "owner") == 0))
        harm = dies(victim);
    tree_look(&left);
    if (strcmp(canary->name, "leave") == 0)
        harm = left.now_count > 0;
    tree_kill(&left, 0, &gone);
    tree_end(&left);
    close(results);
    clear_places(decoys->arguments[PLACES]);
    shmctl(shmget(atoi(decoys->arguments[KEY]), 0, 0), IPC_RMID, NULL);
    kill(victim, SIGKILL);
    waitpid(victim, NULL, 0);
    return status != 0 && status != 42 ? -1 : harm;
}

/* ---- on a GPU ---------------------------------------------------------------------- */

/* Its status; -1: it did not run, or not to its end, and `why` says why. */
static int run_need(int level, const char *const *argv, const struct decoys *decoys, char why[512])
{
    struct sandbox_result result;
    struct sandbox_job job = { .argv = argv,
                               .input = -1,
                               .seconds = 60,
                               .log_bytes = 4096,
                               .memory = (size_t)4 << 30,
                               .processes = 64 };
    int status = -1;
    if (level < 0) {
        pid_t child = fork();
        if (child == 0) {
            if (argv[1]) /* the last one says on stderr why a GPU does not serve */
                dup2(open("/dev/null", O_WRONLY), 2);
            execv(argv[0], (char **)argv);
            _exit(126);
        }
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    be_on_gpu(&job, &decoys->libraries);
    if (sandbox_run(level, &job, &result, why) == 0) {
        status = result.end == ENDED ? result.status : -1;
        snprintf(why, 512, "CANNOT: %s %.*s", sandbox_ends[result.end],
                 (int)strcspn(result.log, "\n"), result.log);
    }
    free(result.log);
    return status;
}

/* How many of the needs are met outside, and not in the sandbox. */
static int try_needs(enum sandbox_level level, const struct decoys *decoys, const char *probe)
{
    int bad = 0;
    printf("%-34s %-12s %s\n", "a runner on a GPU must", "by itself", sandbox_names[level]);
    for (size_t i = 0; i < sizeof(needs) / sizeof(*needs); i++) {
        const char *argument = needs[i].argument ? needs[i].argument : decoys->libraries.cublas;
        const char *const canary[] = { decoys->program, needs[i].name, argument, NULL };
        const char *const whole[] = { probe, NULL }, *const *argv = needs[i].name ? canary : whole;
        char why[512] = "";
        bool without = run_need(-1, argv, decoys, why) == 42;
        bool within = run_need(level, argv, decoys, why) == 42;
        bad += without && !within;
        printf("%-34s %-12s %s\n", needs[i].what, without ? "can" : "not here",
               within    ? "can"
               : without ? why
                         : "-");
    }
    return bad;
}

/* What a runner on a GPU gets. -1: it cannot be had, and stderr says why. */
static int find_gpu(struct decoys *decoys, const char *solutions, const char *probe)
{
    const char *const secret[] = { solutions, getenv("HOME"), NULL };
    char why[512];
    decoys->gpu = true;
    if (sandbox_libraries(probe, secret, &decoys->libraries, why) == 0)
        return 0;
    fprintf(stderr, "grade-doctor: %s\n", why);
    return -1;
}

int sandbox_doctor(enum sandbox_level level, const char *solutions, bool gpu)
{
    const int count = sizeof(canaries) / sizeof(*canaries);
    int proven = 0, bad = 0;
    struct decoys decoys = { 0 };
    char probe[600];
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0,
          0); /* what is left behind without a sandbox becomes our child */
    if (lay_decoys(&decoys, solutions) < 0)
        return -1;
    snprintf(probe, sizeof(probe), "%.*s/gpu_probe",
             (int)(strrchr(decoys.program, '/') - decoys.program), decoys.program);
    if (gpu && find_gpu(&decoys, solutions, probe) < 0) {
        clear_decoys(&decoys);
        return -1;
    }
    printf("%-34s %-12s %s\n", "a submission tries to", "by itself", sandbox_names[level]);
    for (int i = 0; i < count; i++) {
        char why[512];
        int without = harmed(-1, &decoys, &canaries[i], why);
        int within = harmed(level, &decoys, &canaries[i], why);
        proven += without == 1;
        bad += within != 0;
        printf("%-34s %-12s %s\n", canaries[i].harm, without == 1 ? "does" : "cannot",
               within == 0   ? "cannot"
               : within == 1 ? "DOES"
                             : why);
    }
    clear_decoys(&decoys);
    printf("%s: %d of %d kinds of harm are possible; without it %d are\n", sandbox_names[level],
           bad, count, proven);
    int unmet = gpu ? try_needs(level, &decoys, probe) : 0;
    return bad || unmet ? -1 : 0;
}
