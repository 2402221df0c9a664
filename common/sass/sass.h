/* What ptxas made of a kernel: the text of `nvdisasm -gi -gp -c`, read into functions and
 * instructions. Knows nothing of who made the text or what it is wanted for. */
#ifndef SASS_SASS_H
#define SASS_SASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct sass_instruction {
    uint32_t address;     /* in its function, bytes */
    const char *guard;    /* "@!P1", or "" */
    const char *name;     /* with its suffixes: "LDS.U.128" */
    const char *operands; /* "R4, [R21+0x10]" */
    const char *file;     /* of the source: the innermost line that is not the toolkit's own; */
    uint32_t line;        /* null and 0: not known */
    uint32_t ptx_line;    /* line of the PTX that it was made from, 0: not known */
    int32_t target;       /* of a branch: an instruction of this function; -1: none */
    int32_t meets;        /* of a BSSY: the one that its threads go on with after BSYNC; -1: none */
};

struct sass_function {
    const char *name;   /* as the linker knows it */
    unsigned registers; /* 0: the text does not say */
    bool is_kernel;     /* or one that kernels call */
    struct sass_instruction *code;
    uint32_t count;
};

struct sass {
    unsigned arch; /* 75 */
    struct sass_function *functions;
    unsigned count;
    char *text; /* what the names above point into */
};

/* Reads the whole text. NULL: it is not what nvdisasm prints, and `words` says why. */
struct sass *sass_read(FILE *in, char *words, size_t size);
void sass_free(struct sass *s);

enum sass_space { SASS_GENERIC, SASS_GLOBAL, SASS_SHARED, SASS_LOCAL };
enum sass_access { SASS_LOAD, SASS_STORE, SASS_ATOMIC, SASS_COPY };

struct sass_request {
    enum sass_space space;
    enum sass_access access; /* SASS_COPY: from global to shared memory */
    unsigned bytes;          /* that a thread asks for */
};

/* Does the instruction access memory (constants and textures left out), and how? */
bool sass_request_of(const struct sass_instruction *i, struct sass_request *r);

/* In how many loops an instruction stands: branches back to it or before it, from it or behind it,
 * each place that they go to once. */
unsigned sass_depth(const struct sass_function *f, uint32_t instruction);

/* The array with room for one more than `count` items. It grows when the count is a power of 2. */
void *sass_room(void *array, uint32_t count, size_t size);

#endif
