/* What the driver tells of a GPU beside CUDA: its clocks, what holds them down, its energy. By
 * NVML, the library under nvidia-smi, which is loaded when the program runs; without it nothing is
 * known. */
#pragma once

#include <stdbool.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

struct clocks {
    int sm, memory, highest_sm; /* MHz; 0: not known */
    unsigned long long held;    /* why they are not higher, a bit each */
    bool known;                 /* what holds them */
};

/* The GPU with this address on the bus, 0000:3B:00.0, is meant from here on. */
void nvml_open(const char *bus_id);

struct clocks nvml_clocks(void); /* now */
bool nvml_mig(void);             /* some GPU of this machine is in MIG mode */
bool nvml_display(void);         /* it drives a display */

/* What the card has used since its driver was loaded, as Volta and later ones count it. False: it
 * is not known, and 0. */
bool nvml_joules(double *joules);
int nvml_programs(void); /* that compute on it, this one included; 0: not known */

/* "SM 1350 MHz of 1590, memory 5001 MHz, held by the power limit"; empty: nothing is known. */
const char *clocks_in_words(char text[160], const struct clocks *clocks);

/* What holds clocks back that a reader should know of: heat, or too little power; or NULL. */
const char *what_slows(const struct clocks *clocks);

/* Of the bits of `held` those that are a cap, on power or for heat, as "the power limit and heat";
 * NULL: it has no such bit. A row's times are then those of the cap, which another day may not
 * meet. */
const char *what_caps(char text[80], unsigned long long held);

__END_DECLS
