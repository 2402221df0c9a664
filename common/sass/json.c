/* Writes the report as JSON: see report.h. */
#include <stdlib.h>
#include "report.h"

static void put_kinds(struct json_out *j, const unsigned of_kind[KINDS])
{
    json_open(j, "kinds", '{');
    for (int i = 0; i < KINDS; i++)
        if (of_kind[i])
            json_put(j, kind_names[i], "%u", of_kind[i]);
    json_close(j, '}');
}

static void put_launch(struct json_out *j, const struct report *r, const struct kernel *k,
                       const struct launch *l)
{
    struct occupancy o = occupancy_at(r, k, l);

    json_open(j, NULL, '{');
    if (l) {
        json_text(j, "version", l->version);
        json_text(j, "shape", l->shape);
        json_put(j, "grid", "[%u,%u,%u]", l->grid[0], l->grid[1], l->grid[2]);
        json_put(j, "block", "[%u,%u,%u]", l->block[0], l->block[1], l->block[2]);
        json_put(j, "dynamic", "%zu", l->dynamic);
        json_put(j, "times", "%u", l->times);
    }
    json_put(j, "threads", "%u", threads_at(k, l));
    json_put(j, "blocks", "%u", o.blocks);
    json_put(j, "warps", "%u", o.warps);
    json_put(j, "of_warps", "%u", o.of_warps);
    json_text(j, "limit", limit_names(&o));
    if (l && o.blocks && r->card.multiprocessors) {
        json_put(j, "waves", "%.4f", waves_of(blocks_of(l), o.blocks, r->card.multiprocessors));
        json_put(j, "idle", "%.4f", idle_share(blocks_of(l), o.blocks, r->card.multiprocessors));
    }
    json_close(j, '}');
}

static void put_loop(struct json_out *j, const struct report *r, const struct kernel *k, int loop)
{
    const struct loop *l = &k->loops->all[loop];
    const struct sass_instruction *first = &k->code->code[l->first];
    unsigned kinds[KINDS], jumped_over;
    struct busy b = trip_of(r, k, loop, kinds, &jumped_over);

    json_open(j, NULL, '{');
    json_put(j, "loop", "%d", loop + 1);
    json_put(j, "in", "%d", l->inside + 1);
    json_put(j, "innermost", "%s", l->innermost ? "true" : "false");
    json_put(j, "hottest", "%s", hottest(k) == loop ? "true" : "false");
    json_text(j, "file", base_name(first->file));
    json_put(j, "line", "%u", first->line);
    json_put(j, "instructions", "%u", b.instructions);
    json_put(j, "jumped_over", "%u", jumped_over);
    put_kinds(j, kinds);
    json_open(j, "clocks", '{');
    json_put(j, "issue", "%.1f", clocks_of(&b, UNIT_ISSUE));
    json_put(j, "fma", "%.1f", clocks_of(&b, UNIT_FMA));
    json_put(j, "shared", "%.1f", clocks_of(&b, UNIT_SHARED));
    json_put(j, "tensor", "%.1f", clocks_of(&b, UNIT_TENSOR));
    json_close(j, '}');
    json_text(j, "bound_by", unit_names[busiest(&b)]);
    json_close(j, '}');
}

static void put_accesses(struct json_out *j, const struct kernel *k, const struct line *line)
{
    struct access all[32];
    unsigned count = accesses_of(k, line, all);

    json_open(j, "accesses", '[');
    for (unsigned i = 0; i < count; i++) {
        json_open(j, NULL, '{');
        json_text(j, "access", access_names[all[i].request.access]);
        json_text(j, "space", space_names[all[i].request.space]);
        json_put(j, "bits", "%u", 8 * all[i].request.bytes);
        json_put(j, "count", "%u", all[i].count);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void put_lines(struct json_out *j, const struct kernel *k)
{
    unsigned count;
    struct line *all = lines_of(k, &count);

    json_open(j, "lines", '[');
    for (unsigned i = 0; i < count; i++) {
        json_open_line(j, NULL, '{');
        json_text(j, "file", all[i].file);
        json_put(j, "line", "%u", all[i].line);
        json_put(j, "loop", "%d", all[i].loop + 1);
        json_put(j, "instructions", "%u", all[i].instructions);
        json_put(j, "jumped_over", "%u", all[i].jumped_over);
        put_kinds(j, all[i].of_kind);
        put_accesses(j, k, &all[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
    free(all);
}

static void put_kernel(struct json_out *j, const struct report *r, const struct kernel *k)
{
    json_open_line(j, NULL, '{');
    json_text(j, "kernel", k->name);
    json_put(j, "registers", "%u", k->registers);
    json_put(j, "shared", "%zu", k->shared);
    json_put(j, "local", "%zu", k->local);
    json_put(j, "spill_stores", "%zu", k->spills[0]);
    json_put(j, "spill_loads", "%zu", k->spills[1]);
    json_open(j, "launches", '[');
    for (unsigned i = 0; i < k->launch_count; i++)
        put_launch(j, r, k, &k->launches[i]);
    if (!k->launch_count)
        put_launch(j, r, k, NULL);
    json_close(j, ']');
    json_open(j, "loops", '[');
    for (unsigned i = 0; i < k->loops->count; i++)
        put_loop(j, r, k, (int)i);
    json_close(j, ']');
    put_accesses(j, k, NULL);
    put_lines(j, k);
    json_close(j, '}');
}

void write_json(struct json_out *j, const struct report *r)
{
    json_open_line(j, NULL, '{');
    json_put(j, "arch", "%u", r->arch);
    json_text(j, "card", r->card.name);
    json_text(j, "compiler", r->compiler);
    json_open(j, "kernels", '[');
    for (unsigned i = 0; i < r->count; i++)
        put_kernel(j, r, &r->kernels[i]);
    json_close(j, ']');
    json_close(j, '}');
}
