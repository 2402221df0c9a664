/* CPU device: the bug finder: its report as SARIF 2.1.0, which code scanning and editors read. */
#include <string.h>
#include "findings.h"

namespace cpu_device::check
{

namespace
{

/* A path as a URI: relative as it is, absolute with its scheme; other bytes than these as %XX. */
std::string uri_of(const std::string &path)
{
    std::string uri = path[0] == '/' ? "file://" : "";
    for (unsigned char c : path.compare(0, 2, "./") ? path : path.substr(2)) {
        char code[4];
        snprintf(code, sizeof code, "%%%02X", c);
        bool plain = isalnum(c) || strchr("/-._~", c);
        uri += plain ? std::string(1, (char)c) : code;
    }
    return uri;
}

/* Of a place that is known. */
bool put_location(json_out *j, const std::string &place)
{
    size_t colon = place.rfind(':');
    if (colon == std::string::npos || atoi(place.c_str() + colon + 1) < 1)
        return false;
    json_open(j, nullptr, '{');
    json_open(j, "physicalLocation", '{');
    json_open(j, "artifactLocation", '{');
    json_text(j, "uri", uri_of(place.substr(0, colon)).c_str());
    json_close(j, '}');
    json_open(j, "region", '{');
    json_put(j, "startLine", "%s", line_of(place).c_str());
    json_close(j, '}');
    json_close(j, '}');
    json_close(j, '}');
    return true;
}

/* "help":{"text":"..."} */
void put_message(json_out *j, const char *name, const std::string &text)
{
    json_open(j, name, '{');
    json_text(j, "text", text.c_str());
    json_close(j, '}');
}

void put_result(json_out *j, const finding &f)
{
    json_open_line(j, nullptr, '{');
    json_text(j, "ruleId", name_of(f.kind));
    json_text(j, "level", is_warning(f) ? "warning" : "error");
    put_message(j, "message", title(f) + ": " + sentence(f));
    json_open(j, "locations", '[');
    if (f.sides.empty() || !put_location(j, f.sides[0].place))
        put_location(j, place_of(f.made));
    json_close(j, ']');
    json_open(j, "relatedLocations", '[');
    if (f.sides.size() > 1)
        put_location(j, f.sides[1].place);
    json_close(j, ']');
    json_close(j, '}');
}

void put_rules(json_out *j, const std::vector<finding *> &all)
{
    std::map<std::string, std::string> rules;
    for (const finding *f : all)
        rules.emplace(name_of(f->kind), meaning(*f));
    json_open(j, "rules", '[');
    for (const auto &rule : rules) {
        json_open_line(j, nullptr, '{');
        json_text(j, "id", rule.first.c_str());
        put_message(j, "help", rule.second);
        json_close(j, '}');
    }
    json_line(j);
    json_close(j, ']');
}

} // namespace

void print_sarif(FILE *out, const std::vector<finding *> &all)
{
    speaking in("en"); /* whatever the reader's language */
    json_out j = { out, false, false };
    json_open(&j, nullptr, '{');
    json_text(&j, "version", "2.1.0");
    json_text(&j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_open(&j, "runs", '[');
    json_open(&j, nullptr, '{');
    json_open(&j, "tool", '{');
    json_open(&j, "driver", '{');
    json_text(&j, "name", "make check");
    put_rules(&j, all);
    json_close(&j, '}');
    json_close(&j, '}');
    json_open(&j, "results", '[');
    for (const finding *f : all)
        put_result(&j, *f);
    json_line(&j);
    json_close(&j, ']');
    json_close(&j, '}');
    json_close(&j, ']');
    json_close(&j, '}');
    fputc('\n', out);
}

} // namespace cpu_device::check
