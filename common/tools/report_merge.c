/* make report: writes the generated parts of a report anew and leaves every line of the student's
 * as it is; common/tools/report.sh calls it.
 *
 *   report_tables merge PARTS '## Heading' report.md labNN labMM
 *
 * A generated part stands between two lines:
 *   <!-- make report: begin results labNN -->
 *   <!-- make report: end results labNN, 123456 7890 -->   a checksum of each line written there
 * "PARTS/results labNN" is what it should hold now. Other lines between the two are the student's.
 * They go below the same table, figure or paragraph as before; if that is gone, to the end of the
 * report, below the heading. Where one of the two lines is gone, the part stays as it is, and
 * stderr says so. Before the lines
 *   <!-- make report: results of every lab -->             comes what a lab brings that is new,
 *   <!-- make report: questions of every lab -->           "PARTS/results labNN text"
 * and a report remembers in <!-- make report: holds labNN labMM --> which labs it has had.
 * Status 1: a part could not be renewed; 2: nothing could. */
#include "report_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/engine/words.h"

struct part {
    const char *name;
    int begin, end; /* lines; end is 0 where it is not renewed */
    bool is_out;    /* it has neither line */
};

static const char *folder;
static char **asked, *had = "";   /* labs, until NULL; " labNN labMM " of before */
static struct lines report, lost; /* lost: the student's lines whose place is gone */
static int holds = -1, status;    /* holds: the line that says what it had */
static int places[2];             /* for what is new */

char *text_of(const char *format, ...)
{
    char *text;
    va_list values;

    va_start(values, format);
    if (vasprintf(&text, format, values) < 0)
        abort();
    va_end(values);
    return text;
}

bool starts(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }
static bool is_blank(const struct line *line) { return !line->text[strspn(line->text, " \t")]; }
static bool is_new(const char *lab) { return !strstr(had, text_of(" %s ", lab)); }

/* ---- lines ---------------------------------------------------------------------------------- */

static void add(struct lines *lines, struct line line)
{
    lines->line = realloc(lines->line, (lines->count + 1) * sizeof(line));
    if (!lines->line)
        abort();
    lines->line[lines->count++] = line;
}

static struct line line_of(char *text, size_t length)
{
    struct line line = { .text = text, .length = length };

    if ((line.has_cr = length && text[length - 1] == '\r'))
        text[--line.length] = '\0';
    for (; *text; text++)
        line.sum = (line.sum * 31 + (unsigned char)*text) % 9999991;
    return line;
}

struct lines lines_of(const char *path)
{
    FILE *file = fopen(path, "r");
    struct lines lines = { 0 };
    char *text = NULL;
    ssize_t length;

    while (file && (length = getline(&text, &(size_t){ 0 }, file)) > 0) {
        lines.has_end = text[length - 1] == '\n';
        text[length -= lines.has_end] = '\0';
        add(&lines, line_of(text, length));
        text = NULL;
    }
    if (file)
        fclose(file);
    return lines;
}

static void add_all(struct lines *lines, struct lines more)
{
    for (int i = 0; i < more.count; i++)
        add(lines, more.line[i]);
}

/* Ends every line but the last with a newline; the last ends as it did before. */
static void put(const struct line *line)
{
    static const char *between = "";

    fputs(between, stdout);
    fwrite(line->text, 1, line->length, stdout);
    fputs(line->has_cr ? "\r" : "", stdout);
    between = "\n";
}

static void put_text(char *text) { put(&(struct line){ .text = text, .length = strlen(text) }); }

/* ---- blocks --------------------------------------------------------------------------------- */

/* |, :, !, # or t as in text, after a line of kind `was`. */
static char kind_of(const char *text, char was)
{
    if (*text == '|' || starts(text, "!["))
        return *text;
    if (starts(text, "**") || (*text == '#' && text[strspn(text, "#")] == ' '))
        return '#';
    return starts(text, ": ") && was == '|' ? ':' : 't';
}

static int last_of(const struct lines *lines, int from, int end, const char *block)
{
    while (--end >= from && !(lines->line[end].is_ours && !strcmp(lines->line[end].block, block)))
        ;
    return end < from ? -1 : end;
}

/* Names the block to which each line belongs: a table with its caption, a figure, a heading, or
 * what stands between them. Numbers in it may change, its name does not. */
static void name_blocks(const struct lines *lines, int from, int end)
{
    const char *block = "", *section = "", *whose = "", *text;
    char kind = '\0';
    int elsewhere = 0;

    for (int i = from; i < end; lines->line[i++].block = block) {
        const char was = kind;
        text = lines->line[i].text;
        if (!lines->line[i].is_ours)
            continue;
        kind = kind_of(text, was);
        if (kind == '#' && *text == '#')
            section = text_of("%s/%s", whose, text);
        else if (kind == '#')
            section = whose = text_of("elsewhere %d", ++elsewhere);
        if (kind == '!')
            block = strstr(text, "](") ? strstr(text, "](") : text;
        else if (kind == '#' || (kind != was && kind != ':'))
            for (int n = 0; !n || last_of(lines, from, i, block) >= 0;)
                block = text_of("%s %c %d", section, kind, ++n);
    }
}

/* ---- a part --------------------------------------------------------------------------------- */

/* Finds which lines of a part were generated: the longest common sequence of checksums. */
static void find_ours(int begin, int end)
{
    char *text = strchr(report.line[end].text, ','), *after;
    long *said = calloc(report.line[end].length, sizeof(*said));
    struct line **here = calloc(end - begin, sizeof(*here));
    int count = 0, n = 0;

    for (; text && (said[count] = strtol(text + 1, &after, 10), after > text + 1); count++)
        text = after;
    for (int i = begin + 1; i < end; i++)
        if (!is_blank(&report.line[i]))
            here[n++] = &report.line[i];
    int(*best)[count + 1] = calloc(n + 1, sizeof(*best));
    for (int i = n - 1; i >= 0; i--)
        for (int b = count - 1; b >= 0; b--) {
            int without = best[i + 1][b] > best[i][b + 1] ? best[i + 1][b] : best[i][b + 1];
            best[i][b] = here[i]->sum == said[b] ? best[i + 1][b + 1] + 1 : without;
        }
    for (int i = 0, b = 0; i < n && b < count;)
        if (here[i]->sum == said[b])
            here[i++]->is_ours = ++b;
        else if (best[i + 1][b] >= best[i][b + 1])
            i++;
        else
            b++;
}

/* Takes what the student wrote below a block of a part; blank lines stay between lines of his. */
static struct lines take_own(const struct part *part, const char *block)
{
    struct lines own = { 0 };

    for (int i = part->begin + 1, before = part->begin; i < part->end; i++) {
        struct line *line = &report.line[i];
        if (is_blank(line))
            continue;
        if (!line->is_ours && line->block && !strcmp(line->block, block)) {
            if (!own.count || report.line[before].is_ours)
                add(&own, line_of("", 0));
            else
                for (int blank = before + 1; blank < i; blank++)
                    add(&own, report.line[blank]);
            add(&own, *line);
            line->block = NULL;
        }
        before = i;
    }
    return own;
}

static void put_lines(const struct lines lines)
{
    for (int i = 0; i < lines.count; i++)
        put(&lines.line[i]);
}

/* What is still there has lost its place. The line above it names it, without its Markdown. */
static void keep_own(const struct part *part)
{
    for (int i = part->begin + 1; i < part->end; i++) {
        const char *block = report.line[i].block;
        if (is_blank(&report.line[i]) || report.line[i].is_ours || !block)
            continue;
        const char *from = report.line[last_of(&report, part->begin, part->end, block)].text;
        from += strspn(from, kind_of(from, '|') == '#' ? "#* " : ":![ ");
        char *name = text_of("%s", from), *cut;
        if ((cut = strstr(name, "](")))
            *cut = '\0';
        while ((cut = strstr(name, "**")))
            memmove(cut, cut + 2, strlen(cut + 1));
        fprintf(stderr,
                _("make report: what you wrote below \"%s\" is at the end of the report: "
                  "that is no longer in it\n"),
                name);
        name = text_of("**%s**", name);
        add(&lost, line_of("", 0));
        add(&lost, line_of(name, strlen(name)));
        add_all(&lost, take_own(part, block));
    }
}

static void renew(const struct part *part)
{
    const struct lines rows = lines_of(text_of("%s/%s", folder, part->name));
    const char *block = "";
    char *sums = "";
    int blank = 0;

    find_ours(part->begin, part->end);
    name_blocks(&report, part->begin + 1, part->end);
    for (int i = 0; i < rows.count; i++)
        rows.line[i].is_ours = !is_blank(&rows.line[i]);
    name_blocks(&rows, 0, rows.count);
    for (int i = 0; i < rows.count; i++) {
        if (!rows.line[i].is_ours) {
            blank++;
            continue;
        }
        if (strcmp(rows.line[i].block, block))
            put_lines(take_own(part, block));
        block = rows.line[i].block;
        for (; blank; blank--)
            put_text("");
        put(&rows.line[i]);
        sums = text_of("%s %ld", sums, rows.line[i].sum);
    }
    put_lines(take_own(part, block));
    for (; blank; blank--)
        put_text("");
    keep_own(part);
    put_text(text_of(MARK "end %s,%s -->", part->name, sums));
}

/* ---- the report ----------------------------------------------------------------------------- */

/* Says which parts lack one of their two lines. */
static struct part find(const char *name)
{
    struct part part = { .name = name };
    const char *begin = text_of(MARK "begin %s -->", name), *end = text_of(MARK "end %s", name);
    int begins = 0, ends = 0;

    for (int i = 0; i < report.count; i++) {
        const char *text = report.line[i].text;
        if (!strcmp(text, begin) && ++begins)
            part.begin = i;
        if (starts(text, end) && strchr(", ", text[strlen(end)]) && ++ends)
            part.end = i;
    }
    part.is_out = !begins && !ends;
    if (!part.is_out && (begins != 1 || ends != 1 || part.end < part.begin)) {
        fprintf(stderr,
                _("make report: \"%s\" stays as it is: its lines \"begin %s\" and \"end %s\" "
                  "must each be there once, in this order\n"),
                name, name, name);
        status = 1;
        part.end = 0;
    }
    return part;
}

/* The line that lists the report's labs, including those just added. */
static char *now_holding(const struct part *part)
{
    char *line = text_of(MARK "holds%s", had);

    for (char **lab = asked; *lab; lab++, part++)
        if (is_new(*lab) && places[0]) {
            line = text_of("%s%s ", line, *lab);
        } else if (is_new(*lab)) {
            fprintf(stderr, _("make report: %s has no place: the line %s is gone\n"), *lab,
                    MARK "results of every lab -->");
            status = 1;
        } else if (part->is_out) {
            fprintf(stderr,
                    _("make report: %s is left out: you have taken its results from the report\n"),
                    *lab);
        }
    return text_of("%s-->", line);
}

/* The previous report, with what is new inserted above each place. */
static void read_report(const char *path)
{
    static const char *const kinds[2] = { "results", "questions" };
    const struct lines before = lines_of(path);

    for (int i = 0; i < before.count; i++) {
        char *text = before.line[i].text, *end = strstr(text, "-->");
        if (starts(text, MARK "holds ") && end && !end[3]) {
            holds = report.count;
            had = text_of("%.*s", (int)(end - text - strlen(MARK "holds")),
                          text + strlen(MARK "holds"));
        }
        for (int k = 0; k < 2; k++)
            if (!strcmp(text, text_of(MARK "%s of every lab -->", kinds[k])) && !places[k]++)
                for (char **lab = asked; *lab; lab++)
                    if (is_new(*lab))
                        add_all(&report,
                                lines_of(text_of("%s/%s %s text", folder, kinds[k], *lab)));
        add(&report, before.line[i]);
    }
    report.has_end = before.has_end;
}

int report_merge(int argc, char **argv)
{
    struct part parts[argc];
    bool has_heading = false;
    int count = 1;

    if (argc < 5)
        return 2;
    folder = argv[2];
    asked = argv + 5;
    read_report(argv[4]);
    parts[0] = find("machine");
    for (char **lab = asked; *lab; lab++)
        parts[count++] = find(text_of("results %s", *lab));
    char *holding = now_holding(parts + 1);
    if (holds >= 0)
        report.line[holds] = line_of(holding, strlen(holding));
    for (int i = 0; i < report.count; i++) {
        has_heading |= !strcmp(report.line[i].text, argv[3]);
        put(&report.line[i]);
        for (int p = 0; p < count; p++)
            if (parts[p].end && parts[p].begin == i) {
                renew(&parts[p]);
                i = parts[p].end;
            }
    }
    if (lost.count && !has_heading) {
        put_text("");
        put_text(argv[3]);
    }
    put_lines(lost);
    if (report.has_end)
        putchar('\n');
    return fflush(stdout) || ferror(stdout) ? 2 : status;
}
