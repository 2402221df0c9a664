/* Writes the page from top to bottom. */
#include "show.h"

#include <stdio.h>
#include <string.h>
#include "html.h"

static void put_heading(const char *id, const char *english, const char *spanish)
{
    put("<h2 id=\"%s\">%s</h2>\n", id, say(english, spanish));
}

static void put_head(const struct show *s)
{
    put("<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n", say("en", "es"));
    /* the browser itself keeps it from the network, and from what a source may smuggle in */
    put("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    put_text(s->title);
    put(": %s</title>\n<style>\n%s</style>\n</head>\n<body>\n<header>\n<h1>",
        say("what its kernels do", "qué hacen sus kernels"), s->style);
    put_text(s->title);
    put(": %s</h1>\n<p>%s</p>\n", say("what its kernels do", "qué hacen sus kernels"),
        say("Counted and recorded on the CPU device, exactly, in one run. There is no time on this "
            "page: it says nothing about how long a GPU takes.",
            "Contado y grabado en el dispositivo CPU, con exactitud, en una ejecución. En esta "
            "página "
            "no hay tiempos: no dice cuánto tarda una GPU."));
    put("<nav><a href=\"#source\">%s</a> <a href=\"#blocks\">%s</a> <a href=\"#grids\">%s</a> "
        "<a href=\"#sample\">%s</a></nav>\n</header>\n<main>\n",
        say("Lines", "Líneas"), say("Blocks", "Bloques"),
        say("Who writes what", "Quién escribe qué"), say("What was recorded", "Qué se ha grabado"));
}

/* ---- goals, findings ------------------------------------------------------------------------ */

static void put_goal(const struct goal *g)
{
    bool met = !strcmp(g->state, "met"), wrong = !strcmp(g->state, "wrong");

    put("<tr class=\"%s\"><th scope=\"row\">", met ? "met" : "missed");
    put_text(g->version);
    put("</th><td>%s</td><td>", wrong ? say("✗ wrong", "✗ incorrecto")
                                : met ? say("✓ met", "✓ cumplido")
                                : !strcmp(g->state, "missed")
                                    ? say("✗ not yet", "✗ todavía no")
                                    : say("? not counted", "? sin contar"));
    put_text(wrong ? "" : g->value);
    put("</td><td>");
    put_text(g->most);
    put("</td><td>");
    put_text(g->says);
    put("</td></tr>\n");
}

static void put_goals(const struct show *s)
{
    if (!s->goal_count)
        return;
    put_heading("goals", "The goals", "Los objetivos");
    put("<table class=\"plain\"><thead><tr><th scope=\"col\">%s</th><th scope=\"col\">%s</th>"
        "<th scope=\"col\">%s</th><th scope=\"col\">%s</th><th scope=\"col\">%s</th></tr></thead>"
        "<tbody>\n",
        say("version", "versión"), say("goal", "objetivo"), say("counted", "contado"),
        say("at most", "como mucho"), say("of", "de"));
    for (int i = 0; i < s->goal_count; i++)
        put_goal(&s->goals[i]);
    put("</tbody></table>\n");
}

static void put_findings(const struct show *s)
{
    int count = 0;

    for (const struct json *f = s->findings->first; f; f = f->next)
        count++;
    if (s->findings->kind != JSON_LIST)
        put("<p>%s</p>\n", say("The bug finder made no report.",
                               "El buscador de errores no ha llegado a un informe."));
    else if (!count)
        put("<p>%s</p>\n", say("The bug finder found nothing in its run.",
                               "El buscador de errores no ha encontrado nada en su ejecución."));
    else
        put("<p class=\"alarm\">%s: %d. %s</p>\n",
            say("✗ Findings of the bug finder", "✗ Hallazgos del buscador de errores"), count,
            say("They stand below, at their lines.", "Están abajo, en sus líneas."));
}

/* ---- a line for each kernel ------------------------------------------------------------------ */

static const struct json *traced(const struct show *s, const char *kernel)
{
    const struct json *k = s->trace->first;

    while (k && strcmp(json_text(k, "kernel"), kernel))
        k = k->next;
    return k;
}

static void put_extent(const struct json *of, const char *name)
{
    const struct json *e = json_get(of, name);

    put("%.0f", json_at(e, 0)->number);
    for (int i = 1; i < 3; i++)
        if (json_at(e, i)->number > 1 || json_at(e, 2)->number > 1)
            put(" × %.0f", json_at(e, i)->number);
}

static double share_of(const struct show *s, const char *kernel)
{
    double share = 0;

    for (int i = 0; i < s->row_count; i++)
        if (!strcmp(s->rows[i].kernel, kernel))
            share += s->rows[i].share;
    return share;
}

static void put_kernel(const struct show *s, const struct json *k)
{
    const struct json *counts = json_get(k, "counts"), *t = traced(s, json_text(k, "kernel"));
    const char *const names[] = { "loaded_sectors", "stored_sectors", "shared_bytes", "barriers" };

    put("<tr><th scope=\"row\">");
    put_text(json_text(k, "kernel"));
    put("</th><td>");
    put_count(json_number(k, "launches"));
    put("</td><td>");
    if (t) {
        put_extent(t, "grid");
        put("</td><td>");
        put_extent(t, "block");
    } else {
        put("</td><td>");
    }
    put("</td>");
    for (int i = 0; i < 4; i++) {
        put("<td>");
        put_count(json_number(counts, names[i]));
        put("</td>");
    }
    put("<td>%.0f %%</td></tr>\n", 100 * share_of(s, json_text(k, "kernel")));
}

static void put_kernels(const struct show *s)
{
    static const char *const heads[][2] = {
        { "kernel", "kernel" },
        { "launches", "lanzamientos" },
        { "blocks", "bloques" },
        { "threads of a block", "hilos por bloque" },
        { "sectors loaded", "sectores leídos" },
        { "sectors stored", "sectores escritos" },
        { "bytes of shared memory", "bytes de memoria compartida" },
        { "barriers", "barreras" },
        { "moved for nothing", "movido en vano" },
    };

    put_heading("kernels", "The kernels", "Los kernels");
    put("<table class=\"plain numbers\"><thead><tr>");
    for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
        put("<th scope=\"col\">%s</th>", say(heads[i][0], heads[i][1]));
    put("</tr></thead><tbody>\n");
    for (const struct json *k = s->traffic->first; k; k = k->next)
        put_kernel(s, k);
    put("</tbody></table>\n");
}

/* ---- what was recorded ----------------------------------------------------------------------- */

static void put_sample(const struct show *s)
{
    put_heading("sample", "What was recorded", "Qué se ha grabado");
    put("<p>%s</p>\n<ul>\n",
        say("The numbers beside the lines are of every request of every launch: those of "
            "<code>make traffic</code>. Single requests are a sample of the first launch of each "
            "kernel:",
            "Los números junto a las líneas son de todas las peticiones de todos los lanzamientos: "
            "los de <code>make traffic</code>. Las peticiones sueltas son una muestra del primer "
            "lanzamiento de cada kernel:"));
    for (const struct json *k = s->trace->first; k; k = k->next) {
        int requests = 0;
        for (const struct json *r = json_get(k, "requests")->first; r; r = r->next)
            requests++;
        put("<li><code>");
        put_text(json_text(k, "kernel"));
        put("</code>: %s", say("blocks", "bloques"));
        for (const struct json *b = json_get(k, "sampled")->first; b; b = b->next)
            put(" %.0f%s", b->number, b->next ? "," : "");
        put(say("; %d requests; left out for want of room: %.0f requests, %.0f parts of intervals",
                "; %d peticiones; omitidas por falta de sitio: %.0f peticiones, %.0f partes de "
                "intervalos"),
            requests, json_number(k, "left_out"), json_number(k, "parts_left_out"));
        put("</li>\n");
    }
    put("</ul>\n<p>%s</p>\n",
        say("Of these blocks: the first four and the last four warps, the first four trips of each "
            "at each line, 24 intervals; of all blocks the three worst requests of each line, and "
            "who writes the first 65,536 elements of each array.",
            "De estos bloques: los cuatro primeros y los cuatro últimos warps, las cuatro primeras "
            "vueltas de cada uno en cada línea, 24 intervalos; de todos los bloques, las tres "
            "peores "
            "peticiones de cada línea y quién escribe los primeros 65 536 elementos de cada "
            "array."));
}

void put_page(const struct show *s)
{
    put_head(s);
    put("<noscript><p class=\"alarm\">%s</p></noscript>\n",
        say("Without JavaScript the tables are complete; the pictures of requests are missing.",
            "Sin JavaScript las tablas están completas; faltan los dibujos de las peticiones."));
    put_findings(s);
    put_goals(s);
    put_kernels(s);
    put_heading("source", "The lines, and what each moves", "Las líneas, y qué mueve cada una");
    put_sources(s);
    put_heading("blocks", "A block, from barrier to barrier", "Un bloque, de barrera en barrera");
    put_blocks(s);
    put_heading("grids", "Who writes which element", "Quién escribe cada elemento");
    put_grids(s);
    put_sample(s);
    put("</main>\n<script type=\"application/json\" id=\"trace\">");
    put_json(s->trace_text, "<>&");
    put("</script>\n<script type=\"application/json\" id=\"files\">[");
    for (int i = 0; i < s->source_count; i++) {
        put(i ? ",\"" : "\"");
        put_json(s->sources[i].name, "\"\\<>&\n");
        put("\"");
    }
    put("]</script>\n<script>\n%s</script>\n</body>\n</html>\n", s->script);
}
