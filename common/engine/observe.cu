#include "observe.h"

#include <stdio.h>
#include <stdlib.h>
#include "common/cpu_device/include/observe.h" /* on a GPU the address of each function is NULL */

/* The CPU device's words, in the same order. */
static_assert(SET == (enum done)CALL_SET && REFUSED == (enum done)CALL_REFUSED &&
                  FREED_ASYNC == (enum done)CALL_FREE_ASYNC,
              "enum done must have the order of enum cpu_device_called");

static const struct call *calls_of_launcher(int *count)
{
    static struct call *list;
    static int room;
    const struct cpu_device_call *theirs = cpu_device_calls(count);

    if (*count > room) {
        room = 2 * *count;
        list = (struct call *)realloc(list, room * sizeof(*list));
    }
    for (int i = 0; i < *count; i++)
        list[i] = { (enum done)theirs[i].what,
                    theirs[i].stream,
                    theirs[i].to,
                    theirs[i].from,
                    theirs[i].bytes,
                    theirs[i].to_host != 0,
                    theirs[i].inside != 0,
                    theirs[i].waits != 0,
                    theirs[i].name,
                    i,
                    1.0 * theirs[i].grid[0] * theirs[i].grid[1] * theirs[i].grid[2] };
    return list;
}

static struct memory_traffic traffic(void)
{
    const struct cpu_device_traffic t = cpu_device_traffic();

    return { t.bytes, t.requests, t.sectors, t.least_sectors, t.shared, t.bank_conflicts };
}

static void call_line(const struct call *call, char line[256])
{
    int count;

    cpu_device_call_line(cpu_device_calls(&count) + call->number, line);
}

static_assert(COUNTERS == (enum counter)CPU_DEVICE_COUNTERS &&
                  SHARED_BYTES == (enum counter)COUNT_SHARED,
              "enum counter must have the order of enum cpu_device_counter");

static_assert(KERNELS_APART == COUNT_APART && ALL_KERNELS == COUNT_ALL,
              "enum counting must have the values of COUNT_APART and COUNT_ALL");

static struct counter_value count(enum counter which)
{
    const struct cpu_device_count theirs = cpu_device_count((enum cpu_device_counter)which);

    return { theirs.all, theirs.in_one_block, theirs.whole != 0, "" };
}

static void count_line(enum counter which, char line[256])
{
    cpu_device_count_line((enum cpu_device_counter)which, line);
}

const struct observer observer = {
    .list_calls = cpu_device_list_calls,
    .calls = cpu_device_calls ? calls_of_launcher : NULL,
    .leave_out = cpu_device_leave_out,
    .hold_back = cpu_device_hold_back,
    .order = cpu_device_order,
    .run_some = cpu_device_run_some,
    .close = cpu_device_close,
    .name_parameter = cpu_device_name_parameter,
    .refuse_pinned = cpu_device_refuse_pinned,
    .count_traffic = cpu_device_count_traffic,
    .traffic = cpu_device_traffic ? traffic : NULL,
    .count = cpu_device_count ? count : NULL,
    .count_line = count_line,
    .call_line = cpu_device_call_line ? call_line : NULL,
    .failed_call = cpu_device_failed_call,
};
