/* nvcc's PTX, run on the CPU: what the parts of the interpreter share.
 *
 * A warp runs one instruction at a time, for all of its lanes that stand there. So a register is a
 * row of 32 cells, one for each lane; a constant is such a row as well. A cell holds the value's
 * bits; whoever reads it takes as many of the low ones as its type has. A predicate is one number,
 * a bit a lane.
 */
#ifndef PTX_PTX_H
#define PTX_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LANES     32u
#define ALL_LANES 0xffffffffu

/* The highest byte of a generic address says where it points; the rest is the offset there. If it
 * is 0, this is an address of this process. */
#define SHARED_WINDOW (0x71ull << 56)
#define LOCAL_WINDOW  (0x72ull << 56)
#define PARAM_WINDOW  (0x73ull << 56)
#define WINDOW        (0xffull << 56)

enum space { GENERIC, GLOBAL, SHARED, LOCAL, CONSTANT, PARAM };

enum type {
    NO_TYPE,
    PRED,
    B8,
    B16,
    B32,
    B64,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16X2,
    BF16,
    BF16X2,
    F32,
    F64
};
unsigned type_bytes(enum type t);
static inline bool is_signed(enum type t) { return t >= S8 && t <= S64; }
static inline bool is_float(enum type t) { return t >= F16; }

struct warp;
struct instruction;

/* What an instruction does, for these lanes. */
typedef void operation(struct warp *w, const struct instruction *i, uint32_t lanes);

/* A register: its number. A constant: ~ its number. A predicate: its number, ~: not this one;
 * number 0 is never set. */
typedef int32_t operand;
#define ALWAYS ((operand)~0)

/* TABLE: brx. BARRIER: threads wait for their block; MEET: lanes for others of their warp. */
enum flow { STRAIGHT, BRANCH, TABLE, CALL, RETURN, EXIT, BARRIER, MEET };

/* What load, store, atomic and cvt have to know. */
enum atomic_of {
    ATOMIC_ADD,
    ATOMIC_MIN,
    ATOMIC_MAX,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_EXCH,
    ATOMIC_CAS,
    ATOMIC_INC,
    ATOMIC_DEC
};
enum rounding { NO_ROUNDING, RN, RZ, RM, RP, RNI, RZI, RMI, RPI };
enum comparison { EQ, NE, LT, LE, GT, GE, EQU, NEU, LTU, LEU, GTU, GEU, NUM, NAN_ };

struct instruction {
    operation *run;
    operation *inner;   /* of one that runs another in its own rounding mode */
    operand *o;         /* the operands, those of groups one after the other; results first */
    uint8_t count;      /* of them */
    uint8_t results;    /* of these: members of the first group, or 1 */
    operand guard;      /* runs where this predicate is set */
    uint8_t flow;       /* enum flow */
    uint8_t type, from; /* enum type; from: of what cvt reads */
    uint8_t space;      /* enum space */
    uint8_t vector;     /* 1, 2 or 4 */
    uint8_t rounding, saturate, comparison, mode; /* mode: of each operation its own */
    uint8_t joins;         /* setp: how the further predicate comes in: 0, 'a'nd, 'o'r, 'x'or */
    bool may_wait;         /* a loop that has it may be waiting for another thread */
    int64_t offset;        /* of an address, */
    int64_t second_offset; /* and of the second one */
    operand members;       /* MEET: the lanes that take part, a bit each */
    uint32_t target;       /* of a branch: the instruction's number */
    const struct function *callee;
    const struct call *call;
    const uint32_t *targets; /* of brx */
    uint32_t target_count;
    uint16_t file;
    uint32_t line;
    uint32_t text_line; /* of the PTX */
    const char *name;   /* its mnemonic */
};

/* A parameter or result of a function, in bytes of its block of parameters. */
struct place {
    uint32_t offset, size;
};

typedef void builtin(struct warp *w, const struct instruction *i, uint32_t lanes);

struct call { /* which of the caller's variables hold the arguments and the results */
    struct place *arguments, *results;
    unsigned argument_count, result_count;
    builtin *builtin; /* a function of CUDA's own, or null */
};

struct local_symbol { /* a register that holds the address of a variable of the frame */
    operand reg;
    uint32_t offset;
};

struct function {
    char *name;
    bool entry, defined;
    struct place *parameters, *results; /* of an entry: as the launch gives them */
    unsigned parameter_count, result_count;
    uint32_t first; /* instruction */
    uint32_t rows;  /* registers */
    uint32_t predicates;
    uint32_t formal_bytes; /* parameters and results of its own */
    uint32_t param_bytes;  /* and those of the functions that it calls */
    uint32_t local_bytes;
    uint32_t shared_bytes; /* static ones, those of functions that it calls included */
    struct local_symbol *locals;
    unsigned local_count;
};

struct fix { /* an address in an initial value */
    uint32_t offset;
    char *of;
    int64_t plus;
};

/* A variable outside of functions: .global, .const. */
struct variable {
    char *name;
    enum space space;
    uint32_t size, align;
    unsigned char *initial; /* or null */
    unsigned char *at;      /* where it lies: the host program's, or own */
    bool own;
    struct fix *fixes;
    unsigned fix_count;
};

struct source_line {
    uint16_t file;
    uint32_t line;
};

struct module {
    const char *text; /* that it was read from: the caller keeps it */
    struct instruction *code;
    uint32_t code_count;
    struct function **functions;
    unsigned function_count;
    struct variable *variables;
    unsigned variable_count;
    uint64_t *constants; /* one value for each row */
    uint32_t constant_count;
    uint8_t *is_symbol; /* of each constant: an address of the program's; see symbol_constants */
    uint32_t *symbol_constants; /* constants that are addresses: which of, and the variable */
    unsigned symbol_constant_count;
    char **files; /* by number */
    unsigned file_count;
};

/* The special registers: one is read by a mov of its own. */
enum special {
    TID_X,
    TID_Y,
    TID_Z,
    NTID_X,
    NTID_Y,
    NTID_Z,
    CTAID_X,
    CTAID_Y,
    CTAID_Z,
    NCTAID_X,
    NCTAID_Y,
    NCTAID_Z,
    LANEID,
    WARPID,
    NWARPID,
    SMID,
    NSMID,
    GRIDID,
    LANEMASK_EQ,
    LANEMASK_LE,
    LANEMASK_LT,
    LANEMASK_GE,
    LANEMASK_GT,
    DYNAMIC_SMEM_SIZE,
    TOTAL_SMEM_SIZE,
    CLOCK,
    CLOCK_HI,
    CLOCK64,
    GLOBALTIMER,
    SPECIALS,
    DYNAMIC_START /* where the dynamic shared memory begins */
};
extern const char *const special_names[SPECIALS];

/* ---- reading (read.c, decode.c) ------------------------------------------------------------ */

/* Reads a file of PTX, which stays where it is. NULL: it is broken; `words` says where and how. */
struct module *ptx_read(const char *text, char *words, size_t size);
void ptx_free(struct module *m);
struct function *ptx_find_function(const struct module *m, const char *name, size_t length);

/* ---- a block in flight --------------------------------------------------------------------- */

struct frame { /* of a function that a group of lanes runs */
    struct frame *caller, *free;
    const struct function *function;
    const struct instruction *call; /* that began it */
    uint32_t lanes;                 /* that are in it */
    unsigned depth;
    uint64_t *rows;
    size_t rows_there;
    uint32_t *predicates;
    size_t predicates_there;
    unsigned char *params; /* of each lane; of an entry its formal ones are the launch's */
    size_t params_there;
    uint32_t local_base; /* of its variables, in each lane's local memory */
};

struct copy { /* of cp.async, until its lane waits for it */
    const struct instruction *asked;
    uint64_t to;               /* in shared memory */
    const unsigned char *from; /* NULL: nothing is taken */
    uint8_t bytes, taken, lane;
    uint32_t group; /* how often the lane had committed before */
};

struct warp {
    struct block *block;
    uint64_t *constants; /* rows */
    struct frame *frame; /* of the lanes that run now */
    struct frame *frames[LANES];
    uint32_t pc[LANES];
    uint32_t live;         /* lanes that have not ended */
    uint32_t at_barrier;   /* of these: those that wait at a barrier, */
    uint32_t in_warp;      /* for lanes of their warp, */
    uint32_t aside;        /* or have waited for long: others first */
    uint32_t wants[LANES]; /* the lanes that one waits for */
    unsigned patience;
    unsigned number;
    const struct instruction *waits_in[LANES]; /* a barrier, */
    uint8_t waits_at[LANES];                   /* and its number */
    struct { /* local memory of a lane, and which of its bytes were written */
        unsigned char *bytes, *written;
        uint32_t size;
    } local[LANES];
    struct frame *unused; /* frames */
    struct copy *copies;  /* in flight, oldest first */
    size_t copy_count, copies_there;
    uint32_t groups[LANES]; /* how often each lane has committed */
};

struct barrier {
    unsigned come;     /* threads */
    unsigned expected; /* 0: all that live */
    unsigned yes;      /* of those that came: said so */
};

#define BARRIERS 16

/* A stretch of memory that kernels may touch. written: one byte for each, or null: all were. */
struct stretch {
    uintptr_t first;
    size_t size;
    unsigned char *written;
};

struct block {
    const struct module *module;
    const struct function *kernel;
    const char *name; /* as the program calls it */
    unsigned char *params;
    const struct stretch *memory; /* sorted */
    size_t memory_count;
    uint32_t grid[3], size[3], index[3];
    unsigned threads, warps_count, live;
    uint64_t launch; /* its number */
    unsigned char *shared, *shared_written;
    uint32_t shared_bytes, dynamic_bytes;
    struct barrier barriers[BARRIERS];
    struct warp warps[32];
    uint64_t *rows; /* of constants, and what pairs of halves need, */
    const struct module *rows_of;
    size_t rows_there;
    /* By instruction, or null: nobody counts. For cp.async's loads one more, code_count further. */
    struct tally *tallies;
    size_t shared_there;
    uint32_t dynamic_start;
    bool progress, spun;
    size_t last_hit;
};

/* Runs a block to its end. `b` has been used before, or is zeroed. */
void ptx_run_block(struct block *b);
void ptx_free_block(struct block *b);

static inline uint64_t *row_of(const struct warp *w, operand o)
{
    return o >= 0 ? w->frame->rows + (size_t)o * LANES : w->constants + (size_t)~o * LANES;
}

static inline uint32_t predicate_of(const struct warp *w, operand o)
{
    return o >= 0 ? w->frame->predicates[o] : ~w->frame->predicates[~o];
}

static inline void set_predicate(struct warp *w, operand o, uint32_t lanes, uint32_t value)
{
    uint32_t *p = &w->frame->predicates[o];
    *p = (*p & ~lanes) | (value & lanes);
}

/* For each lane k of these. */
#define FOR_LANES(k, lanes)                                                                        \
    for (uint32_t left_ = (lanes), k = 0; left_ && (k = (uint32_t)__builtin_ctz(left_), true);     \
         left_ &= left_ - 1)

/* ---- memory (memory.c) --------------------------------------------------------------------- */

operation run_load, run_store, run_atomic, run_load_param, run_store_param, run_wmma_load,
    run_wmma_store, run_wmma_mma, run_ldmatrix, run_mma, run_copy_async, run_commit,
    run_wait_copies;

enum access { READ, WRITE, ATOMIC, ASYNC }; /* ASYNC: will be written */
/* The bytes at an address in a space as this lane sees it; ends the kernel if it must not. */
unsigned char *bytes_at(struct warp *w, const struct instruction *i, unsigned lane,
                        enum space space, uint64_t address, unsigned size, enum access how);

/* ---- counting (count.c) -------------------------------------------------------------------- */

struct tally {
    uint64_t requests, sectors, bytes, least;
    uint64_t wavefronts, least_wavefronts; /* of shared memory */
    struct { /* the same if each lane asked for the 8 or 16 bytes around its address */
        uint64_t wavefronts, least;
    } joined[2];
    uint64_t at[16]; /* requests, by the bytes of their first address past a multiple of 16 */
};
extern bool count_joined;                                   /* count that as well */
enum request { LOAD_REQUEST, COPY_REQUEST, OTHER_REQUEST }; /* copies have a tally of their own */
void count_request(struct block *b, const struct instruction *i, enum request what,
                   enum space space, uint32_t lanes, const uint64_t *addresses, unsigned bytes);

/* ---- the warp (warp.c), calls (call.c) ----------------------------------------------------------
 */

operation run_shfl, run_vote, run_match, run_redux, run_activemask, run_nothing, run_fence,
    run_trap, run_unknown, run_special;
builtin *find_builtin(const char *name);

/* ---- what the host does (launch.cpp; in unit tests the test) ------------------------------- */

enum fault { ILLEGAL_ADDRESS, MISALIGNED, ASSERTION, FAILURE };
/* Ends the kernel; `thread` is its number in the block. */
_Noreturn void host_fault(enum fault what, const struct block *b, unsigned thread,
                          const char *words);
/* An instruction that nobody has written: the program ends, and its status is not that of a pass.
 */
_Noreturn void host_unknown(const char *name);
enum note { UNWRITTEN, ASSERTED };
/* A read of memory that was never written, which is wrong; an assert() that has failed, as it may
 * be meant to. Each once for the same words. */
void host_note(enum note what, const char *words);
void host_print(const char *text);
void host_yield(void); /* all threads of the block wait for another block */

_Noreturn void fault_at(const struct warp *w, const struct instruction *i, unsigned lane,
                        enum fault what, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* A fault, unless all 32 lanes are here. */
void whole_warp(const struct warp *w, const struct instruction *i, uint32_t lanes);
const char *file_of(const struct module *m, const struct instruction *i);

#endif
