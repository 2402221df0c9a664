/* CPU device: the bug finder: its report as SARIF 2.1.0, which code scanning and editors read. */
#include <string.h>
#include "findings.h"

namespace cpu_device
{
namespace check
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

/* "" for a place that is not known. */
std::string location_of(const std::string &place)
{
    size_t colon = place.rfind(':');
    if (colon == std::string::npos || atoi(place.c_str() + colon + 1) < 1)
        return "";
    return "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":" +
           quoted(uri_of(place.substr(0, colon))) +
           "},\"region\":{\"startLine\":" + line_of(place) + "}}}";
}

void print_result(FILE *out, const finding &f)
{
    std::string first = location_of(f.sides.empty() ? place_of(f.made) : f.sides[0].place);
    std::string other = f.sides.size() > 1 ? location_of(f.sides[1].place) : "";
    if (first.empty())
        first = location_of(place_of(f.made));
    fprintf(out, "{\"ruleId\":\"%s\",\"level\":\"%s\",\"message\":{\"text\":%s}", name_of(f.kind),
            is_warning(f) ? "warning" : "error", quoted(title(f) + ": " + sentence(f)).c_str());
    fprintf(out, ",\"locations\":[%s],\"relatedLocations\":[%s]}", first.c_str(), other.c_str());
}

} // namespace

void print_sarif(FILE *out, const std::vector<finding *> &all)
{
    speaking in("en"); /* whatever the reader's language */
    std::map<std::string, std::string> rules;
    for (const finding *f : all)
        rules.emplace(name_of(f->kind), meaning(*f));
    fputs("{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
          "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"make check\",\"rules\":[",
          out);
    const char *comma = "";
    for (const auto &rule : rules) {
        fprintf(out, "%s\n{\"id\":\"%s\",\"help\":{\"text\":%s}}", comma, rule.first.c_str(),
                quoted(rule.second).c_str());
        comma = ",";
    }
    fputs("\n]}},\"results\":[", out);
    for (size_t i = 0; i < all.size(); i++) {
        fputs(i ? ",\n" : "\n", out);
        print_result(out, *all[i]);
    }
    fputs("\n]}]}\n", out);
}

} // namespace check
} // namespace cpu_device
