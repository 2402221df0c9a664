/* Where a program that uses a GPU finds its libraries. A toolkit may lie anywhere (modules, conda,
 * /opt), and so may the driver's libcuda.so.1, which is opened only when the program runs; so the
 * dynamic linker is asked, which looks as it will inside: rpath, LD_LIBRARY_PATH, its own list. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inside.h"

const char *sandbox_shows(const char *folder, const char *const *secret)
{
    char real[PATH_MAX], kept[PATH_MAX];
    if (!realpath(folder, real))
        return NULL;
    size_t length = strcmp(real, "/") == 0 ? 0 : strlen(real);
    for (; *secret; secret++)
        if (realpath(*secret, kept) && strncmp(kept, real, length) == 0 &&
            (kept[length] == '/' || !kept[length]))
            return *secret;
    return NULL;
}

/* Starts the program so that ld.so only lists its libraries, and libcuda.so.1 among them. */
static FILE *list_libraries(const char *program, pid_t *child)
{
    int ends[2];
    if (pipe(ends) < 0)
        return NULL;
    *child = fork();
    if (*child == 0) {
        setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
        setenv("LD_PRELOAD", "libcuda.so.1", 1);
        dup2(ends[WRITE], 1);
        close(2); /* that there is no libcuda.so.1 */
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    close(ends[WRITE]);
    return *child < 0 ? NULL : fdopen(ends[READ], "r");
}

static void add_once(char **list, const char *text)
{
    int i = 0;
    while (list[i] && strcmp(list[i], text) != 0)
        i++;
    if (!list[i] && i < SANDBOX_FOLDERS && !(list[i] = strdup(text)))
        abort();
}

/* Adds the folder of a library, and the one that it lies in where its name is a link. */
static int add_folders(struct sandbox_libraries *found, const char *path, const char *const *secret,
                       char why[512])
{
    char named[PATH_MAX], real[PATH_MAX], folder[PATH_MAX];
    snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(path, '/') - path), path);
    if (*path != '/' && realpath(folder, named)) /* a relative entry of LD_LIBRARY_PATH */
        strcpy(folder, named);
    if (!realpath(path, real))
        return sandbox_fail(why, "%s: %s", path, strerror(errno));
    *strrchr(real, '/') = 0;
    const char *shown = sandbox_shows(folder, secret);
    if (shown || (shown = sandbox_shows(real, secret)))
        return sandbox_fail(
            why,
            "%s: to load it, a submission must read its folder, where %s lies, too; "
            "the library needs a folder of its own",
            path, shown);
    add_once(found->folders, folder);
    add_once(found->folders, real);
    return 0;
}

/* The entries of LD_LIBRARY_PATH that are needed, in their order. */
static void keep_path(struct sandbox_libraries *found)
{
    const char *given = getenv("LD_LIBRARY_PATH");
    char *copy = strdup(given ? given : ""), path[8192] = "LD_LIBRARY_PATH=";
    size_t empty = strlen(path);
    char *rest = copy;
    for (const char *entry; (entry = strsep(&rest, ":;"));) {
        char real[PATH_MAX], *const *folder = found->folders;
        if (!realpath(*entry ? entry : ".", real))
            continue;
        size_t length = strlen(real), used = strlen(path);
        for (; *folder; folder++) { /* or in one below, as glibc-hwcaps/x86-64-v3 */
            char at[PATH_MAX];
            if (realpath(*folder, at) && strncmp(at, real, length) == 0 &&
                (at[length] == '/' || !at[length]))
                break;
        }
        if (*folder)
            snprintf(path + used, sizeof(path) - used, "%s%s", used > empty ? ":" : "", real);
    }
    free(copy);
    if (path[empty])
        add_once(found->environment, path);
}

static void keep_variable(struct sandbox_libraries *found, const char *name)
{
    char text[1024];
    if (getenv(name) && snprintf(text, sizeof(text), "%s=%s", name, getenv(name)) < 1024)
        add_once(found->environment, text);
}

/* A line of the list: "libm.so.6 => /lib/libm.so.6 (0x7f...)", or without the arrow. */
static int read_line(struct sandbox_libraries *found, const char *line, const char *const *secret,
                     char why[512])
{
    char name[256] = "",
         path[PATH_MAX] = "./"; /* an empty entry of LD_LIBRARY_PATH adds no folder */
    if (sscanf(line, " %255s => %4000[^\n]", name, path + 2) != 2 &&
        sscanf(line, " %4000[^\n]", path + 2) != 1)
        return 0;
    if (strncmp(path + 2, "not found", 9) == 0)
        return sandbox_fail(
            why,
            "%s: not found; load the toolkit's module, or set LD_LIBRARY_PATH to its "
            "folder",
            name);
    char *address = strstr(path, " (0x");
    if (address)
        *address = 0;
    if (strncmp(name, "libcublas.so", 12) == 0)
        snprintf(found->cublas, sizeof(found->cublas), "%.63s", name);
    if (strchr(path + 2, '/'))
        return add_folders(found, path + 2, secret, why);
    return access(path, F_OK) < 0 ? 0 : add_folders(found, path, secret, why); /* 0: the kernel's */
}

int sandbox_libraries(const char *program, const char *const *secret,
                      struct sandbox_libraries *found, char why[512])
{
    char line[2 * PATH_MAX];
    int fault = 0, status = 0;
    pid_t child;
    FILE *list = list_libraries(program, &child);
    memset(found, 0, sizeof(*found));
    if (!list)
        return sandbox_fail(why, "%s: %s", program, strerror(errno));
    while (fgets(line, sizeof(line), list))
        fault = fault ? fault : read_line(found, line, secret, why);
    fclose(list);
    if (waitpid(child, &status, 0) == child && status && !fault)
        fault = sandbox_fail(why, "%s: ld.so cannot list its libraries", program);
    keep_path(found);
    keep_variable(found, "CUDA_VISIBLE_DEVICES");
    keep_variable(found, "CUDA_DEVICE_ORDER");
    return fault;
}
