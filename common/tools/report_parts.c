/* The program of make report: generates the parts of a report; common/tools/report.sh calls it.
 *
 *   report_tables parts FOLDER labNN labNN_name REFERENCE.csv ...
 *       three for each lab: writes FOLDER/machine, "FOLDER/results labNN", and what a lab that is
 *       new brings, "FOLDER/results labNN text" and "FOLDER/questions labNN text". REFERENCE.csv is
 *       shown beside this machine's, or empty.
 *   report_tables shown labNN labNN_name  a line "gpu" or "cpu", where labNN was measured, and the
 *       lines CSV|ROWS|... of its tables; "practice" in place of labNN: of the lab's practice
 *   report_tables merge ...               report_merge.c
 */
#include "report_parts.h"

#include <ctype.h>
#include <glob.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/engine/csv.h"
#include "common/engine/words.h"

struct shown_lab {
    const char *name, *folder, *reference, *sheet, *number, *csv, *tables;
    bool is_practice, without_gpu;
};

/* What a CSV says of itself: "date: ". */
static const char *said(const char *path, const char *key)
{
    struct csv_reader csv;

    csv_open(&csv, path);
    const char *text = text_of("%s", csv_comment(&csv, key));
    csv_close(&csv);
    return text;
}

static void add_once(const char **text, const char *more)
{
    if (!strstr(*text, more))
        *text = text_of("%s%s", *text, more);
}

/* ---- the machine ---------------------------------------------------------------------------- */

/* The note at the top: there was no GPU, and where the GPU figures come from instead. */
static void put_option_b(const struct shown_lab *labs, int count)
{
    const char *from = "", *none = "";
    bool any = false;

    for (const struct shown_lab *lab = labs; lab < labs + count; lab++) {
        if (!lab->without_gpu)
            continue;
        any = true;
        const char *gpu = said(lab->reference, "device: ");
        if (!*gpu || starts(gpu, "CPU device"))
            none = text_of("%s %s", none, lab->name);
        else
            add_once(&from, text_of("%s, %.10s; ", gpu, said(lab->reference, "date: ")));
    }
    if (any)
        printf("\n> **%s**\n> %s\n", word("option_b"), word("option_b_more"));
    if (*from)
        printf("> %s **%.*s**.\n", word("from_reference"), (int)strlen(from) - 2, from);
    if (*none)
        printf("> %s%s.\n", word("no_reference"), none);
}

static void machine_part(const struct shown_lab *labs, int count)
{
    const char *rows = "";

    put_option_b(labs, count);
    for (const struct shown_lab *lab = labs; lab < labs + count; lab++) {
        const char *toolkit = said(lab->csv, "driver and toolkit: "),
                   *flags = said(lab->csv, "flags: ");
        add_once(&rows, text_of("| %s | %s, %s %s |\n", word("cpu"), said(lab->csv, "cpu: "),
                                said(lab->csv, "threads: "), word("threads")));
        add_once(&rows, text_of("| %s | %s |\n", word("gpu"),
                                lab->without_gpu ? word("none") : said(lab->csv, "device: ")));
        if (*toolkit && strcmp(toolkit, "none"))
            add_once(&rows, text_of("| %s | %s |\n", word("toolkit"), toolkit));
        if (*flags && strcmp(flags, "none"))
            add_once(&rows, text_of("| %s | %s |\n", word("flags"), flags));
    }
    printf("\n| %s | |\n|---|---|\n%s", word("machine"), rows);
    for (const struct shown_lab *lab = labs; lab < labs + count; lab++) {
        const char *date = said(lab->csv, "date: ");
        printf("| %s | %s, %.10s %.5s, %s %s |\n", word("measured"), lab->name, date,
               strlen(date) > 11 ? date + 11 : "", word("load"), said(lab->csv, "load average: "));
    }
    printf("\n: **%s 0.** %s.\n\n", word("table"), word("where"));
}

/* ---- the results of a lab ------------------------------------------------------------------- */

/* Of the CSVs in that folder. */
static void put_tables(const struct shown_lab *lab, const char *folder)
{
    char *rest = text_of("%s", lab->tables), *stanza;

    while (*(stanza = strsep(&rest, "\n"))) {
        const char *name = strsep(&stanza, "|");
        print_tables(text_of("%s/%s.csv", folder, name), stanza);
    }
}

/* A cell in quotes may hold commas. */
static char *next_cell(char **line)
{
    bool quoted = *line && **line == '"';
    char *cell = *line ? (*line += quoted, strsep(line, quoted ? "\"" : ",")) : "";

    if (quoted && *line && **line == ',')
        ++*line;
    return cell;
}

/* A cell of published.csv in the report's language, phrase by phrase. */
static const char *phrases(const char *cell)
{
    const char *text = "";

    while (*cell) {
        const int length = strcspn(cell, ",;"), gap = strspn(cell + length, ",; ");
        const char *phrase = text_of("%.*s", length, cell);
        text = text_of("%s%s%.*s", text, _(phrase), gap, cell + length);
        cell += length + gap;
    }
    return text;
}

/* What others have published about a GPU, in a separate table under their names. */
static void put_published(const struct shown_lab *lab)
{
    enum { LAB, WHAT, HARDWARE, SETTING, VALUE, UNIT, DAY, METHOD, SOURCE, WHERE, READ, CELLS };
    const struct lines lines = lines_of("reference/published.csv");
    const char *sources = "", *cell[CELLS];

    for (int i = 0; i < lines.count; i++) {
        char *rest = lines.line[i].text, digits[32], value[48], *v = value;
        for (int c = 0; c < CELLS; c++)
            cell[c] = next_cell(&rest);
        if (strcmp(cell[LAB], lab->name))
            continue;
        if (!*sources)
            printf("**%s**\n\n| %s |\n|---|---|---|--:|\n", word("published"),
                   word("published_columns"));
        snprintf(digits, sizeof(digits), "%.0f", atof(cell[VALUE]));
        for (const char *d = digits; (*v++ = *d); d++)
            if (d[1] && strlen(d + 1) % 3 == 0)
                *v++ = ' ';
        printf("| %s | %s | %s | %s %s |\n", phrases(cell[WHAT]), cell[HARDWARE],
               phrases(cell[SETTING]), value, phrases(cell[UNIT]));
        add_once(&sources, text_of("- %s (%s); %s; %s %s\n", cell[SOURCE], cell[DAY],
                                   phrases(cell[METHOD]), word("read"), cell[READ]));
    }
    if (*sources)
        printf("\n%s\n", sources);
}

static void put_figures(const struct shown_lab *lab)
{
    const char *start = text_of("# %s: ", report_language());
    glob_t found;
    int count = 0;

    if (glob(text_of("%s/*.gp", lab->folder), 0, NULL, &found))
        return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const struct lines script = lines_of(found.gl_pathv[i]);
        const char *base = basename(found.gl_pathv[i]), *caption = "";
        const char *name = text_of("%s_%.*s", lab->name, (int)strlen(base) - 3, base);
        for (int k = 0; k < script.count; k++)
            if (starts(script.line[k].text, start))
                caption = script.line[k].text + strlen(start);
        if (lines_of(text_of("results/%s.svg", name)).count)
            printf("![**%s %s.%d.** %s.](%s.svg)\n\n", word("figure"), lab->number, ++count,
                   caption, name);
    }
}

/* Its tables, those of a GPU elsewhere apart from them, and its figures. */
static void results_part(const struct shown_lab *lab)
{
    putchar('\n');
    number_tables(lab->number);
    put_tables(lab, "results");
    if (lab->is_practice)
        return;
    if (*lab->reference) {
        const char *machine = said(lab->reference, "device: "),
                   *cpu = said(lab->reference, "cpu: ");
        printf("**%s %s, %.10s; %s, %s %s**\n\n", word("elsewhere"),
               strcmp(machine, "CPU device") ? machine : cpu, said(lab->reference, "date: "), cpu,
               said(lab->reference, "threads: "), word("threads"));
        put_tables(lab, dirname(strdupa(lab->reference)));
    }
    if (lab->without_gpu)
        put_published(lab);
    put_figures(lab);
}

/* ---- what a lab that is new brings ----------------------------------------------------------- */

/* Of its sheet, each with room for the answer. */
static void put_questions(const struct shown_lab *lab, const struct lines *sheet)
{
    bool inside = false, any = false;

    for (int i = 0; i < sheet->count; i++) {
        const char *line = sheet->line[i].text;
        size_t digits = strspn(line, "0123456789"), blanks = strspn(line, " ");
        if (starts(line, "## ")) {
            inside = strstr(line, word("questions"));
        } else if (inside && digits && starts(line + digits, ". ")) {
            if (any)
                printf("\n%s\n\n", word("answer"));
            any = true;
            printf("**%s %s.%.*s** %s\n", word("question"), lab->number, (int)digits, line,
                   line + digits + 2);
        } else if (inside && line[strspn(line, " \t")]) {
            puts(line + (blanks > 1 ? blanks : 0));
        }
    }
    if (any)
        printf("\n%s\n\n", word("answer"));
}

/* ---- all of them ---------------------------------------------------------------------------- */

static void begin(const char *folder, const char *part)
{
    if (ferror(stdout) || !freopen(text_of("%s/%s", folder, part), "w", stdout))
        exit(2);
}

/* In Spanish numbers have a comma: 2.5, not a table's "3.1.**", a version with more points, nor the
 * versions of the lines that name compilers or drivers. */
static void put_commas(const char *folder, const char *part)
{
    fflush(stdout);
    const struct lines lines = lines_of(text_of("%s/%s", folder, part));
    const char *digits = "0123456789";

    begin(folder, part);
    for (int i = 0; i < lines.count; i++) {
        char *text = lines.line[i].text, *c = text;
        bool is_kept = strstr(text, "g++") || strstr(text, "clang") || strstr(text, "nvcc") ||
                       strstr(text, "toolkit");
        while (!is_kept && *(c += strcspn(c, digits))) {
            char *point = c + strspn(c, digits);
            size_t places = *point == '.' ? strspn(point + 1, digits) : 0;
            c = point + strspn(point, "0123456789.");
            if (places && (c == point + 1 + places || (c == point + 2 + places && *c != '*')))
                *point = ',';
        }
        puts(text);
    }
}

/* CSV|ROWS|... a line, of its report.txt in this language; without one, its CSV with all rows. */
static const char *tables_of(const struct shown_lab *lab)
{
    const struct lines lines = lines_of(text_of("%s/report.txt", lab->folder));
    const char *start = text_of("%s%s|", report_language(), lab->is_practice ? " practice" : "");
    const char *tables = "";

    for (int i = 0; i < lines.count; i++)
        if (starts(lines.line[i].text, start))
            tables = text_of("%s%s\n", tables, lines.line[i].text + strlen(start));
    return *tables || lab->is_practice ? tables : text_of("%s|\n", lab->name);
}

/* The practice is no lab: a lab's report.txt has its tables, and its sheet is network.md. */
static struct shown_lab lab_of(char **words)
{
    struct shown_lab lab = { .name = words[0], .folder = words[1], .reference = words[2] };

    lab.is_practice = !strcmp(lab.name, "practice");
    lab.number = lab.is_practice ? "P" : lab.name + strlen(starts(lab.name, "lab0") ? "lab0" : "");
    lab.sheet =
        text_of("handouts/%s/%s.md", report_language(), lab.is_practice ? "network" : lab.name);
    lab.csv = text_of("results/%s.csv", lab.name);
    lab.tables = tables_of(&lab);
    const struct lines csv = lines_of(lab.csv);
    for (int i = 0; i < csv.count; i++)
        lab.without_gpu |= starts(csv.line[i].text, "# device: CPU device") ||
                           (csv.line[i].text[0] != '#' && strstr(csv.line[i].text, ",cpu_device,"));
    return lab;
}

static int report_parts(const char *folder, char **words, int count)
{
    const bool has_commas = !strcmp(report_language(), "es");
    struct shown_lab labs[count + 1];
    int measured = 0;

    for (int i = 0; i < count; i++) {
        labs[i] = lab_of(words + 3 * i);
        measured += !labs[i].is_practice;
    }
    begin(folder, "machine");
    machine_part(labs, measured);
    if (has_commas)
        put_commas(folder, "machine");
    for (int i = 0; i < count; i++) {
        const char *name = labs[i].name;
        const struct lines sheet = lines_of(labs[i].sheet);
        const char *title =
            sheet.count ? sheet.line[0].text + strspn(sheet.line[0].text, "# ") : "";
        const char *part = text_of("results %s", name);
        begin(folder, part);
        results_part(&labs[i]);
        if (has_commas)
            put_commas(folder, part);
        begin(folder, text_of("results %s text", name));
        printf("### %s\n\n" MARK "begin results %s -->\n" MARK "end results %s, 0 -->\n\n%s\n\n",
               title, name, name, word("answer"));
        begin(folder, text_of("questions %s text", name));
        printf("### %s\n\n", title);
        put_questions(&labs[i], &sheet);
    }
    return fflush(stdout) || ferror(stdout) ? 2 : 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "merge"))
        return report_merge(argc, argv);
    if (argc == 4 && !strcmp(argv[1], "shown")) {
        const struct shown_lab lab = lab_of(argv + 2);
        return printf("%s\n%s", lab.without_gpu ? "cpu" : "gpu", lab.tables) < 0 ? 2 : 0;
    }
    if (argc > 3 && !strcmp(argv[1], "parts"))
        return report_parts(argv[2], argv + 3, (argc - 3) / 3);
    return 2;
}
