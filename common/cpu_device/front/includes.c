/* CPU device: headers that are not available, and calls without theirs. */
#include "rules.h"

#include <stdio.h>
#include <string.h>
#include "names.h"
#include "words.h"

/* Does the program include a header of CUDA's own, found on this machine? It needs what the CPU
 * device does not have. */
bool check_headers(void)
{
    static const char *const parts[] = { "/cub/",
                                         "/cuda/std/",
                                         "/cuda/atomic",
                                         "/cuda/barrier",
                                         "/curand",
                                         "/cublas",
                                         "/cufft",
                                         "/cusparse",
                                         "/cusolver",
                                         "/cudnn",
                                         "/nccl",
                                         "/mma.h",
                                         "/cuda_pipeline",
                                         "/nvToolsExt",
                                         "/nvtx3/",
                                         "/texture_",
                                         "/surface_",
                                         "/nvrtc.h",
                                         "/cooperative_groups.h",
                                         "/cooperative_groups/",
                                         "/cuda_fp16.h",
                                         "/cuda_bf16.h",
                                         "/cuda_fp4.h",
                                         "/cuda_fp6.h",
                                         "/cuda_fp8.h",
                                         "/cuda_gl_interop.h",
                                         "/cuda_occupancy.h",
                                         "/cuda_awbarrier",
                                         "/cuda_surface_types.h",
                                         "/cuda_texture_types.h",
                                         NULL };
    for (size_t k = 0; k < inclusion_count; k++) {
        const struct inclusion *in = &inclusions[k];
        size_t n = strlen(in->header);
        if (n > 3 && !strcmp(in->header + n - 3, ".cu"))
            continue;
        for (const char *const *part = parts; *part; part++) {
            const char *at = strstr(in->header, *part);
            if (at && !strstr(in->header, "/cpu_device/")) {
                fprintf(stderr, "%s:%d: error: %s is not available on the CPU device\n", in->file,
                        in->line, at + 1);
                return false;
            }
        }
    }
    return true;
}

bool is_own_file(const char *file)
{
    return file[0] != '<' && strncmp(file, "/usr/", 5) && !strstr(file, "cpu_device/");
}

static bool is_listed(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name))
        names++;
    return *names;
}

/* Is it one of the program's own headers that was read? */
static bool is_own_header(const char *name)
{
    size_t n = strlen(name);
    for (size_t k = 0; k < file_count; k++) {
        size_t all = strlen(files[k]);
        if (is_own_file(files[k]) && all >= n && !strcmp(files[k] + all - n, name))
            return true;
    }
    return false;
}

/* Does the line include a header that may bring along stdio.h (if not `stdio`: assert.h)? */
static bool brings(const char *line, bool stdio)
{
    static const char *const neither[] = { "cuda.h",
                                           "cuda_runtime.h",
                                           "cuda_runtime_api.h",
                                           "device_launch_parameters.h",
                                           "math.h",
                                           "stdlib.h",
                                           "string.h",
                                           "time.h",
                                           "stdint.h",
                                           "stddef.h",
                                           "stdbool.h",
                                           "limits.h",
                                           "float.h",
                                           "cmath",
                                           "cstdlib",
                                           "cstring",
                                           "ctime",
                                           "cstdint",
                                           "cstddef",
                                           "climits",
                                           "cfloat",
                                           "vector",
                                           "sys/time.h",
                                           NULL };
    static const char *const no_assert[] = { "stdio.h", "cstdio", "iostream", "string",
                                             "iomanip", "chrono", NULL };
    char name[256];
    if (line[strspn(line, " \t")] != '#' || !strstr(line, "include"))
        return false;
    if (sscanf(line, " # include %*1[<\"]%255[^>\"]", name) != 1)
        return true;
    return !is_listed(name, neither) && (stdio || !is_listed(name, no_assert)) &&
           !is_own_header(name);
}

/* The CPU device's own header brings along stdio.h and assert.h, nvcc's does not. May the program
 * have them from a header that it includes? */
static bool may_include(bool stdio)
{
    bool found = false;
    for (size_t k = 0; k < file_count && !found; k++) {
        char line[4096];
        FILE *f = is_own_file(files[k]) ? fopen(files[k], "r") : NULL;
        if (!f && is_own_file(files[k]))
            return true; /* what it includes cannot be told */
        while (f && !found && fgets(line, sizeof line, f))
            found = brings(line, stdio);
        if (f)
            fclose(f);
    }
    return found;
}

void check_includes(void)
{
    static const char *const of_stdio[] = { "printf", "fprintf", "puts", NULL };
    bool stdio = !may_include(true), asserts = !may_include(false);
    for (size_t i = 1; i < count && (stdio || asserts); i++) {
        if (tokens[i].kind != NAME || !is(i + 1, "(") || !tokens[i].in.function ||
            !is_own_file(tokens[i].file) || depends_on_arch(i))
            continue;
        bool is_assert = is(i, "__assert_fail");
        if (is_assert ? !asserts
                      : !stdio || !is_one_of(i, of_stdio) || is_member_access(i - 1) ||
                            is_colons(i - 1) || what_is(i) & OWN)
            continue;
        place(i, true);
        fprintf(stderr, _("%s is undefined without #include <%s.h>\n"),
                is_assert ? "assert" : quoted(i), is_assert ? "assert" : "stdio");
        *(is_assert ? &asserts : &stdio) = false; /* once */
    }
}
