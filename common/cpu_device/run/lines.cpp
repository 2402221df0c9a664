/* CPU device: which line of the source an address in the program comes from. */
#include "lines.h"
#include <link.h>
#include <string.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
           place.compare(0, 5, "/usr/");
}

} // namespace

void resolve(const std::vector<const void *> &addresses, lines_of_source &places)
{
    char program[4096], folder[4096], line[8192];
    const char *temporary = getenv("TMPDIR");
    std::string list = std::string(temporary && *temporary ? temporary : "/tmp") + "/check-XXXXXX";
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    int fd = mkstemp(&list[0]);
    if (n < 0 || fd < 0 || !getcwd(folder, sizeof folder))
        return;
    program[n] = 0;
    uintptr_t base = load_address();
    for (const void *address : addresses)
        dprintf(fd, "%#zx\n", (uintptr_t)address - base);
    close(fd);
    std::string command =
        "tool=$(command -v addr2line || command -v llvm-addr2line) && $tool -a -i -e '";
    for (char *c = program; *c; c++)
        command += *c == '\'' ? std::string("'\\''") : std::string(1, *c);
    command += std::string("' <") + list + " 2>/dev/null";
    FILE *f = popen(command.c_str(), "r");
    size_t i = (size_t)-1;
    while (f && fgets(line, sizeof line, f)) {
        std::string place(line, strcspn(line, "\n"));
        if (place.compare(0, 2, "0x") == 0) {
            i++;
            continue;
        }
        place = place.substr(0, place.find(" (discriminator"));
        if (!of_the_user(place) || i >= addresses.size() || places.count(addresses[i]))
            continue;
        size_t length = strlen(folder);
        if (place.compare(0, length, folder) == 0 && place[length] == '/')
            place = place.substr(length + 1);
        places[addresses[i]] = place;
    }
    if (f)
        pclose(f);
    unlink(list.c_str());
}

std::string quoted(const std::string &s)
{
    std::string q = "\"";
    for (unsigned char c : s) {
        char code[8];
        if (c == '"' || c == '\\')
            q += std::string("\\") + (char)c;
        else if (c < 0x20 || c == 0x7f || c >= 0x80) /* as Latin-1: valid whatever the bytes are */
            snprintf(code, sizeof code, "\\u%04x", c), q += code;
        else
            q += (char)c;
    }
    return q + "\"";
}

} // namespace cpu_device
