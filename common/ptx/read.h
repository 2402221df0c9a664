/* Reading PTX: what read.c (the text: names, declarations) and decode.c (one instruction) share. */
#ifndef PTX_READ_H
#define PTX_READ_H

#include <setjmp.h>
#include "ptx.h"

struct word { /* a stretch of the text */
    const char *at;
    size_t length;
};

enum symbol_kind {
    REGISTERS,
    ONE_REGISTER,
    LOCAL_VARIABLE,
    FORMAL,
    OF_CALL,
    SHARED_VARIABLE,
    DYNAMIC_VARIABLE,
    MODULE_VARIABLE
};

struct symbol {
    struct word name; /* of REGISTERS: what stands before the number */
    enum symbol_kind kind;
    bool predicate;
    uint32_t first, count; /* registers */
    uint32_t offset, size; /* variables; MODULE_VARIABLE: offset is its number */
};

enum argument_kind { REGISTER, PREDICATE, NUMBER, PARAMETER, LABEL, SINK };

struct argument {
    enum argument_kind kind;
    operand o;
    struct word name; /* LABEL: of a label or a function */
    bool of_call;     /* PARAMETER: of a function that is called, not of its own */
    uint32_t offset, size;
};

#define MOST_ARGUMENTS 64

struct arguments {
    struct argument a[MOST_ARGUMENTS];
    unsigned count, groups, group[8]; /* how many in each group */
    bool has_address;
    unsigned address;        /* which */
    unsigned second_address; /* of a copy, or 0 */
    int64_t offset, second_offset;
    bool pair; /* a|b */
};

struct label {
    struct word name;
    uint32_t at;
};

struct reader {
    const char *p;
    struct module *module;
    jmp_buf broken;
    char *words;
    size_t words_size;
    const char *begin;
    const char *counted; /* up to here lines are counted */
    uint32_t text_line;  /* how many they are */
    struct symbol *symbols;
    unsigned symbol_count;
    struct label *labels; /* of this function, */
    unsigned label_count;
    struct label *jumps; /* and who goes there: `at` is the instruction */
    unsigned jump_count;
    struct label *tables; /* of brx: at is an index into targets */
    unsigned table_count;
    struct word *targets;
    unsigned target_count;
    struct function *function;
    uint32_t shared_bytes; /* of the module */
    struct source_line where;
    struct { /* the last .loc for each place, and which line it stands for */
        uint32_t file, line, column;
        struct source_line means;
    } * places;
    unsigned place_count;
    struct label *calls; /* who calls whom: `at` is the instruction */
    unsigned call_count;
    bool has_entries;
    uint32_t *slots; /* of a hash table of constants */
    uint32_t slot_count;
};

_Noreturn void broken(struct reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Memory of the module's, zeroed. */
void *take(struct module *m, size_t size);
char *copy_word(struct module *m, struct word w);
/* An array with room for one more: `count` are there. */
void *room(struct module *m, void *array, unsigned count, size_t size);
bool same(struct word w, const char *s);
operand constant(struct reader *r, uint64_t value);
operand hidden_register(struct reader *r);
enum type type_of(struct word w); /* without its dot; NO_TYPE: it is none */

/* Decodes one instruction, whose mnemonic this is. */
void decode(struct reader *r, struct word mnemonic, operand guard, struct arguments *a);
void decode_call(struct reader *r, struct word mnemonic, operand guard);
void finish_calls(struct reader *r); /* when all functions are there */

/* text.c: words of the text. */
struct whole_module { /* what ptx_read allocates */
    struct module module;
    struct block_of_memory *memory;
};
bool same_word(struct word a, struct word b);
void skip_space(struct reader *r);
bool take_sign(struct reader *r, char c);
void expect(struct reader *r, char c);
struct word read_name(struct reader *r);
struct word read_dotted(struct reader *r); /* with dots and colons */
bool take_directive(struct reader *r, const char *name);
uint64_t read_number(struct reader *r);
void skip_line(struct reader *r);
void skip_statement(struct reader *r);
enum type read_type(struct reader *r);

/* names.c: registers, variables, constants, functions. */
struct declared {
    struct word name;
    uint32_t size, align;
    enum type type;
    bool open; /* [] */
};
struct symbol *add_symbol(struct reader *r, struct word name, enum symbol_kind kind);
struct symbol *find_symbol(struct reader *r, struct word name);
bool numbered(struct word name, const struct symbol *s, uint32_t *number); /* %r12: 12 */
void read_registers(struct reader *r);
struct declared read_declared(struct reader *r);
uint32_t lay_out(uint32_t *used, const struct declared *d);
uint32_t round_up(uint32_t n, uint32_t to);
void read_module_variable(struct reader *r, enum space space);
void read_shared(struct reader *r, bool outside);
void read_own(struct reader *r, enum symbol_kind kind, uint32_t *used);
operand variable_address(struct reader *r, uint32_t variable);
struct instruction *add_instruction(struct reader *r, const char *name); /* behind the others */

#endif
