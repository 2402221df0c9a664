/* Writes what was counted, instruction by instruction, for those who look at what ptxas makes of
 * the same PTX (common/sass/traffic.c): a folder with each module, 1.ptx, 2.ptx, ..., and a file
 * "counts" of lines with tabs:
 *
 *   kernel  name in the program  module  name in the PTX  launches
 *   access  line of the PTX  file  line  load|store|atomic  global|shared  bytes  requests  units
 *           least  units and least as 8 bytes, as 16  places  block  base  offset  loops
 *
 * An access belongs to the kernel above it. Bytes: that a lane asks for; units: sectors or
 * wavefronts; places: bit n is set if an address was n bytes past a multiple of 16. Accesses with
 * the same block (of code without a branch) and base are at addresses that differ by their offsets.
 */
#include "traffic.h"

#include <cxxabi.h>
#include <stdio.h>
#include <stdlib.h>
#include <algorithm>
#include "../cpu_device/run/lines.h"

namespace cpu_device::ptx
{

namespace
{

/* For each instruction: where its block of code begins. */
std::vector<uint32_t> blocks_of(const struct module *m)
{
    std::vector<uint32_t> begins(m->code_count + 1, 0);
    for (uint32_t n = 0; n < m->code_count; n++) {
        const instruction &i = m->code[n];
        if (i.flow != STRAIGHT)
            begins[n + 1] = n + 1;
        if (i.flow == BRANCH)
            begins[i.target] = i.target;
        for (uint32_t k = 0; i.flow == TABLE && k < i.target_count; k++)
            begins[i.targets[k]] = i.targets[k];
    }
    for (uint32_t n = 1; n < m->code_count; n++)
        begins[n] = std::max(begins[n], begins[n - 1]);
    return begins;
}

/* In how many loops: branches back over it, each place that they go to once. */
unsigned loops_around(const struct module *m, uint32_t n)
{
    std::vector<uint32_t> seen;
    for (uint32_t k = n; k < m->code_count; k++) {
        const instruction &i = m->code[k];
        if (i.flow == BRANCH && i.target <= n &&
            std::find(seen.begin(), seen.end(), i.target) == seen.end())
            seen.push_back(i.target);
    }
    return (unsigned)seen.size();
}

struct base { /* and what to add */
    operand o;
    int64_t offset;
};

base base_of(const struct module *m, const instruction &i)
{
    operand o = i.o[i.run == run_atomic ? 1 : i.vector];
    if (o >= 0)
        return { o, i.offset };
    return { -1, i.offset + (int64_t)m->constants[~o] };
}

bool is_access(const instruction &i)
{
    return (i.run == run_load || i.run == run_store || i.run == run_atomic) &&
           (i.space == GLOBAL || i.space == SHARED || i.space == GENERIC);
}

void write_access(FILE *out, const counted &c, uint32_t n, uint32_t block)
{
    const instruction &i = c.in->code[n];
    const tally &t = c.tallies[n];
    bool shared = i.space == SHARED || t.wavefronts;
    base b = base_of(c.in, i);
    std::string file = shortened(i.file < c.in->file_count ? c.in->files[i.file] : "?");
    fprintf(out, "access\t%u\t%s\t%u\t%s\t%s\t%u\t%llu\t%llu\t%llu", i.text_line, file.c_str(),
            i.line, access_of(i), shared ? "shared" : "global", i.vector * type_bytes((type)i.type),
            (unsigned long long)t.requests, (unsigned long long)(shared ? t.wavefronts : t.sectors),
            (unsigned long long)(shared ? t.least_wavefronts : t.least));
    for (auto &j : t.joined)
        fprintf(out, "\t%llu\t%llu", (unsigned long long)j.wavefronts, (unsigned long long)j.least);
    unsigned places = 0;
    for (unsigned k = 0; k < 16; k++)
        places |= (unsigned)(t.at[k] > 0) << k;
    fprintf(out, "\t%u\t%u\t%d\t%lld\t%u\n", places, block, b.o, (long long)b.offset,
            loops_around(c.in, n));
}

/* As the program calls it; of a template's several kernels, as the compiler knows it. */
std::string name_of(const std::string &name, size_t several, const counted &c)
{
    int status = 0;
    char *whole =
        several > 1 ? abi::__cxa_demangle(c.kernel->name, nullptr, nullptr, &status) : nullptr;
    std::string known = whole && !status ? whole : name;
    free(whole);
    size_t first = known.rfind("void ", 0) ? 0 : 5;
    return known.substr(first, known.find('(', first + (known.rfind("(", first) == first)) - first);
}

/* The kernel's own instructions, and those that it ran of functions that it calls. */
void write_kernel(FILE *out, const std::string &name, unsigned number, const counted &c)
{
    std::vector<uint32_t> blocks = blocks_of(c.in);
    uint32_t end = end_of(c);
    fprintf(out, "kernel\t%s\t%u\t%s\t%llu\n", name.c_str(), number, c.kernel->name, c.launches);
    for (uint32_t n = 0; n < c.in->code_count; n++)
        if (is_access(c.in->code[n]) &&
            ((n >= c.kernel->first && n < end) || c.tallies[n].requests))
            write_access(out, c, n, blocks[n]);
}

bool write_text(const std::string &path, const char *text)
{
    FILE *out = fopen(path.c_str(), "w");
    bool whole = out && fputs(text, out) >= 0;
    return out && !fclose(out) && whole;
}

} // namespace

void write_counts(const char *folder, const counted_kernels &kernels)
{
    std::vector<const struct module *> modules;
    FILE *out = fopen((std::string(folder) + "/counts").c_str(), "w");
    if (!out)
        return;
    for (auto &k : kernels)
        for (auto &c : k.second) {
            auto at = std::find(modules.begin(), modules.end(), c->in);
            unsigned number = (unsigned)(at - modules.begin()) + 1;
            if (at == modules.end()) {
                modules.push_back(c->in);
                write_text(std::string(folder) + "/" + std::to_string(number) + ".ptx",
                           c->in->text);
            }
            write_kernel(out, name_of(k.first, k.second.size(), *c), number, *c);
        }
    fclose(out);
}

} // namespace cpu_device::ptx
