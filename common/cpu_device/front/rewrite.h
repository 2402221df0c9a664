/* CPU device: what the files of the rewriter share. Tokens are named by their index. */
#ifndef CPU_DEVICE_REWRITE_H
#define CPU_DEVICE_REWRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- rewrite.c: how it was called ------------------------------------------------------------ */

struct options {
    bool check;          /* --check: for the bug finder */
    bool traffic;        /* --traffic: for the traffic counters */
    bool relaxed;        /* --expt-relaxed-constexpr */
    bool debug;          /* --debug: a debugger stops in kernels and steps over barriers */
    bool ptx;            /* --nvcc-ptx: kernels run by nvcc's PTX */
    bool clang;          /* --clang: for clang++ */
    bool warnings;       /* no -w */
    bool whole;          /* the source is the whole program */
    bool forced_include; /* -include */
};
extern struct options options;
extern FILE *launches; /* for explain.c: the launches and what they launch; or NULL */

/* ---- tokens.c: the text and its tokens ------------------------------------------------------- */

enum kind { END, NAME, NUMBER, STRING, PUNCTUATION };

struct token {
    enum kind kind;
    size_t start, end; /* in the text */
    size_t match;      /* of a bracket: its partner, or 0 */
    int line;
    const char *file;
    bool foreign; /* from a system header or one of the CPU device's own */
    struct {
        bool function; /* of any kind */
        bool device;   /* __global__ or __device__ */
        bool kernel;   /* __global__ */
    } in;              /* the body of a function that is ... */
    struct {
        size_t launch;        /* on the first token of a launch: its <<< */
        size_t step;          /* on the = and the ; of a step of a warp: its first token */
        size_t variable;      /* on the ; after a __device__ variable: its __device__ */
        bool begins_variable; /* on the first token of such a declaration */
        bool unmade;          /* on the __shared__ of an object that no constructor makes */
        bool kernel_name;     /* on the name in a kernel's declaration */
        size_t kernel_body;   /* on the __global__ of a kernel: the { of its body */
        bool returns_value;   /* on the __global__ of a function that is not void */
        size_t kernel; /* on the last token of a kernel's declaration: the ( of its parameters */
    } mark;            /* what find.c found, on one of its tokens */
};

extern char *text;
extern struct token *tokens; /* the first, 0, is none of the program's; the last has the kind END */
extern size_t count;
extern char **files; /* that were read, headers too */
extern size_t file_count;

struct inclusion {
    const char *header, *file; /* file includes header */
    int line;
};
extern struct inclusion *inclusions; /* with those that only return from a header */
extern size_t inclusion_count;

void *grow(void *p, size_t size);
char *copy(size_t start, size_t end); /* text[start .. end-1] */

void start_over(void);    /* with another text */
size_t read_all(FILE *f); /* adds it to the text; returns the text's length */
void tokenize(void);
bool match_brackets(void); /* false if one has no partner of its kind: the compiler will say so */

bool is(size_t i, const char *s);
bool is_one_of(size_t i, const char *const *words); /* which end with NULL */
bool same_name(size_t i, size_t name);
bool begins(size_t i, const char *s);    /* with s, and goes on */
bool is_triple(size_t i, const char *c); /* three of the character c, as in <<< */
bool in_file(size_t i, const char *end); /* of the file's name */
int column(size_t i);                    /* in its line, from 1 */

bool is_colons(size_t i);        /* the :: of a::b */
bool is_member_access(size_t i); /* the . or -> of a.b, a->b */

bool is_type_word(size_t i);      /* int, const, ... */
bool is_statement_word(size_t i); /* if, return, ... */
bool is_device_word(size_t i);    /* __device__, __constant__, __managed__ */

size_t after(size_t i);           /* the token after i, or after the bracket that i opens */
size_t after_part(size_t i);      /* also after an attribute's or template's arguments */
size_t attribute_end(size_t i);   /* the ) of an __attribute__(()) or alignas() at i; or i */
size_t template_open(size_t i);   /* of a > that closes a template list: its <, or 0 */
size_t before_template(size_t i); /* the token before the template list that i closes, else i */
size_t template_close(size_t i);  /* of a template list that begins after i: its >, or 0 */
bool begins_statement(size_t i);  /* after ; { } and [[attributes]] */
size_t statement_begin(size_t i); /* its first token */
size_t statement_end(size_t i);   /* the ; */
bool statement_has(size_t from, size_t to, const char *word); /* outside of brackets */

/* ---- find.c: kernels, device functions, launches, declarations ------------------------------- */

/* A __global__ or __device__ function with a body; all are indices of tokens. */
struct function {
    size_t first;          /* of its declaration */
    size_t name, open;     /* the name, the ( of its parameters */
    size_t body, end;      /* { and } */
    bool global, host_too; /* __global__; __host__ __device__ */
    bool is_template;
};
extern struct function *functions;
extern size_t function_count;

struct kernel {
    char *name, *parameters;
    bool shared_name; /* other functions have it as well: a call may mean them */
    bool hidden_name; /* so may functions of a header, by the types of their arguments */
    bool generic;     /* a template, overloaded, or with default arguments */
    bool overloaded;
    bool braces;    /* is launched with an argument in braces, whose type the kernel says */
    size_t open;    /* the ( of its first declaration */
    size_t without; /* the name where the same function stands without __global__; 0: nowhere */
};
extern bool launches_by_address; /* the program names cudaLaunchKernel */

void find_all(void);
struct kernel *find_kernel(size_t name);
const struct function *
kernel_around(size_t i); /* in whose body i stands, braces included; or NULL */
const struct function *function_around(size_t i); /* the same for any function of the device */
size_t first_specifier(size_t i); /* of a function, before its specifier i, attributes included */
bool names_parameter(size_t i);   /* among a function's parameters: the name of one */
size_t parameters_open(size_t i); /* after the specifier i: the ( of a function; 0 of a variable */
size_t config_end(size_t open);   /* of the <<< of a launch: its >>> */
bool is_launch_function(size_t i);
bool is_static_local(size_t i); /* the static of a variable in device code, not in shared memory */
bool has_braces(size_t open);   /* among the arguments whose ( it is */
bool in_class(size_t i);        /* and not in a namespace or a function */
size_t brace_around(size_t i);  /* the { around token i, 0 if there is none */
bool after_template_head(size_t i); /* does the declaration of the specifier i begin with one? */
size_t brace_word(size_t i); /* of a {: the namespace, class, struct, union, enum or "C" before it;
                              * or 0, it is a function's */

/* In a statement that declares variables, as `float *x[4], y;` */
size_t first_declared(size_t i); /* the first name from i on, or 0 */
size_t declared_name(size_t i);  /* the name in the declarator that begins at i */
size_t declarator_end(size_t i); /* the , or ; after the declarator of the name i */

/* ---- put.c: parts of the text, on stdout ----------------------------------------------------- */

void put_begins(size_t program);    /* at this byte of the text; before all others */
void put(size_t start, size_t end); /* of the text */
void put_token(size_t i);
void put_gap(size_t i);                /* the white space before token i */
void put_gaps(size_t from, size_t to); /* between the tokens: newlines and line markers */
void put_flat(size_t from, size_t to); /* the tokens from .. to-1 on one line */
void put_error(const char *words);     /* an error of the compiler's, here */
void put_reason(const char *words);    /* the same, after static_assert( and its condition */
void put_back(size_t i);               /* what comes next has the line and column of token i, */
void put_back_after(size_t i);         /* or of the place after it */

/* ---- shared.c: __shared__ variables ---------------------------------------------------------- */

bool shared_statement(size_t i);
size_t put_shared(size_t from); /* returns the token after the statement */

/* ---- asm.c: PTX ------------------------------------------------------------------------------ */

size_t put_asm(size_t i); /* returns the statement's last token */

/* ---- constant.c: __constant__ variables ------------------------------------------------------ */

void put_constant_limit(void); /* after the program: are they too large? */

/* ---- arithmetic.c: what a GPU computes otherwise ----------------------------------------------
 */

size_t put_shift(size_t i);      /* all return the last token that they stand for, or 0 */
size_t put_conversion(size_t i); /* and write nothing */
size_t put_stored(size_t i);

/* ---- write.c: the program, rewritten --------------------------------------------------------- */

void write_all(size_t program); /* from the text's byte `program` on */

/* ---- ptx.c: kernels that run by nvcc's PTX --------------------------------------------------- */

size_t put_ptx_call(size_t i); /* in place of the body that begins at i; returns its last token */

/* ---- arch.c: what depends on __CUDA_ARCH__ ------------------------------------------------------
 */

bool merge_passes(FILE *host, FILE *device); /* on stdout; false, and says it, if it cannot */

/* ---- rules.c: what nvcc would refuse --------------------------------------------------------- */

bool check_headers(void); /* false if the program includes one that is not available */
int check_rules(void);    /* says it on stderr, and warns; returns the number of errors */

#endif
