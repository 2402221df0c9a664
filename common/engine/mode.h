/* What a run is for. Whoever starts the lab says so in its environment; only a plain run times. In
 * all other modes LAB_CHECK is set: shapes are small, arrays have no guards, and no supervisor
 * watches. */
#pragma once

#include <stdbool.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

enum mode {
    MODE_PLAIN,    /* checks every version, then times it */
    MODE_CHECK,    /* LAB_CHECK: checks it, while the bug finder or compute-sanitizer looks on */
    MODE_DEBUG,    /* LAB_DEBUG=SIZE: checks it at one shape: one_shape.cu */
    MODE_TRAFFIC,  /* LAB_TRAFFIC=CSV, or 1: counts its memory traffic and its goals: traffic.cu */
    MODE_GOALS,    /* LAB_GOALS=FILE beside it: counts its goals only: goals.cu */
    MODE_LAUNCHES, /* LAB_LAUNCHES=FILE: lists how large its launches are: launches.cu */
};

enum mode lab_mode(void);
void keep_mode(void); /* from here on only lab_mode knows, not the environment */

static inline bool counts_traffic(void)
{
    return lab_mode() == MODE_TRAFFIC || lab_mode() == MODE_GOALS;
}

__END_DECLS
