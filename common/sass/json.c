/* The report for programs: see report.h. */
#include <stdlib.h>
#include <string.h>
#include "report.h"

static void put_text(FILE *out, const char *name, const char *text)
{
    fprintf(out, "\"%s\":\"", name);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', out);
        putc(*text, out);
    }
    putc('"', out);
}

static void put_kinds(FILE *out, const unsigned of_kind[KINDS])
{
    fputs("\"kinds\":{", out);
    for (int i = 0, some = 0; i < KINDS; i++)
        if (of_kind[i])
            fprintf(out, "%s\"%s\":%u", some++ ? "," : "", kind_names[i], of_kind[i]);
    putc('}', out);
}

static void put_launch(FILE *out, const struct report *r, const struct kernel *k,
                       const struct launch *l)
{
    struct occupancy o = occupancy_at(r, k, l);

    putc('{', out);
    if (l) {
        put_text(out, "version", l->version);
        putc(',', out);
        put_text(out, "shape", l->shape);
        fprintf(out, ",\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],\"dynamic\":%zu,\"times\":%u,",
                l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2],
                l->dynamic, l->times);
    }
    fprintf(out, "\"threads\":%u,\"blocks\":%u,\"warps\":%u,\"of_warps\":%u,", threads_at(k, l),
            o.blocks, o.warps, o.of_warps);
    put_text(out, "limit", limit_names(&o));
    if (l && o.blocks && r->card.multiprocessors)
        fprintf(out, ",\"waves\":%.4f,\"idle\":%.4f",
                waves_of(blocks_of(l), o.blocks, r->card.multiprocessors),
                idle_share(blocks_of(l), o.blocks, r->card.multiprocessors));
    putc('}', out);
}

static void put_loop(FILE *out, const struct report *r, const struct kernel *k, int loop)
{
    const struct loop *l = &k->loops->all[loop];
    const struct sass_instruction *first = &k->code->code[l->first];
    unsigned kinds[KINDS], jumped_over;
    struct busy b = trip_of(r, k, loop, kinds, &jumped_over);

    fprintf(out, "{\"loop\":%d,\"in\":%d,\"innermost\":%s,\"hottest\":%s,", loop + 1, l->inside + 1,
            l->innermost ? "true" : "false", hottest(k) == loop ? "true" : "false");
    put_text(out, "file", base_name(first->file));
    fprintf(out, ",\"line\":%u,\"instructions\":%u,\"jumped_over\":%u,", first->line,
            b.instructions, jumped_over);
    put_kinds(out, kinds);
    fprintf(out, ",\"clocks\":{\"issue\":%.1f,\"fma\":%.1f,\"shared\":%.1f,\"tensor\":%.1f},",
            clocks_of(&b, UNIT_ISSUE), clocks_of(&b, UNIT_FMA), clocks_of(&b, UNIT_SHARED),
            clocks_of(&b, UNIT_TENSOR));
    put_text(out, "bound_by", unit_names[busiest(&b)]);
    putc('}', out);
}

static void put_accesses(FILE *out, const struct kernel *k, const struct line *line)
{
    struct access all[32];
    unsigned count = accesses_of(k, line, all);

    fputs("\"accesses\":[", out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "%s{\"access\":\"%s\",\"space\":\"%s\",\"bits\":%u,\"count\":%u}",
                i ? "," : "", access_names[all[i].request.access],
                space_names[all[i].request.space], 8 * all[i].request.bytes, all[i].count);
    putc(']', out);
}

static void put_lines(FILE *out, const struct kernel *k)
{
    unsigned count;
    struct line *all = lines_of(k, &count);

    fputs("\"lines\":[", out);
    for (unsigned i = 0; i < count; i++) {
        fputs(i ? ",\n{" : "\n{", out);
        put_text(out, "file", all[i].file);
        fprintf(out, ",\"line\":%u,\"loop\":%d,\"instructions\":%u,\"jumped_over\":%u,",
                all[i].line, all[i].loop + 1, all[i].instructions, all[i].jumped_over);
        put_kinds(out, all[i].of_kind);
        putc(',', out);
        put_accesses(out, k, &all[i]);
        putc('}', out);
    }
    putc(']', out);
    free(all);
}

static void put_kernel(FILE *out, const struct report *r, const struct kernel *k)
{
    putc('{', out);
    put_text(out, "kernel", k->name);
    fprintf(out,
            ",\"registers\":%u,\"shared\":%zu,\"local\":%zu,\"spill_stores\":%zu,"
            "\"spill_loads\":%zu,\"launches\":[",
            k->registers, k->shared, k->local, k->spills[0], k->spills[1]);
    for (unsigned i = 0; i < k->launch_count; i++) {
        fputs(i ? ",\n" : "", out);
        put_launch(out, r, k, &k->launches[i]);
    }
    if (!k->launch_count)
        put_launch(out, r, k, NULL);
    fputs("],\"loops\":[", out);
    for (unsigned i = 0; i < k->loops->count; i++) {
        fputs(i ? ",\n" : "", out);
        put_loop(out, r, k, (int)i);
    }
    fputs("],", out);
    put_accesses(out, k, NULL);
    putc(',', out);
    put_lines(out, k);
    putc('}', out);
}

void write_json(FILE *out, const struct report *r)
{
    fprintf(out, "\n{\"arch\":%u,\"card\":\"%s\",", r->arch, r->card.name);
    put_text(out, "compiler", r->compiler);
    fputs(",\"kernels\":[", out);
    for (unsigned i = 0; i < r->count; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_kernel(out, r, &r->kernels[i]);
    }
    fputs("]}", out);
}
