/* CPU device: what the parts of the rewriter share. rewrite.c reads the text, finds kernels and
 * launches and writes C++; rules.c says what nvcc would refuse. */
#ifndef CPU_DEVICE_REWRITE_H
#define CPU_DEVICE_REWRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum kind { END, NAME, NUMBER, STRING, PUNCTUATION };

struct token {
    enum kind kind;
    size_t start, end; /* in the text */
    size_t match;      /* of a bracket: the index of its partner, or 0 */
    int line;
    const char *file;
    bool device;     /* in the body of a __global__ or __device__ function */
    bool function;   /* in the body of any function */
    size_t launch;   /* first token of a launch: the index of its <<<, or 0 */
    bool foreign;    /* from a system header or one of the CPU device's own */
    bool declared;   /* the name in a kernel's declaration */
    bool inlined;    /* the __global__ of a kernel's definition */
    bool not_void;   /* the __global__ of a function that returns something */
    size_t ends;     /* the } of a kernel's body: the number of the kernel, from 1 */
    bool kernel;     /* in the body of a kernel */
    bool waits;      /* the { of a function of Thrust that waits for the device */
    size_t variable; /* the ; of a __device__ variable's declaration: its first token, or 0 */
};

/* A __global__ or __device__ function with a body; all are indices of tokens. */
struct function {
    size_t first;          /* of its declaration */
    size_t name, open;     /* the name, the ( of its parameters */
    size_t body, end;      /* { and } */
    bool global, host_too; /* __global__; __host__ __device__ */
    bool is_template;
};

struct kernel {
    char *name, *parameters;
    bool shared_name; /* other functions have it, too: a call may mean them */
    bool generic;     /* a template, overloaded, or with default arguments */
    bool overloaded;
    size_t open; /* the ( of its first declaration */
};

extern char *text;
extern struct token *tokens;
extern size_t count;
extern struct function *functions;
extern size_t function_count;
extern char **files; /* that were read, headers too */
extern size_t file_count;
extern FILE *launches; /* for cucc: the launches and what they launch */

void *grow(void *p, size_t size);
char *copy(size_t start, size_t end); /* text[start .. end-1] */
bool is(size_t i, const char *s);
bool is_one_of(size_t i, const char *const *words); /* which end with NULL */
bool same_name(size_t i, size_t name);
size_t template_open(size_t i);   /* of a > that closes a template list: its <, or 0 */
bool is_statement_word(size_t i); /* if, return, ... */
struct kernel *find_kernel(size_t name);
bool is_triple(size_t i, const char *c);
int column(size_t i);
size_t config_end(size_t open); /* of the <<< of a launch: its >>> */

/* Says on stderr what nvcc would refuse, and warns. Returns the number of errors. */
struct rules {
    bool relaxed;        /* --expt-relaxed-constexpr */
    bool warnings;       /* no -w */
    bool whole;          /* the source is the whole program */
    bool forced_include; /* -include */
};
int check_rules(const struct rules *rules);

#endif
