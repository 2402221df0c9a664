/* Writes the report as text: see report.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "report.h"

static double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

/* ---- a kernel: what it takes, how much of it runs at once ---------------------------------- */

static void print_needs(const struct kernel *k)
{
    printf("\nkernel %s\n  registers %u a thread; shared memory %zu bytes a block", k->name,
           k->registers, k->shared);
    if (k->local)
        printf("; local memory %zu bytes a thread", k->local);
    if (k->spills[0] + k->spills[1])
        printf("; spills: %zu bytes stored, %zu loaded\n", k->spills[0], k->spills[1]);
    else
        puts("; no spills");
}

static void print_limit(const char *name, unsigned blocks, const char *comma)
{
    if (blocks != NO_LIMIT)
        printf("%s%s %u", comma, name, blocks);
}

static void print_occupancy(const struct report *r, const struct kernel *k, const struct launch *l)
{
    struct occupancy o = occupancy_at(r, k, l);

    printf("  %u threads a block", threads_at(k, l));
    if (l && l->dynamic)
        printf(", %zu bytes of dynamic shared memory", l->dynamic);
    if (!o.blocks) {
        printf(": cannot be launched: too much for its %s\n", limit_names(&o));
        return;
    }
    printf(": %u block%s a multiprocessor, %u of %u warps (%.0f %%); limited by %s\n    allowed by",
           o.blocks, o.blocks > 1 ? "s" : "", o.warps, o.of_warps, percent(o.warps, o.of_warps),
           limit_names(&o));
    print_limit("registers", o.by[BY_REGISTERS], " ");
    print_limit("shared memory", o.by[BY_SHARED], ", ");
    print_limit("warps", o.by[BY_WARPS], ", ");
    print_limit("blocks", o.by[BY_BLOCKS], ", ");
    putchar('\n');
}

static bool first_of_block(const struct kernel *k, unsigned launch)
{
    for (unsigned i = 0; i < launch; i++)
        if (threads_of(&k->launches[i]) == threads_of(&k->launches[launch]) &&
            k->launches[i].dynamic == k->launches[launch].dynamic)
            return false;
    return true;
}

static void print_waves(const struct report *r, const struct kernel *k, const struct launch *l)
{
    struct occupancy o = occupancy_at(r, k, l);
    unsigned sms = r->card.multiprocessors;
    char threads[40];

    snprintf(threads, sizeof threads, "%llu x %u", blocks_of(l), threads_of(l));
    printf("  %-10s %-36s %16s", *l->version ? l->version : "-", l->shape, threads);
    if (sms && o.blocks)
        printf(" %9.2f %7.1f", waves_of(blocks_of(l), o.blocks, sms),
               100 * idle_share(blocks_of(l), o.blocks, sms));
    else
        printf(" %9s %7s", "-", "-");
    printf(l->times > 1 ? "  %u times\n" : "\n", l->times);
}

static void print_launches(const struct report *r, const struct kernel *k)
{
    if (!k->launch_count) {
        printf("  dynamic shared memory and grid are not known: %s\n",
               r->launches_known ? "the run did not launch it" : "the program was not run");
        print_occupancy(r, k, NULL);
        return;
    }
    for (unsigned i = 0; i < k->launch_count; i++)
        if (first_of_block(k, i))
            print_occupancy(r, k, &k->launches[i]);
    printf("  %-47s %16s %9s %7s\n", "launched by", "blocks x threads", "waves", "idle %");
    for (unsigned i = 0; i < k->launch_count; i++)
        print_waves(r, k, &k->launches[i]);
}

/* ---- its loops ----------------------------------------------------------------------------- */

static void place_of(const struct kernel *k, uint32_t n, char *place, size_t size)
{
    const struct sass_instruction *i = &k->code->code[n];

    snprintf(place, size, "%s:%u", base_name(i->file), i->line);
}

static void print_kinds(const unsigned of_kind[KINDS])
{
    const char *comma = "";

    for (int i = 0; i < KINDS; i++)
        if (of_kind[i]) {
            printf("%s%s %u", comma, kind_names[i], of_kind[i]);
            comma = ", ";
        }
}

static void print_bound(const struct busy *b, const unsigned of_kind[KINDS])
{
    enum unit most = busiest(b), pipe = of_kind[KIND_TENSOR] ? UNIT_TENSOR : UNIT_FMA;

    printf("    bound: a warp of each scheduler takes at least %.0f clocks a trip, by its %s (",
           ceil(clocks_of(b, most)), unit_names[most]);
    for (enum unit u = UNIT_ISSUE; u < UNITS; u++)
        if (u == UNIT_ISSUE || clocks_of(b, u) > 0)
            printf("%s%s %.0f", u ? ", " : "", unit_names[u], clocks_of(b, u));
    puts(")");
    if (of_kind[KIND_TENSOR] + of_kind[KIND_FMA])
        printf("    so %s busy at most %.1f %% of the time\n",
               pipe == UNIT_TENSOR ? "the tensor cores are" : "the FMA pipe is",
               percent(clocks_of(b, pipe), clocks_of(b, most)));
}

static void print_loop(const struct report *r, const struct kernel *k, unsigned loop)
{
    const struct loop *l = &k->loops->all[loop];
    unsigned kinds[KINDS], jumped_over;
    struct busy b = trip_of(r, k, (int)loop, kinds, &jumped_over);
    char place[300];

    place_of(k, l->first, place, sizeof place);
    printf("  loop %u at %s", loop + 1, place);
    if (l->inside != NO_LOOP)
        printf(", in loop %d", l->inside + 1);
    printf(": %u instructions a trip%s", b.instructions,
           l->innermost ? "" : ", with one trip of each loop in it");
    if (jumped_over)
        printf(", %u jumped over", jumped_over);
    if (kinds[KIND_FMA])
        printf("; FMA %.1f %%", percent(kinds[KIND_FMA], b.instructions));
    if (kinds[KIND_TENSOR])
        printf("; tensor %.1f %%", percent(kinds[KIND_TENSOR], b.instructions));
    printf("\n    ");
    print_kinds(kinds);
    putchar('\n');
    print_bound(&b, kinds);
}

/* ---- its lines ----------------------------------------------------------------------------- */

static void print_accesses(const struct kernel *k, const struct line *line)
{
    struct access all[32];
    unsigned count = accesses_of(k, line, all);

    for (unsigned i = 0; i < count; i++)
        printf("%s%u %s %s %u", i ? ", " : "  ", all[i].count, space_names[all[i].request.space],
               access_names[all[i].request.access], 8 * all[i].request.bytes);
}

static void print_line(const struct kernel *k, const struct line *l)
{
    char place[300], loop[16] = "-";
    unsigned arithmetic = l->of_kind[KIND_FLOAT] + l->of_kind[KIND_HALF] + l->of_kind[KIND_DOUBLE] +
                          l->of_kind[KIND_SPECIAL];

    snprintf(place, sizeof place, "%s:%u", l->file, l->line);
    if (l->loop != NO_LOOP)
        snprintf(loop, sizeof loop, "%d", l->loop + 1);
    printf("  %-28s %4s %6u %5u %5u %5u %5u %5u %6u", place, loop, l->instructions,
           l->of_kind[KIND_FMA], l->of_kind[KIND_TENSOR], arithmetic, l->of_kind[KIND_IMAD],
           l->of_kind[KIND_INTEGER],
           l->of_kind[KIND_CONSTANT] + l->of_kind[KIND_BARRIER] + l->of_kind[KIND_CONTROL] +
               l->of_kind[KIND_OTHER]);
    print_accesses(k, l);
    if (l->jumped_over)
        printf("  (%u jumped over)", l->jumped_over);
    putchar('\n');
}

static void print_lines(const struct kernel *k)
{
    unsigned count;
    struct line *all = lines_of(k, &count);

    printf("  %-28s %4s %6s %5s %5s %5s %5s %5s %6s  %s\n", "line", "loop", "instr.", "FMA",
           "tens.", "float", "IMAD", "int.", "other", "loads and stores, each with its bits");
    for (unsigned i = 0; i < count; i++)
        print_line(k, &all[i]);
    free(all);
}

/* ---- all of them --------------------------------------------------------------------------- */

static void print_title(const struct report *r)
{
    printf("as %s compiles for sm_%u", r->compiler, r->arch);
    if (*r->card.name)
        printf(", on a card as the %s: %u multiprocessors of capability %u.%u\n", r->card.title,
               r->card.multiprocessors, r->card.capability / 10, r->card.capability % 10);
    else
        printf("; reference/cards.csv has no card of capability %u.%u, so waves are not known\n",
               r->arch / 10, r->arch % 10);
}

static void print_end(const struct report *r)
{
    puts("\nwaves: rounds in which the blocks run; idle: of the multiprocessors, over all waves, "
         "without a block if each\nblock takes as long. Clocks are bounds, not times: from the "
         "instructions alone, as if no address were in a\nwarp's way, nothing waited for memory "
         "or for a result, and threads shared what they read.");
    printf("Shared memory and L1 deliver %u bytes in a clock.\n", r->sm.shared_bytes);
}

void print_report(const struct report *r)
{
    print_title(r);
    for (unsigned i = 0; i < r->count; i++) {
        const struct kernel *k = &r->kernels[i];
        print_needs(k);
        print_launches(r, k);
        for (unsigned n = 0; n < k->loops->count; n++)
            print_loop(r, k, n);
        print_lines(k);
    }
    print_end(r);
}

/* ---- several architectures side by side ---------------------------------------------------- */

static void print_row(const struct report *r, const struct kernel *k)
{
    const struct launch *l = k->launch_count ? k->launches : NULL;
    struct occupancy o = occupancy_at(r, k, l);
    unsigned kinds[KINDS], jumped_over;
    int loop = hottest(k);

    printf("  %-4u %9u %7zu %7zu %7u%s %6u %5.0f  %-15s |", r->arch, k->registers, k->shared,
           k->spills[0] + k->spills[1], threads_at(k, l), l ? " " : "?", o.blocks,
           percent(o.warps, o.of_warps), limit_names(&o));
    if (loop == NO_LOOP) {
        puts("  no loop");
        return;
    }
    struct busy b = trip_of(r, k, loop, kinds, &jumped_over);
    enum unit most = busiest(&b), pipe = kinds[KIND_TENSOR] ? UNIT_TENSOR : UNIT_FMA;
    unsigned products = kinds[KIND_FMA] + kinds[KIND_TENSOR];
    printf(" %6u %5u %5u %6.1f %6.0f %6.1f  %s\n", b.instructions, kinds[KIND_IMAD], products,
           percent(products, b.instructions), ceil(clocks_of(&b, most)),
           percent(clocks_of(&b, pipe), clocks_of(&b, most)), unit_names[most]);
}

void print_summary(const struct report *reports, unsigned count)
{
    printf("as %s compiles\n", reports->compiler);
    for (unsigned i = 0; i < reports->count; i++) {
        const char *name = reports->kernels[i].code->name;
        printf("\nkernel %s\n  %-4s %9s %7s %7s %8s %6s %6s %-16s | %6s %5s %5s %6s %6s %6s  %s\n",
               reports->kernels[i].name, "sm", "registers", "shared", "spills", "threads", "blocks",
               "warps", "% limited by", "a trip", "IMAD", "FMA", "FMA %", "clocks", "busy %",
               "bound by");
        for (unsigned n = 0; n < count; n++)
            for (unsigned m = 0; m < reports[n].count; m++)
                if (!strcmp(reports[n].kernels[m].code->name, name))
                    print_row(&reports[n], &reports[n].kernels[m]);
    }
    puts(
        "\nblocks: of a multiprocessor at once, limited by what is named; threads with ? where the "
        "launch is not known.\na trip: instructions of the loop with most multiply-adds (FMA, "
        "tensor; where there are none, other arithmetic), with\none trip of each loop in it. "
        "clocks: at least, for a warp of each scheduler; busy: the unit of the multiply-adds,\n"
        "at most. Both are bounds. One ARCH alone prints loops and lines.");
}
