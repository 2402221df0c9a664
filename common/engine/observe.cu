#include "observe.h"

#include <stdlib.h>
#include "common/cpu_device/include/observe.h" /* on a GPU the address of each function is NULL */

static enum done done_by(enum cpu_device_called call)
{
    switch (call) {
    case CALL_LAUNCH:
        return LAUNCHED;
    case CALL_COPY:
        return COPIED;
    case CALL_WAIT:
        return WAITED;
    case CALL_ALLOCATE:
        return ALLOCATED;
    case CALL_FREE:
        return FREED;
    case CALL_FREE_ASYNC:
        return FREED_ASYNC;
    case CALL_SET:
        return SET;
    case CALL_CREATE:
        return CREATED;
    case CALL_DESTROY:
        return DESTROYED;
    case CALL_EVENT:
        return RECORDED;
    case CALL_REFUSED:
        return REFUSED;
    }
    abort();
}

static const struct call *calls(int *count)
{
    static struct call *list;
    static int room;
    const struct cpu_device_call *theirs = cpu_device_calls(count);

    if (*count > room) {
        room = 2 * *count;
        list = (struct call *)realloc(list, room * sizeof(*list));
    }
    for (int i = 0; i < *count; i++)
        list[i] = { done_by(theirs[i].what), theirs[i].stream, theirs[i].to,
                    theirs[i].from,          theirs[i].bytes,  theirs[i].to_host != 0,
                    theirs[i].inside != 0 };
    return list;
}

static struct memory_traffic traffic(void)
{
    const struct cpu_device_traffic t = cpu_device_traffic();

    return { t.bytes, t.requests, t.sectors, t.least_sectors, t.shared, t.bank_conflicts };
}

const struct observer observer = {
    .list_calls = cpu_device_list_calls,
    .calls = cpu_device_calls ? calls : NULL,
    .leave_out = cpu_device_leave_out,
    .hold_back = cpu_device_hold_back,
    .refuse_pinned = cpu_device_refuse_pinned,
    .count_traffic = cpu_device_count_traffic,
    .traffic = cpu_device_traffic ? traffic : NULL,
};
