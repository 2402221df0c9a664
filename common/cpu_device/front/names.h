/* CPU device: what names are declared as, for rules.c. There is no C++ parser: all declarations of
 * a name in the program and in its headers count, whatever they declare and wherever. */
#ifndef CPU_DEVICE_NAMES_H
#define CPU_DEVICE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum {
    /* in the program */
    HOST = 1 << 0,           /* a function of the host, */
    HOST_CONSTEXPR = 1 << 1, /* one that is constexpr, */
    HOST_MEMBER = 1 << 2,    /* one that is a member of a class */
    DEVICE = 1 << 3,         /* a __device__ function */
    BOTH = 1 << 4,           /* a kernel, or a __host__ __device__ function */
    OTHER = 1 << 5,          /* outside of functions: a type, a variable, a namespace */
    OWN = HOST | DEVICE | BOTH | OTHER,
    SCOPE = 1 << 6,            /* a namespace or class */
    VARIABLE = 1 << 7,         /* outside of functions: a variable of the host that is not const, */
    CONST_ARRAY = 1 << 8,      /* a const array of the host, */
    CONSTEXPR_ARRAY = 1 << 16, /* or a constexpr one; */
    CONSTANT = 1 << 17,        /* another const or constexpr variable of the host, or of a class; */
    NO_VARIABLE = 1 << 9,      /* a variable of the device; or a member of a class */
    VARIABLES = VARIABLE | CONST_ARRAY | CONSTEXPR_ARRAY | CONSTANT | NO_VARIABLE,
    /* in a header */
    KNOWN = 1 << 10,         /* a function that CUDA has in device code */
    MATH = 1 << 11,          /* a function of C's mathematics, which device code also has */
    C_FUNCTION = 1 << 12,    /* another one of C's, or one of CUDA's for the host alone */
    STD = 1 << 13,           /* a function in namespace std, */
    STD_CONSTEXPR = 1 << 14, /* one that is constexpr */
    FOREIGN = 1 << 15        /* a function in another namespace */
};

void collect_names(void);
unsigned what_is(size_t i);    /* the name of token i: a sum of the above */
bool may_declare(size_t i);    /* the name at token i, as a local variable or a parameter */
size_t declared_at(size_t i);  /* where the function around it declares the name at token i; or 0 */
size_t before_comma(size_t i); /* the first token of the statement with the comma i between its
                                * declarators; or 0 */
size_t called_around(size_t i); /* the name before the ( around token i; 0: of no call */
/* Does host code mean its shadow of a variable or a function of the device (run/shadows.cpp)? */
bool means_shadow(size_t i);
/* Is it a variable of the host, in the place of the symbol that a call of CUDA's needs? */
bool is_no_symbol(size_t i);
bool names_std(size_t i); /* std::name, or a plain name after `using namespace std` */

/* classes.c: what runs by itself when the variable of token `name` is made, or ends: a sum of
 * these.
 */
enum { CONSTRUCTS = 1, DESTROYS = 2, HAS_VIRTUAL = 4 };
size_t class_open(size_t name); /* the { of the class that it names, if the program defines it */
unsigned runs_by_itself(size_t name);
/* Its class has constructors, but none without arguments; or none with arguments that is constexpr.
 */
enum { WITHOUT_DEFAULT = 1, BY_CODE = 2 };
unsigned made_by(size_t name);
bool is_private_in(size_t i, size_t open); /* token i, in the class whose { is `open` */
bool is_private_type(
    size_t type); /* a class or enum of that name, in a class, wherever it stands */

#endif
