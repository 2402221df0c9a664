/* CPU device: which line of the source an address in the program comes from. */
#include "lines.h"
#include <link.h>
#include <string.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <fstream>

namespace cpu_device
{

namespace
{

uintptr_t load_address()
{
    uintptr_t address = 0;
    dl_iterate_phdr(
        [](struct dl_phdr_info *info, size_t, void *result) {
            *(uintptr_t *)result = info->dlpi_addr;
            return 1; /* the program comes first */
        },
        &address);
    return address;
}

bool of_the_user(const std::string &place)
{
    return place[0] != '?' && place.find("/cpu_device/") == std::string::npos &&
           place.find("/common/libraries/") == std::string::npos && place.compare(0, 5, "/usr/");
}

/* A new file with these addresses, one a line, as they stand in the program; "" if that fails. */
std::string write_list(const std::vector<const void *> &addresses)
{
    const char *temporary = getenv("TMPDIR");
    std::string list = std::string(temporary && *temporary ? temporary : "/tmp") + "/check-XXXXXX";
    int fd = mkstemp(&list[0]);
    if (fd < 0)
        return "";
    uintptr_t base = load_address();
    for (const void *address : addresses)
        dprintf(fd, "%#zx\n", (uintptr_t)address - base);
    close(fd);
    return list;
}

std::string shell_word(const std::string &text)
{
    std::string word = "'";
    for (char c : text)
        word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

/* Of each address on the list it prints the address, then its places, innermost first. */
FILE *run_addr2line(const std::string &list)
{
    char program[4096];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n < 0)
        return nullptr;
    std::string command =
        "tool=$(command -v addr2line || command -v llvm-addr2line) && $tool -a -i -e " +
        shell_word(std::string(program, (size_t)n)) + " <" + shell_word(list) + " 2>/dev/null";
    return popen(command.c_str(), "r");
}

} // namespace

std::string shortened(const std::string &place)
{
    char folder[4096];
    const char *called_in = getenv("CPU_DEVICE_CALLED_IN"); /* the program may run elsewhere */
    if (!called_in)
        called_in = getcwd(folder, sizeof folder);
    size_t length = called_in ? strlen(called_in) : 0;
    bool here = length && place.compare(0, length, called_in) == 0 && place[length] == '/';
    return place.substr(here ? length + 1 : 0);
}

bool resolve(const std::vector<const void *> &addresses, lines_of_source &places)
{
    std::string list = write_list(addresses);
    FILE *f = list.empty() ? nullptr : run_addr2line(list);
    char line[8192];
    size_t i = (size_t)-1;
    while (f && fgets(line, sizeof line, f)) {
        std::string place(line, strcspn(line, "\n"));
        if (place.compare(0, 2, "0x") == 0) {
            i++;
            continue;
        }
        place = place.substr(0, place.find(" (discriminator"));
        if (of_the_user(place) && i < addresses.size() && !places.count(addresses[i]))
            places[addresses[i]] = shortened(place);
    }
    if (f)
        pclose(f);
    unlink(list.c_str());
    return i != (size_t)-1;
}

std::string text_at(const std::string &place)
{
    const char *called_in = getenv("CPU_DEVICE_CALLED_IN");
    size_t colon = place.rfind(':');
    std::string name = place.substr(0, colon), text;
    std::ifstream file(name);
    if (!file && called_in)
        file.open(called_in + ("/" + name));
    for (int left = atoi(place.c_str() + colon + 1); left > 0; left--)
        if (!std::getline(file, text))
            return "";
    return text;
}

/* Bytes of the character of UTF-8 that begins with more than ASCII at s[i]; 0: none does. */
static size_t utf8_bytes(const std::string &s, size_t i)
{
    unsigned char first = s[i], second = i + 1 < s.size() ? s[i + 1] : 0;
    size_t bytes = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (i + bytes > s.size() || (first == 0xe0 && second < 0xa0) ||
        (first == 0xed && second > 0x9f) || (first == 0xf0 && second < 0x90) ||
        (first == 0xf4 && second > 0x8f))
        return 0;
    for (size_t k = 1; k < bytes; k++)
        if ((s[i + k] & 0xc0) != 0x80)
            return 0;
    return bytes;
}

std::string quoted(const std::string &s)
{
    std::string q = "\"";
    for (size_t i = 0, bytes; i < s.size(); i += bytes) {
        unsigned char c = s[i];
        bytes = c < 0x80 ? 1 : utf8_bytes(s, i);
        char code[8];
        if (c == '"' || c == '\\')
            q += std::string("\\") + (char)c;
        else if (c < 0x20 || c == 0x7f ||
                 !bytes) { /* no UTF-8: Latin-1, in which any byte is valid */
            snprintf(code, sizeof code, "\\u%04x", c), q += code;
            bytes = 1;
        } else
            q.append(s, i, bytes);
    }
    return q + "\"";
}

void write_traffic_line(FILE *out, const traffic_line &l)
{
    double requests = (double)l.requests;
    fprintf(out,
            "{\"file\":%s,\"line\":%u,\"access\":\"%s\",\"space\":\"%s\","
            "\"requests\":%llu,\"sectors\":%llu,\"sectors_per_request\":%.6g,"
            "\"least_per_request\":%.6g,\"bank_conflicts_per_request\":%.6g,"
            "\"approximate\":%s,\"bytes\":%llu",
            quoted(l.file).c_str(), l.line, l.access, l.shared ? "shared" : "global", l.requests,
            l.shared ? 0 : l.units, l.shared ? 0 : (double)l.units / requests,
            (double)l.least / requests, l.shared ? (double)(l.units - l.least) / requests : 0,
            l.approximate ? "true" : "false", l.bytes);
    if (l.width)
        fprintf(out, ",\"width\":%u", l.width);
    fputc('}', out);
}

} // namespace cpu_device
