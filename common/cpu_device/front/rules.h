/* CPU device: what the files of rules share. Rules are in rules.c, calls.c, objects.c, includes.c,
 * arrays.c and steps.c; a token is a number, its place in `tokens`. */
#ifndef CPU_DEVICE_RULES_H
#define CPU_DEVICE_RULES_H

#include "rewrite.h"

/* said.c */
extern int errors;         /* how many were said */
extern bool macros_depend; /* a #define depends on __CUDA_ARCH__: a macro may mean __device__ */
void read_archs(
    const char *file); /* finds the lines between its #if ... __CUDA_ARCH__ and #endif */
bool depends_on_arch(size_t i);
void place(size_t i, bool error);         /* begins a message at token i: an error, or a warning */
void refuse(size_t i, const char *words); /* a whole one, in English */
const char *quoted(size_t i);             /* the token's text; the last four stay */
const char *space_of(const struct function *f);
/* Token i calls a function of the host, of that name and kind; the advice comes last. */
void say_host_call(size_t i, const char *called, const char *kind, const struct function *f,
                   const char *advice);

/* uses.c */
bool same_tokens(size_t a, size_t b, size_t n); /* n tokens from a, and from b */
bool stored(size_t i); /* the statement stores to the variable at token i, or to a part of it */
bool always_called(size_t i, size_t from, size_t to); /* wherever its name stands from .. to */
bool unevaluated(size_t i,
                 size_t from);   /* an operand of sizeof or its like, in what begins at `from` */
size_t call_open(size_t i);      /* the ( of a call of the name at token i; or 0 */
bool in_foreign_scope(size_t i); /* behind an a:: that the program does not define */
/* Is the function declared at token i, or anywhere by this name, with a word that begins with _ and
 * is not CUDA's, _global_? The compiler will say so. */
bool is_misspelt_at(size_t i);
bool is_misspelt(size_t name);

/* objects.c */
/* The type's name of the variable that the function around it declares as the name at token i, and
 * how many * and [] that has; 0 if it is not known. */
size_t type_of(size_t i, size_t *depth);
/* Does device code at the type's name i make an object by a constructor of the host's? */
void check_constructor(size_t i, const struct function *f);
/* Does code from token `from` make one by a constructor of the device's? */
bool makes_device_object(size_t i, size_t from);
void check_overrides(size_t i); /* of the class whose `struct` or `class` is token i */
void check_operator(size_t i, const struct function *f);

/* calls.c */
void check_device_function(const struct function *f);
void check_host_functions(void);
void warn_of_shadows(void); /* a variable of the device that the host reads by its name */
void warn_of_no_symbol(size_t i);

/* lambdas.c */
void check_lambdas(size_t open); /* among the arguments of the launch whose ( it is */
void check_lambda(size_t i);     /* if token i is the __device__ of one */

/* includes.c */
bool is_own_file(const char *file); /* not one of the system's or the CPU device's */
void check_includes(void);

/* steps.c */
void note_warp_synchronous(const struct function *f);

/* arrays.c */
void warn_of_arrays(const struct function *f);

#endif
