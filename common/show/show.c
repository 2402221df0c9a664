/* Makes a page about a program's kernels, on stdout, for common/show.sh:
 *
 *   show --lang en|es --title NAME --traffic FILE --trace FILE [--check FILE] [--goals FILE]
 *        --style FILE --script FILE --sources FILE
 *
 * The last one lists the program's sources, one a line.
 *
 * Status 0; 2: a file cannot be read. */
#include "show.h"

#include <stdio.h>
#include <string.h>
#include "html.h"

int main(int argc, char *argv[])
{
    static struct show s;
    static const struct json none;

    s.findings = s.traffic = s.trace = &none;
    s.title = s.style = s.script = s.trace_text = "";
    for (int i = 1; i + 1 < argc && !strncmp(argv[i], "--", 2); i += 2) {
        const char *option = argv[i] + 2, *value = argv[i + 1];
        if (!strcmp(option, "lang"))
            in_spanish = !strcmp(value, "es");
        else if (!strcmp(option, "title"))
            s.title = value;
        else if (!strcmp(option, "style"))
            s.style = must_read(value);
        else if (!strcmp(option, "script"))
            s.script = must_read(value);
        else if (!strcmp(option, "traffic"))
            s.traffic = report(must_read(value), "kernels", value);
        else if (!strcmp(option, "check"))
            s.findings = report(must_read(value), "findings", value);
        else if (!strcmp(option, "trace"))
            s.trace = report(s.trace_text = must_read(value), "trace", value);
        else if (!strcmp(option, "sources"))
            given_sources = must_read(value);
        else if (!strcmp(option, "goals"))
            read_goals(&s, must_read(value));
    }
    find_rows(&s);
    put_page(&s);
    return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
