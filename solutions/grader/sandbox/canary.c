/* canary NAME ARGUMENT: tries to do one kind of harm, and ends with status 42 if it has done it.
 * sandbox_doctor runs it against decoys, once without a sandbox and once in it. Or it tries what a
 * runner on a GPU needs: 42 if it can. */
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int read_folder(const char *path)
{
    char byte;
    int harm = 0;
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && !harm && (e = readdir(folder));) {
        int fd = openat(dirfd(folder), e->d_name, O_RDONLY);
        harm = fd >= 0 && read(fd, &byte, 1) == 1;
    }
    return harm;
}

static int write_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_APPEND);
    return fd >= 0 && write(fd, "100\n", 4) == 4;
}

/* The second open is for neither reading nor writing (3): some guards ask for no right then. */
static int empty_file(const char *path)
{
    struct stat about;
    return (open(path, O_RDONLY | O_TRUNC) >= 0 || open(path, 3 | O_TRUNC) >= 0 ||
            truncate(path, 0) == 0) &&
           stat(path, &about) == 0 && about.st_size == 0;
}

static int change_mode(const char *path)
{
    return chmod(path, 0644) == 0;
}

static int kill_it(const char *pid)
{
    return kill(atoi(pid), SIGKILL) == 0;
}

/* Has the kernel kill: the owner of a pipe gets SIGKILL when the pipe becomes readable. */
static int kill_by_descriptor(const char *pid)
{
    int ends[2];
    return pipe(ends) == 0 && fcntl(ends[0], F_SETOWN, atoi(pid)) == 0 &&
           fcntl(ends[0], F_SETSIG, SIGKILL) == 0 && fcntl(ends[0], F_SETFL, O_ASYNC) == 0 &&
           write(ends[1], "x", 1) == 1;
}

static int trace(const char *pid)
{
    return ptrace(PTRACE_SEIZE, atoi(pid), 0, 0) == 0;
}

static int limit(const char *pid)
{
    struct rlimit few = { 8, 8 };
    return prlimit(atoi(pid), RLIMIT_NOFILE, &few, NULL) == 0;
}

static int slow_down(const char *pid)
{
    return setpriority(PRIO_PROCESS, atoi(pid), 19) == 0;
}

/* Of every process that it sees; bwrap itself would be /proc/1. */
static int read_environments(const char *secret)
{
    int harm = 0;
    char path[300], text[65536];
    DIR *proc = opendir("/proc");
    for (struct dirent *e; proc && !harm && (e = readdir(proc));) {
        snprintf(path, sizeof(path), "/proc/%s/environ", e->d_name);
        int fd = open(path, O_RDONLY);
        ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof(text));
        harm = got > 0 && memmem(text, got, secret, strlen(secret));
        close(fd);
    }
    return harm;
}

static int read_descriptors(const char *unused)
{
    char byte;
    int harm = 0;
    (void)unused;
    for (int fd = 5; fd < 256; fd++)
        harm |= pread(fd, &byte, 1, 0) == 1;
    return harm;
}

static int connect_inet(const char *port)
{
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons(atoi(port)),
                              .sin_addr = { htonl(INADDR_LOOPBACK) } };
    return connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&to, sizeof(to)) == 0;
}

static int connect_unix(const char *path)
{
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    size_t length = strlen(path);
    memcpy(to.sun_path, path, length);
    if (to.sun_path[0] == '@')
        to.sun_path[0] = 0; /* a name without a file */
    return connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&to,
                   offsetof(struct sockaddr_un, sun_path) + length) == 0;
}

static int leave_memory(const char *key)
{
    return shmget(atoi(key), 4096, IPC_CREAT | 0600) >= 0;
}

/* An empty one also does harm: files without end fill a disk. The doctor removes them. */
static int leave_file(const char *paths)
{
    char list[512], *path = strcpy(list, paths);
    int harm = 0;
    for (path = strtok(list, ":"); path; path = strtok(NULL, ":"))
        harm |= open(path, O_WRONLY | O_CREAT, 0600) >= 0;
    return harm;
}

/* ---- no harm, but what CUDA's driver does: a runner on a GPU must be able to ------------------
 */

static int grow_memory_file(const char *unused)
{
    int fd = memfd_create("canary", MFD_CLOEXEC);
    (void)unused;
    if (fd < 0 || ftruncate(fd, 1 << 20) < 0)
        return 0;
    char *bytes = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return bytes != MAP_FAILED && (*bytes = 1);
}

static int listen_to_itself(const char *unused)
{
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    (void)unused;
    snprintf(at.sun_path + 1, sizeof(at.sun_path) - 1, "canary.%d", (int)getpid());
    return fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof(at)) == 0 && listen(fd, 4) == 0;
}

static void *add_one(void *sum)
{
    __atomic_fetch_add((int *)sum, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static int start_threads(const char *unused)
{
    pthread_t threads[4];
    int sum = 0;
    (void)unused;
    for (int i = 0; i < 4; i++)
        if (pthread_create(&threads[i], NULL, add_one, &sum))
            return 0;
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return sum == 4;
}

/* As pthread_setname_np does it for another thread; the driver's, from 570 on, takes a refusal for
 * a fault of the system. */
static int name_thread(const char *unused)
{
    char path[64];
    (void)unused;
    snprintf(path, sizeof(path), "/proc/self/task/%d/comm", (int)gettid());
    int fd = open(path, O_RDWR | O_CLOEXEC);
    return fd >= 0 && write(fd, "canary", 6) == 6;
}

static int load_library(const char *name)
{
    return *name && dlopen(name, RTLD_NOW);
}

/* Opens each file that the pattern finds, as far as its mode lets this user. */
static int open_devices(const char *pattern)
{
    glob_t found;
    int opened = 0;
    if (glob(pattern, GLOB_BRACE, NULL, &found))
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *path = found.gl_pathv[i];
        if (access(path, R_OK) < 0)
            continue;
        if (open(path, access(path, W_OK) < 0 ? O_RDONLY : O_RDWR) < 0)
            return 0;
        opened++;
    }
    return opened > 0;
}

/* The doctor looks whether it is still there afterwards. */
static int leave_process(const char *unused)
{
    (void)unused;
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0)
            sleep(60);
        _exit(0);
    }
    return child > 0;
}

/* Does no harm, but is the target of it. It writes a byte when it has started. */
static int be_victim(const char *unused)
{
    (void)unused;
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* or Yama alone would stop the canary */
    return write(1, "x", 1) == 1 && sleep(60);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*harm)(const char *);
    } canaries[] = {
        { "read", read_folder },
        { "write", write_file },
        { "empty", empty_file },
        { "mode", change_mode },
        { "kill", kill_it },
        { "owner", kill_by_descriptor },
        { "ptrace", trace },
        { "prlimit", limit },
        { "nice", slow_down },
        { "environment", read_environments },
        { "descriptors", read_descriptors },
        { "inet", connect_inet },
        { "unix", connect_unix },
        { "abstract", connect_unix },
        { "shm", leave_memory },
        { "file", leave_file },
        { "leave", leave_process },
        { "victim", be_victim },
        { "memfd", grow_memory_file },
        { "listen", listen_to_itself },
        { "threads", start_threads },
        { "name", name_thread },
        { "load", load_library },
        { "devices", open_devices },
    };
    for (size_t i = 0; argc == 3 && i < sizeof(canaries) / sizeof(*canaries); i++)
        if (strcmp(argv[1], canaries[i].name) == 0)
            return canaries[i].harm(argv[2]) ? 42 : 0;
    return 2;
}
