/* Writes two tables that the page's script turns into pictures: a block from barrier to barrier,
 * and which thread wrote which element. */
#include "show.h"

#include <stdio.h>
#include <string.h>
#include "html.h"

static const int most_parts = 400; /* rows of the table of a block */

/* What the warps of a block do at one line in one interval; members of "parts" by their place there
 * (write_parts in ../cpu_device/traffic/trace.cpp). */
enum part_member { BLOCK, INTERVAL, WARP, PLACE, REQUESTS, LANES, ARRAY, LOWEST, HIGHEST };
struct together {
    int threads, array;
    double requests, lowest, highest;
};

static double member(const struct json *part, enum part_member which)
{
    return json_at(part, (int)which)->number;
}

static bool same(const struct json *a, const struct json *b)
{
    return member(a, BLOCK) == member(b, BLOCK) && member(a, INTERVAL) == member(b, INTERVAL) &&
           member(a, PLACE) == member(b, PLACE);
}

static struct together add_up(const struct json *parts, const struct json *first)
{
    struct together t = { 0, (int)member(first, ARRAY), 0, member(first, LOWEST), 0 };

    for (const struct json *p = parts->first; p; p = p->next) {
        if (!same(p, first))
            continue;
        t.threads += __builtin_popcount((unsigned)member(p, LANES));
        t.requests += member(p, REQUESTS);
        t.lowest = member(p, LOWEST) < t.lowest ? member(p, LOWEST) : t.lowest;
        t.highest = member(p, HIGHEST) > t.highest ? member(p, HIGHEST) : t.highest;
    }
    return t;
}

static void put_part(const struct json *kernel, const struct json *part, int threads)
{
    const struct json *place = json_at(json_get(kernel, "places"), (int)member(part, PLACE));
    struct together t = add_up(json_get(kernel, "parts"), part);
    const char *access = json_text(place, "access");

    put("<tr><td>%.0f</td><td>", member(part, INTERVAL) + 1);
    put_text(base_name(json_text(place, "file")));
    put(":%.0f</td><td>%s</td><td>", json_number(place, "line"),
        !strcmp(access, "load")    ? say("reads", "lee")
        : !strcmp(access, "store") ? say("writes", "escribe")
                                   : say("changes", "cambia"));
    put_text(t.array < 0 ? "?" : json_text(json_at(json_get(kernel, "arrays"), t.array), "name"));
    put("[%.0f..%.0f]</td><td>", t.lowest, t.highest);
    put_count(t.requests);
    put("</td><td>%d %s %d</td></tr>\n", t.threads, say("of", "de"), threads);
}

/* The first of its kind: the same block, interval and place have not come before. */
static bool is_first(const struct json *parts, const struct json *part)
{
    for (const struct json *p = parts->first; p && p != part; p = p->next)
        if (same(p, part))
            return false;
    return true;
}

static int product(const struct json *extent)
{
    return (int)(json_at(extent, 0)->number * json_at(extent, 1)->number *
                 json_at(extent, 2)->number);
}

static void put_block(const struct json *kernel, int number)
{
    const struct json *parts = json_get(kernel, "parts"), *first = parts->first;
    int left = most_parts;

    put("<section class=\"block\" data-kernel=\"%d\"><h3><code>", number);
    put_text(json_text(kernel, "kernel"));
    put("</code></h3>\n<details open><summary>%s</summary><table class=\"plain\"><thead><tr>",
        say("block 0 as a table", "el bloque 0 como tabla"));
    put("<th scope=\"col\">%s</th><th scope=\"col\">%s</th><th scope=\"col\">%s</th>"
        "<th scope=\"col\">%s</th><th scope=\"col\">%s</th><th scope=\"col\">%s</th></tr></thead>"
        "<tbody>\n",
        say("interval", "intervalo"), say("line", "línea"), say("does", "hace"),
        say("elements", "elementos"), say("requests", "peticiones"),
        say("threads that take part", "hilos que participan"));
    for (const struct json *p = first; p && member(p, BLOCK) == 0 && left; p = p->next)
        if (is_first(parts, p)) {
            put_part(kernel, p, product(json_get(kernel, "block")));
            left--;
        }
    put("</tbody></table></details></section>\n");
}

void put_blocks(const struct show *s)
{
    int number = 0;

    put("<p>%s</p>\n", say("In logical order, which is not time: a barrier ends an interval, and "
                           "within one nothing "
                           "says which warp comes first.",
                           "En orden lógico, que no es el tiempo: una barrera termina un "
                           "intervalo, y dentro de él "
                           "nada dice qué warp va primero."));
    for (const struct json *k = s->trace->first; k; k = k->next)
        put_block(k, number++);
}

/* ---- who wrote which element ----------------------------------------------------------------- */

static void put_array(const struct json *kernel, const struct json *w, int number, int array)
{
    put("<section class=\"grid\" data-kernel=\"%d\" data-array=\"%d\"><h3><code>", number, array);
    put_text(json_text(kernel, "kernel"));
    put("</code>: <code>");
    put_text(json_text(json_at(json_get(kernel, "arrays"), (int)json_number(w, "array")), "name"));
    put("</code></h3>\n<table class=\"plain\"><tbody><tr><th scope=\"row\">%s</th><td>",
        say("elements up to the last that is written", "elementos hasta el último que se escribe"));
    put_count(json_number(w, "elements"));
    put("%s</td></tr><tr class=\"%s\"><th scope=\"row\">%s</th><td>",
        json_number(w, "beyond") ? say(" and more", " y más") : "",
        json_number(w, "none") ? "missed" : "met", say("written by nobody", "que nadie escribe"));
    put_count(json_number(w, "none"));
    put("</td></tr><tr class=\"%s\"><th scope=\"row\">%s</th><td>",
        json_number(w, "several") ? "missed" : "met",
        say("written by several threads", "que escriben varios hilos"));
    put_count(json_number(w, "several"));
    put("</td></tr></tbody></table></section>\n");
}

void put_grids(const struct show *s)
{
    int number = 0;

    for (const struct json *k = s->trace->first; k; k = k->next, number++) {
        int array = 0;
        for (const struct json *w = json_get(k, "written")->first; w; w = w->next)
            put_array(k, w, number, array++);
    }
}
