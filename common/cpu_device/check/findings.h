/* CPU device: the bug finder: its findings, the arrays and variables that they are about, and the
 * report. */
#ifndef CPU_DEVICE_CHECK_FINDINGS_H
#define CPU_DEVICE_CHECK_FINDINGS_H

#include <stdint.h>
#include <stdlib.h>
#include <deque>
#include <map>
#include <string>
#include <vector>
#include "../run/lines.h"
#include "../run/runtime.h"

namespace cpu_device::check
{

/* Made before the program's own globals, gone after them. */
#define EARLY __attribute__((init_priority(101)))

enum kind_of_bug {
    race,
    out_of_bounds,
    uninitialized,
    wrong_memory,
    barrier_divergence,
    missing_synchronize,
    leak,
    misaligned,
    unchecked_error,
    lost_print
};
enum access_kind { read_access, write_access, atomic_access, no_access };

typedef std::vector<const void *> call_stack; /* addresses within calls, innermost first */

/* One of the accesses of a finding, which has at most two; or one of its places. */
struct side {
    call_stack pcs;
    std::string place; /* file:line, if it is known at once; report.cpp finds others from pcs */
    access_kind kind;
    unsigned long long block; /* counted as blocks run, x fastest */
    unsigned thread;
    bool in_kernel; /* block and thread say something */
};

/* "7" of "my.cu:7" */
static inline std::string line_of(const std::string &place)
{
    return place.substr(place.rfind(':') + 1);
}

/* For a step of handouts/steps: the first finding alone, without the sheets and the kit's lines. */
static inline bool is_brief()
{
    const char *brief = getenv("CPU_DEVICE_CHECK_BRIEF");
    return brief && *brief;
}

/* make witness: only the report's part about other orders of the threads. */
static inline bool asks_for_witness()
{
    const char *alone = getenv("CPU_DEVICE_WITNESS_ALONE");
    return alone && *alone;
}

static inline side by_calls(const call_stack &from, access_kind kind)
{
    return { from, "", kind, 0, 0, false };
}

struct finding {
    kind_of_bug kind;
    std::string kernel; /* empty: the host */
    dim3 grid, block;
    std::vector<side> sides;
    const char *memory = "";   /* shared, global, host */
    std::string array;         /* its name or what it is */
    std::string parameter;     /* of a launcher, that points to it; or empty */
    call_stack made;           /* by this call */
    call_stack freed;          /* by this one before the access, or empty */
    size_t size = 0;           /* of the array, in bytes */
    long long index = 0;       /* of the element */
    bilingual element;         /* a_tile[1][2], where that is known */
    bilingual subject, object; /* who did not wait for what */
    bilingual detail;          /* how far outside, ... */
    unsigned bytes = 0;        /* of the access */
    unsigned long long count = 0;
    size_t after = 0;       /* how many were found before it */
    bool excused = false;   /* it turned out to be none */
    bool ended = false;     /* it is a local variable of a function that has returned */
    bool in_flight = false; /* sides[1] is a copy that nobody had waited for */
    /* Of a race: */
    bool relaxes = false; /* plain loads beside Min, Max, CAS, ... that change the value */
    bool warps = false;   /* its threads were not always of one warp */
    bool differs = false; /* it was not always the same value stored twice */
};

/* ---- findings.cpp ---------------------------------------------------------------------------- */

/* The finding with this key, or a new one with is_new set; counted once more. Keys are two code
 * places or texts. */
finding *note(kind_of_bug kind, const std::string &key, bool *is_new);
bool can_report(); /* no thread is noting anything just now */
void find_leaks(const std::vector<std::pair<bilingual, call_stack>> &objects);

struct array {
    uintptr_t first;
    size_t size;
    array_kind kind;
    call_stack made;
    const char *name;  /* of a variable, else null */
    unsigned element;  /* bytes; 0: as many as an access has */
    unsigned inner[2]; /* its inner dimensions, 0: none */
    bool shared, freed;
    call_stack freed_by = {};
    const char *parameter = nullptr; /* of a launcher, that points here; or null */
    size_t skipped = 0;              /* bytes before that */
};
void know(const array &a);               /* from now on it is there */
array *array_at(uintptr_t address);      /* that holds the address, or null */
array *nearest_array(uintptr_t address); /* that ends before it or begins after it, or null */
void know_element(uintptr_t address, unsigned bytes);      /* a kernel's parameter points there */
void describe(finding *f, uintptr_t address, bool shared); /* which array and element it is */
call_stack calls_here();                                   /* of the host, up to this one */
void count_launch(const char *kernel);                     /* or a call of a library */

extern std::deque<finding> findings;
extern std::map<uintptr_t, array> arrays; /* by first address */
extern unsigned long long accesses, launches;
extern std::vector<std::string> kernels; /* that have run */
/* By kernel: how often a search for what orders two accesses was too long. They count as ordered.
 */
extern std::map<std::string, unsigned long long> not_known;

/* An order of the threads of a kernel in which its result changes: what was looked for, and found.
 */
struct witness_step { /* one access to `stepped` */
    side by;
    std::string does, value; /* "reads", ": 7 (usually 8)" */
    bool marked;
};
struct witness {
    unsigned launches = 0; /* at which it was looked for, */
    unsigned orders = 0;   /* and orders tried there */
    bool found = false;
    unsigned order = 0;
    std::string launch, got, instead; /* it leaves got, and not `instead`, */
    finding where = {};               /* in this element */
    std::vector<witness_step> steps;  /* of a replay, or for JSON: the accesses that matter, */
    finding stepped = {};             /* all to this element */
};
extern std::map<std::string, witness> witnesses; /* by kernel */

/* ---- explain.cpp ----------------------------------------------------------------------------- */

void find_lines();                           /* of the source, for all findings */
std::string place_of(const call_stack &pcs); /* file:line, once find_lines() knows it */
const char *name_of(kind_of_bug kind);       /* as JSON has it */
bool is_warning(const finding &f);           /* or an error */
bool is_unnamed(const finding &f);   /* a shuffle or a vote in a lane that its mask does not name */
std::string title(const finding &f); /* "race in shared memory" */
std::string sentence(const finding &f);     /* what happened here */
std::string about_orders(const finding &f); /* what other orders of the threads did; or "" */
std::string verdict_on_orders(const std::vector<finding *> &all); /* of all races, in one line */
std::string meaning(const finding &f);       /* what such a finding means, and the sheet to read */
std::string name_of_array(const finding &f); /* with the element */
std::string short_name(const finding &f);    /* d_x[5] alone, where that is known */
dim3 coordinates(unsigned long long i, dim3 n); /* of the i-th thread or block of n */

/* ---- report.cpp ------------------------------------------------------------------------------ */

struct counts {
    size_t errors, warnings;
};
/* Prints to stdout, and to the files `json` and `sarif` unless they are null; `until` says why the
 * program ended early. */
counts report(const char *json, const char *sarif, const char *until);

/* ---- sarif.cpp ------------------------------------------------------------------------------- */

void print_sarif(FILE *out, const std::vector<finding *> &all);

/* ---- end.cpp --------------------------------------------------------------------------------- */

void report_at_end(); /* once the program has ended, in whatever way */

} // namespace cpu_device::check

#endif
