/* try_sandbox LEVEL [name=value ...] -- program arguments: runs it in the sandbox and says how that
 * ended. For tests/shell/grader_sandbox.bats. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "solutions/grader/sandbox/sandbox.h"

static const char *readable[64], *environment[64];

static int sealed(const char *path)
{
    char bytes[4096];
    int file = open(path, O_RDONLY), input = memfd_create("input", MFD_ALLOW_SEALING);
    ssize_t got = read(file, bytes, sizeof(bytes));
    if (got < 0 || write(input, bytes, got) != got)
        return -1;
    fcntl(input, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    return input;
}

/* What a program's libraries need, as for a runner on a GPU; of the paths `secret` nothing may be
 * seen. */
static const char *secret[8];
static void add_libraries(struct sandbox_job *job, const char *program)
{
    static struct sandbox_libraries found;
    char why[512];
    if (sandbox_libraries(program, secret, &found, why) < 0) {
        fprintf(stderr, "%s\n", why);
        exit(1);
    }
    job->readable = (const char *const *)found.folders;
    job->environment = (const char *const *)found.environment;
}

static void set(struct sandbox_job *job, const char *name, const char *value)
{
    static int paths, variables, secrets;
    size_t number = strtoull(value, NULL, 10);
    if (!strcmp(name, "read"))
        readable[paths++] = value;
    else if (!strcmp(name, "env"))
        environment[variables++] = value;
    else if (!strcmp(name, "folder"))
        job->folder = value;
    else if (!strcmp(name, "input"))
        job->input = sealed(value);
    else if (!strcmp(name, "fat")) /* the judge itself holds that many MB */
        memset(malloc(number << 20), 1, number << 20);
    else if (!strcmp(name, "unsealed"))
        job->input = open(value, O_RDONLY);
    else if (!strcmp(name, "reply"))
        job->reply = malloc(number), job->reply_bytes = number;
    else if (!strcmp(name, "seconds"))
        job->seconds = atof(value);
    else if (!strcmp(name, "pause"))
        job->pause = atof(value);
    else if (!strcmp(name, "patience"))
        job->patience = atof(value);
    else if (!strcmp(name, "linger"))
        job->linger = atof(value);
    else if (!strcmp(name, "memory"))
        job->memory = number << 20;
    else if (!strcmp(name, "file"))
        job->file_bytes = number;
    else if (!strcmp(name, "tasks"))
        job->processes = (int)number;
    else if (!strcmp(name, "fork"))
        job->may_fork = true;
    else if (!strcmp(name, "compiler"))
        job->may_fork = job->is_compiler = true;
    else if (!strcmp(name, "secret"))
        secret[secrets++] = value;
    else if (!strcmp(name, "libraries"))
        add_libraries(job, value);
    else if (!strcmp(name, "gpu"))
        job->gpu = true;
    else if (!strcmp(name, "log"))
        job->log_bytes = number;
}

int main(int argc, char **argv)
{
    char why[512];
    struct sandbox_result result;
    struct sandbox_job job = { .readable = readable,
                               .environment = environment,
                               .input = -1,
                               .seconds = 5,
                               .memory = 256 << 20,
                               .processes = 64,
                               .log_bytes = 100000 };
    int i = 2, level = 0;
    for (char *value; i < argc && (value = strchr(argv[i], '=')); i++) {
        *value = 0;
        set(&job, argv[i], value + 1);
    }
    job.argv = (const char *const *)argv + i + 1;
    while (level < SANDBOX_NONE && strcmp(argv[1], sandbox_names[level]) != 0)
        level++;
    if (!strcmp(argv[1], "best"))
        level = sandbox_best(argc > 2 ? argv[2] : NULL, why);
    if (level < 0 || (strcmp(argv[1], "best") && sandbox_run(level, &job, &result, why) < 0))
        return fprintf(stderr, "%s\n", why), 1;
    if (!strcmp(argv[1], "best"))
        return puts(sandbox_names[level]), 0;
    printf("%s status=%d signal=%d reply=%zu log=%zu seconds=%.2f\n%s", sandbox_ends[result.end],
           result.status, result.signal, result.reply_got, result.log_got, result.seconds,
           result.log);
    return 0;
}
