/* CPU device: turns preprocessed CUDA C++ into plain C++.
 *
 *   g++ -E ... lab.cu | rewrite | g++ -x c++-cpp-output ...
 *   ... | rewrite --header FILE      what a compiled header declares: read, and not copied
 *   ... | rewrite --launches FILE    lists the launches in FILE
 *   rewrite --merge FILE             before all this: the pass for the device is FILE; see arch.c
 *   rewrite --explain FILE HEADERS   what g++ then says; see explain.h
 *
 * It works on the preprocessor's output, where macros are expanded and headers are in their place,
 * so launches in macros and headers are ordinary text. Only these things are changed; all else is
 * copied, and no newline is added or lost, so that messages keep naming the student's line:
 *
 *   kernel<<<grid, block>>>(args)     a call of cpu_device::launch (see launch.h)
 *   __shared__ T x[n];                static thread_local T x[n]; its size is checked
 *   extern __shared__ T x[];          a pointer into the block's dynamic shared memory
 *   __global__ __device__ __host__ ...    attributes or nothing
 *   while (*flag == 0);               the same, and lets other threads run (see spin)
 *   derived_cast(...) {               in Thrust, also waits for the device
 *   cudaFree(d);                      after a word that notes whether it failed (see unlooked)
 *   cudaLaunchKernel((void *)kernel   without the cast, so that the parameters' types are known
 *
 * What would otherwise compile into something else becomes an error at its line: a launch inside
 * device code, PTX in asm, a kernel called like a function, an initialised __shared__ variable. */
#include <stdlib.h>
#include <string.h>
#include "explain.h"
#include "rewrite.h"

struct options options = { .warnings = true };
FILE *launches;

/* The text of the header in that file, before the program; its length. */
static size_t read_header(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        exit(2);
    }
    size_t length = read_all(f);
    fclose(f);
    return length;
}

int main(int argc, char **argv)
{
    size_t program = 0; /* where it begins in the text */
    if (argc > 2 && !strcmp(argv[1], "--explain")) {
        explain(stdin, stdout, fopen(argv[2], "r"), argv + 3);
        return 0;
    }
    if (argc > 2 && !strcmp(argv[1], "--merge"))
        return merge_passes(stdin, fopen(argv[2], "r")) ? 0 : 1;
    for (int i = 1; i < argc; i++) {
        options.check |= !strcmp(argv[i], "--check");
        options.traffic |= !strcmp(argv[i], "--traffic");
        options.debug |= !strcmp(argv[i], "--debug");
        options.clang |= !strcmp(argv[i], "--clang");
        options.ptx |= !strcmp(argv[i], "--nvcc-ptx");
        options.relaxed |= !strcmp(argv[i], "--expt-relaxed-constexpr");
        options.warnings &= strcmp(argv[i], "-w") != 0;
        options.whole |= !strcmp(argv[i], "--whole");
        options.forced_include |= !strcmp(argv[i], "--include");
        if (!strcmp(argv[i], "--launches") && i + 1 < argc)
            launches = fopen(argv[++i], "w");
        else if (!strcmp(argv[i], "--header") && i + 1 < argc)
            program = read_header(argv[++i]);
    }
    read_all(stdin);
    tokenize();
    if (!check_headers())
        return 1;
    bool balanced = match_brackets();
    find_all();
    if (balanced && check_rules())
        return 1;
    write_all(program);
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
