/* The program's own symbols, and how nvcc names what g++ names otherwise. */
#ifndef PTX_SYMBOLS_H
#define PTX_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct program_symbol {
    char *name; /* as nvcc would have it: see symbol_common_name */
    uintptr_t address;
    size_t size;
    bool function;
};

/* The symbols of the running program, sorted by address; read once. */
const struct program_symbol *program_symbols(size_t *count);

/* The name of the function in which the address lies; NULL if there is none. */
const char *program_function_at(const void *address);

/* A mangled name without what the two compilers write differently: the mark of a static name, the
 * namespace without a name, a clone's ending. `to` has room for the name. */
void symbol_common_name(const char *name, char *to);

#ifdef __cplusplus
}
#endif

#endif
