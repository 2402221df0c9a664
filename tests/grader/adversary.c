/* adversary NAME [ARGUMENT]: hostile to whoever runs it, for the tests of the sandbox only. Forks
 * are bounded so that a test which fails leaves a machine that can be used. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MB = 1 << 20 };

static void *nap(void *unused)
{
    sleep(30);
    return unused;
}

static void fork_bomb(void)
{
    for (int i = 0; i < 500; i++)
        if (fork() == 0) {
            setsid();
            signal(SIGTERM, SIG_IGN);
            for (int j = 0; j < 3; j++)
                if (fork() == 0)
                    setpgid(0, 0);
            nap(NULL);
            _exit(0);
        }
    nap(NULL);
}

/* Each lives only until it has a child: its number is old when someone reads it. */
static void comet(void)
{
    for (int i = 0; i < 200000; i++)
        if (fork() > 0)
            _exit(0);
}

static void thread_bomb(void)
{
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    for (int i = 0; i < 5000; i++)
        pthread_create(&thread, &small, nap, NULL);
    nap(NULL);
}

static void daemon_with_pipes(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            nap(NULL);
        _exit(0);
    }
    wait(NULL);
}

/* For when the judge is killed: neither it nor its children end by themselves. */
static void stay(void)
{
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            setsid();
            fork();
            break;
        }
    nap(NULL);
}

static void take(int flags, size_t step)
{
    for (int i = 0; i < 4096; i++) {
        char *p = mmap(NULL, 32 * MB, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
        if (p == MAP_FAILED)
            exit(7);
        for (size_t at = 0; at < 32 * MB; at += step)
            p[at] = 1;
    }
    nap(NULL);
}

/* 64 children, each with a part that would be within the limit. */
static void take_together(void)
{
    for (int i = 0; i < 40; i++)
        if (fork() == 0) {
            memset(malloc(16 * MB), 1, 16 * MB);
            nap(NULL);
        }
    nap(NULL);
}

/* Memory that no process has: in files without a name, and System V's, unmapped at once. */
static void hide_memory(void)
{
    static char block[MB];
    int hidden = 0, fd = syscall(SYS_memfd_create, "x", 0);
    memset(block, 1, sizeof(block));
    for (int i = 0; fd >= 0 && i < 1024; i++)
        hidden += write(fd, block, MB) == MB;
    for (int i = 0; i < 64; i++) {
        int id = shmget(IPC_PRIVATE, 16 * MB, IPC_CREAT | 0600);
        void *p = id < 0 ? (void *)-1 : shmat(id, NULL, 0);
        if (p == (void *)-1)
            break;
        memset(p, 1, 16 * MB);
        shmdt(p);
        shmctl(id, IPC_RMID, NULL);
        hidden += 16;
    }
    printf("hid %d MB\n", hidden);
}

/* Memory that is this process's, but not resident: 1 GB that is shared with nobody, and let go. */
static void drop_memory(void)
{
    for (int i = 0; i < 32; i++) {
        char *p = mmap(NULL, 32 * MB, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_SHARED, -1, 0);
        if (p == MAP_FAILED)
            exit(7);
        memset(p, 1, 32 * MB);
        madvise(p, 32 * MB, MADV_DONTNEED);
    }
    nap(NULL);
}

/* 1 GB in files of memory without a descriptor: one page of each stays mapped, and none is read. */
static void keep_files(void)
{
    static char block[MB];
    memset(block, 1, sizeof(block));
    for (int i = 0; i < 64; i++) {
        int fd = syscall(SYS_memfd_create, "x", 0);
        for (int j = 0; j < 16; j++)
            if (write(fd, block, MB) != MB)
                exit(7);
        mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
        close(fd);
    }
    nap(NULL);
}

static void fill(const char *folder, int files, int size)
{
    static char block[MB];
    int made = 0;
    for (int i = 0; i < files; i++) {
        char path[300];
        snprintf(path, sizeof(path), "%s/fill.%d", folder, i);
        int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        made += fd >= 0;
        for (int j = 0; fd >= 0 && j < size; j++)
            if (write(fd, block, MB) < 0)
                break;
        close(fd);
    }
    printf("made %d files\n", made);
    fflush(stdout);
    if (made)
        nap(NULL);
}

/* Writes 512 MB in files of 16; a limit on a file does not end it. */
static int write_files(int (*make)(const char *folder, int i), const char *folder)
{
    static char block[MB];
    int written = 0;
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 32; i++) {
        int fd = make(folder, i);
        for (int j = 0; fd >= 0 && j < 16; j++)
            written += write(fd, block, MB) == MB;
    }
    return written;
}

static int in_hidden_folder(const char *folder, int i)
{
    char path[300];
    snprintf(path, sizeof(path), "%s/hidden/%d", folder, i);
    return open(path, O_WRONLY | O_CREAT, 0600);
}

static int without_name(const char *folder, int i)
{
    char path[300];
    int fd = open(folder, O_TMPFILE | O_WRONLY, 0600);
    snprintf(path, sizeof(path), "%s/%d", folder, i);
    if (fd < 0 && (fd = open(path, O_WRONLY | O_CREAT, 0600)) >= 0 && unlink(path) < 0)
        return -1; /* it would be seen */
    return fd;
}

/* Disk that a look at the folder does not show. */
static void hide_disk(const char *folder)
{
    char path[300];
    snprintf(path, sizeof(path), "%s/hidden", folder);
    if (mkdir(path, 0700) == 0)
        chmod(path, 0300);
    printf("hid %d MB on disk, ", write_files(in_hidden_folder, folder));
    fflush(stdout);
    sleep(1);
    printf("%d MB without a name\n", write_files(without_name, folder));
}

static void flood(void)
{
    char line[4096];
    memset(line, 'x', sizeof(line));
    while (write(1, line, sizeof(line)) >= 0)
        ;
}

static void drip(void)
{
    for (int i = 0; i < 1000; i++, usleep(100000))
        if (write(4, "x", 1) < 0)
            _exit(1);
}

static void reply(long bytes, int then_sleep)
{
    char *zeros = calloc(bytes, 1);
    for (ssize_t done = 0; bytes > 0 && done >= 0; bytes -= done)
        done = write(4, zeros, bytes);
    if (then_sleep)
        nap(NULL);
}

/* Itself again, with a library of its own before all others, and with its descriptors. */
static void exec_itself(char **argv, int depth)
{
    char left[16];
    char *environment[] = { "LD_PRELOAD=/tmp/evil.so", "LD_LIBRARY_PATH=/tmp", NULL };
    char *again[] = { argv[0], "exec", left, NULL };
    snprintf(left, sizeof(left), "%d", depth - 1);
    if (depth > 0)
        execve("/proc/self/exe", again, environment);
    printf("deep\n");
    reply(100, 0);
}

static void input_tricks(void)
{
    char byte;
    int again = open("/proc/self/fd/3", O_RDWR);
    signal(SIGXFSZ, SIG_IGN);
    printf("write %d, ", write(3, "x", 1) == 1 || (again >= 0 && write(again, "x", 1) == 1));
    printf("truncate %d, ", ftruncate(3, 0) == 0);
    lseek(3, 1 << 20, SEEK_SET);
    printf("read %d\n", pread(3, &byte, 1, 0) == 1);
}

static int deeper(volatile char *p, int depth)
{
    volatile char more[4096];
    more[0] = *p;
    return depth ? deeper(more, depth - 1) + more[0] : 0;
}

static void ends(const char *name, char *argument)
{
    if (!strcmp(name, "stop"))
        raise(SIGSTOP), nap(NULL);
    else if (!strcmp(name, "loop"))
        for (volatile int i = 0;; i++)
            ;
    else if (!strcmp(name, "segv"))
        raise(SIGSEGV);
    else if (!strcmp(name, "abort"))
        abort();
    else if (!strcmp(name, "stack"))
        exit(deeper(argument, 1 << 30));
    else if (!strcmp(name, "exit"))
        exit(atoi(argument));
    else if (!strcmp(name, "mute"))
        close(1), close(2), close(4), nap(NULL);
    else if (!strcmp(name, "parent"))
        printf("%d\n", kill(getppid(), SIGKILL)), nap(NULL);
    else
        exit(2);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    char *argument = argc > 2 ? argv[2] : "0";
    void (*plain)(void) = !strcmp(name, "forks")     ? fork_bomb
                          : !strcmp(name, "comet")   ? comet
                          : !strcmp(name, "threads") ? thread_bomb
                          : !strcmp(name, "daemon")  ? daemon_with_pipes
                          : !strcmp(name, "stay")    ? stay
                          : !strcmp(name, "family")  ? take_together
                          : !strcmp(name, "hidden")  ? hide_memory
                          : !strcmp(name, "dropped") ? drop_memory
                          : !strcmp(name, "kept")    ? keep_files
                          : !strcmp(name, "flood")   ? flood
                          : !strcmp(name, "drip")    ? drip
                          : !strcmp(name, "input")   ? input_tricks
                                                     : NULL;
    if (plain)
        plain();
    else if (!strcmp(name, "private"))
        take(MAP_PRIVATE, 4096);
    else if (!strcmp(name, "shared"))
        take(MAP_SHARED, 4096);
    else if (!strcmp(name, "sparse"))
        take(MAP_PRIVATE | MAP_NORESERVE, 2 * MB);
    else if (!strcmp(name, "populate"))
        take(MAP_PRIVATE | MAP_POPULATE, 32 * MB);
    else if (!strcmp(name, "fill"))
        fill(argument, 64, 16);
    else if (!strcmp(name, "disk"))
        hide_disk(argument);
    else if (!strcmp(name, "inodes"))
        fill(argument, 20000, 0);
    else if (!strcmp(name, "reply"))
        reply(atol(argument), argc > 3);
    else if (!strcmp(name, "exec"))
        exec_itself(argv, atoi(argument));
    else
        ends(name, argument);
    return 0;
}
