/* CPU device: what the reports of the bug finder and of the traffic counters (and of
 * common/ptx) share. */
#ifndef CPU_DEVICE_LINES_H
#define CPU_DEVICE_LINES_H

#include <stdint.h>
#include <stdio.h>
#include <map>
#include <string>
#include <vector>
#include "json.h"

namespace cpu_device
{

/* By address: file:line, the innermost of the user's own. Other code has no entry. */
typedef std::map<const void *, std::string> lines_of_source;

/* All addresses at once: addr2line reads the program's debug information once. */
bool resolve(const std::vector<const void *> &addresses, lines_of_source &places);
std::string shortened(const std::string &place); /* without the folder that the program runs in */
std::string text_at(const std::string &place);   /* of the line my.cu:7; "" where it is not found */

namespace check
{
/* If the program ends early, by a signal, abort() or a crash, calls at_end from a thread of its
 * own; until then calls `meanwhile`, unless it is null, each second. */
void watch_ends(void (*at_end)(const char *why, bool crashed), void (*meanwhile)());
void on_crash(const char *what); /* the process is about to end: does not return */
} // namespace check

/* What the requests of one line were, as an object of JSON. Units: sectors in global memory,
 * wavefronts in shared memory; least: the fewest that would do. */
struct traffic_line {
    std::string file;
    unsigned line;
    const char *access; /* load, store, atomic */
    bool shared;
    unsigned long long requests, units, least;
    bool approximate;
    unsigned long long bytes; /* that threads asked for, */
    unsigned width;           /* the most of them at once; 0: not known */
};
void write_traffic_line(struct json_out *j, const traffic_line &l);

} // namespace cpu_device

#endif
