/* Writes the sources: beside each line what its requests moved, and the findings at theirs. */
#include "show.h"

#include <stdio.h>
#include <string.h>
#include "html.h"

/* Lines shown around one that has something beside it, if its kernel does not begin earlier. */
static const int before = 3, after = 3, longest_kernel = 60;

static const struct json *place_at(const struct show *s, const struct json *finding, int source,
                                   int line)
{
    for (const struct json *p = json_get(finding, "places")->first; p; p = p->next)
        if ((int)json_number(p, "line") == line &&
            source_named((struct show *)s, json_text(p, "file")) == source)
            return p;
    return NULL;
}

static bool is_marked(const struct show *s, int source, int line)
{
    for (int i = 0; i < s->row_count; i++)
        if (s->rows[i].source == source && s->rows[i].line == line)
            return true;
    for (const struct json *f = s->findings->first; f; f = f->next)
        if (place_at(s, f, source, line))
            return true;
    return false;
}

/* Where the function that this line is in begins, as far as its first word tells. */
static int beginning(const struct source *file, int line)
{
    for (int l = line; l > 0 && l > line - longest_kernel && line <= file->count; l--)
        if (strstr(file->lines[l], "__global__") || strstr(file->lines[l], "__device__"))
            return l;
    return line - before;
}

static bool is_near(const struct show *s, int source, int line)
{
    for (int l = line - after; l <= line + longest_kernel; l++)
        if (is_marked(s, source, l) &&
            (l <= line + before || beginning(&s->sources[source], l) <= line))
            return true;
    return false;
}

/* 0: nothing for nothing; 4: more than half of all that the kernel moves. */
static int level(double share)
{
    return share >= 0.5 ? 4 : share >= 0.25 ? 3 : share >= 0.05 ? 2 : share >= 0.0005 ? 1 : 0;
}

static void put_cell(const char *label, bool known, double x, void (*write)(double))
{
    put("<td data-l=\"%s\"%s>", label, known ? "" : " class=\"not\"");
    if (known)
        write(x);
    else
        put("–");
    put("</td>");
}

static const char *name_of(const struct row *r)
{
    return !strcmp(r->access, "load")    ? say("load", "lectura")
           : !strcmp(r->access, "store") ? say("store", "escritura")
           : *r->access == 'a'           ? say("atomic", "atómica")
                                         : say("barrier", "barrera");
}

/* The numbers of a line beside it; each row has those of one kind of access. */
static void put_row(const struct row *r)
{
    static const char *const bars[] = { "", "▮", "▮▮", "▮▮▮", "▮▮▮▮" };
    bool barrier = !strcmp(r->access, "barrier");
    int bad = level(r->share);

    put("<td data-l=\"%s\" class=\"waste\">", say("for nothing", "en vano"));
    if (barrier)
        put("–");
    else
        put("%.0f&nbsp;%% <span aria-hidden=\"true\">%s</span>", 100 * r->share, bars[bad]);
    put("</td><td data-l=\"%s\">%s%s</td><td data-l=\"%s\">%s</td>", say("does", "hace"),
        name_of(r), r->approximate ? " ~" : "", say("memory", "memoria"),
        barrier     ? "–"
        : r->shared ? say("shared", "compartida")
                    : say("global", "global"));
    put_cell(barrier ? say("times", "veces") : say("requests", "peticiones"), true, r->requests,
             put_count);
    put_cell(say("sectors", "sectores"), !barrier && !r->shared, r->sectors, put_count);
    put_cell(say("per request", "por petición"), !barrier && !r->shared, r->per_request, put_value);
    put_cell(say("least", "mínimo"), !barrier, r->least, put_value);
    put_cell(say("conflicts", "conflictos"), !barrier && r->shared, r->conflicts, put_value);
}

static void put_thread(const struct json *p)
{
    const struct json *t = json_get(p, "thread"), *b = json_get(p, "block");
    const char *access = json_text(p, "access");

    put("<tr><td>");
    put_text(base_name(json_text(p, "file")));
    put(":%.0f</td>", json_number(p, "line"));
    put("<td>(%.0f,%.0f,%.0f)</td><td>(%.0f,%.0f,%.0f)</td><td>", json_at(b, 0)->number,
        json_at(b, 1)->number, json_at(b, 2)->number, json_at(t, 0)->number, json_at(t, 1)->number,
        json_at(t, 2)->number);
    put("%s</td></tr>\n", *access == 'r'   ? say("read", "lectura")
                          : *access == 'w' ? say("write", "escritura")
                          : *access == 'a' ? say("atomic", "atómica")
                                           : "–");
}

/* After a race: an order of the threads in which the result changes, if one was found. */
static void put_orders(const struct json *orders)
{
    put("<p>");
    put_text(json_text(orders, "says"));
    put("</p>\n<ol class=\"order\">\n");
    for (const struct json *a = json_get(orders, "accesses")->first; a; a = a->next) {
        bool decides = json_get(a, "decides")->kind == JSON_TRUE;
        put(decides ? "<li><strong>" : "<li>");
        put_text(json_text(a, "says"));
        put(decides ? "</strong></li>\n" : "</li>\n");
    }
    put("</ol>\n");
}

static void put_finding(const struct json *f)
{
    const struct json *places = json_get(f, "places");

    put("<tr class=\"finding\"><td></td><td colspan=\"9\"><p><strong>✗</strong> ");
    put_text(json_text(f, "says"));
    put("</p><table class=\"plain\"><thead><tr><th scope=\"col\">%s</th><th scope=\"col\">%s</th>"
        "<th scope=\"col\">%s</th><th scope=\"col\">%s</th></tr></thead><tbody>\n",
        say("line", "línea"), say("block", "bloque"), say("thread", "hilo"),
        say("access", "acceso"));
    for (const struct json *p = places->first; p; p = p->next)
        put_thread(p);
    put("</tbody></table>\n");
    if (json_get(f, "orders")->kind == JSON_OBJECT)
        put_orders(json_get(f, "orders"));
    put("</td></tr>\n");
}

/* The line, then what stands beside it; i: its first row, or a row of a different line. */
static void put_line(const struct show *s, int source, int line, int i)
{
    const struct source *file = &s->sources[source];
    const char *text = line <= file->count && line > 0 ? file->lines[line] : "";
    double worst = 0;
    int n = 0;

    while (i + n < s->row_count && s->rows[i + n].source == source && s->rows[i + n].line == line)
        worst = s->rows[i + n++].share > worst ? s->rows[i + n - 1].share : worst;
    for (int k = 0; k < (n ? n : 1); k++) {
        bool asks = n && strcmp(s->rows[i].access, "barrier");
        put("<tr%s%d\"", k ? " class=\"more w" : n ? " class=\"m w" : " class=\"w", level(worst));
        put(k ? ">" : " id=\"L%d-%d\" data-at=\"%d:%d\">", source, line, source, line);
        if (k)
            put("<td></td><td></td>");
        else if (asks)
            put("<td class=\"no\"><button type=\"button\" aria-expanded=\"false\">%d</button></td>"
                "<td class=\"src\">",
                line);
        else
            put("<td class=\"no\">%d</td><td class=\"src\">", line);
        if (!k) {
            put("<code>");
            put_text(text);
            put("</code></td>");
        }
        if (n)
            put_row(&s->rows[i + k]);
        else
            put("<td colspan=\"8\"></td>");
        put("</tr>\n");
    }
    for (const struct json *f = s->findings->first; f; f = f->next) {
        const struct json *here = place_at(s, f, source, line),
                          *first = json_get(f, "places")->first;
        if (here && here == first)
            put_finding(f);
        else if (here)
            put("<tr class=\"finding\"><td></td><td colspan=\"9\">✗ %s %.0f</td></tr>\n",
                say("the other side of what stands at line",
                    "la otra parte de lo que está en la línea"),
                json_number(first, "line"));
    }
}

static void begin_table(void)
{
    static const char *const heads[][2] = {
        { "line", "línea" },          { "source", "código" },
        { "for nothing", "en vano" }, { "does", "hace" },
        { "memory", "memoria" },      { "requests", "peticiones" },
        { "sectors", "sectores" },    { "per request", "por petición" },
        { "least", "mínimo" },        { "conflicts", "conflictos" },
    };

    put("<table class=\"code\"><thead><tr>");
    for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
        put("<th scope=\"col\">%s</th>", say(heads[i][0], heads[i][1]));
    put("</tr></thead><tbody>\n");
}

static void put_source(const struct show *s, int source)
{
    const struct source *file = &s->sources[source];
    int i = 0, last = file->count;

    while (i < s->row_count && s->rows[i].source < source)
        i++;
    for (int r = i; r < s->row_count && s->rows[r].source == source; r++)
        last = s->rows[r].line > last ? s->rows[r].line : last;
    put("<h3>");
    put_text(file->name);
    put("</h3>\n");
    if (!file->count)
        put("<p>%s</p>\n",
            say("(its text cannot be read here)", "(su texto no se puede leer aquí)"));
    for (int line = 0; line <= last;) {
        bool near = is_near(s, source, line);
        int end = line;
        while (end <= last && is_near(s, source, end) == near)
            end++;
        if (!near && end > (line ? line : 1) && file->count)
            put("<details><summary>%s %d–%d</summary>\n", say("lines", "líneas"), line ? line : 1,
                end - 1);
        if (near || file->count)
            begin_table();
        for (; line < end; line++) {
            while (i < s->row_count && s->rows[i].source == source && s->rows[i].line < line)
                i++;
            if ((line || is_marked(s, source, 0)) && (near || file->count))
                put_line(s, source, line, i);
        }
        if (near || file->count)
            put("</tbody></table>\n%s", near ? "" : "</details>\n");
    }
}

void put_sources(const struct show *s)
{
    put("<p>%s</p>\n<p>%s</p>\n",
        say("A request is one instruction of a warp. For nothing: of all that the kernel's "
            "requests "
            "move, what this line moves beyond the least that would do (a conflict of shared "
            "memory "
            "counts as four sectors). ▮ at least 0.05 %, ▮▮ 5 %, ▮▮▮ 25 %, ▮▮▮▮ half of all.",
            "Una petición es una instrucción de un warp. En vano: de todo lo que mueven las "
            "peticiones "
            "del kernel, lo que esta línea mueve de más sobre el mínimo que bastaría (un conflicto "
            "de "
            "memoria compartida cuenta como cuatro sectores). ▮ al menos 0,05 %, ▮▮ 5 %, ▮▮▮ 25 %, "
            "▮▮▮▮ la mitad de todo."),
        say("A click on a line, or Enter on its number, shows its worst request.",
            "Un clic en una línea, o Intro en su número, muestra su peor petición."));
    for (int i = 0; i < s->source_count; i++)
        put_source(s, i);
}
