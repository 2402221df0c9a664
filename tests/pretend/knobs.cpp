/* The pretend GPU: which card, and which knobs: PRETEND_GPU=t4,in_order,pinned=64M */
#include "pretend.h"

#include <unistd.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>

namespace pretend
{

/* As cudaDeviceProp of such cards has them; memory clock x bus x 2 / 8 is the bandwidth. */
static const struct {
    const char *key, *name;
    double sm, sms, clock, memory_clock, bus, memory, l2;
} cards[] = {
    { "t4", "T4", 75, 40, 1590, 5001, 256, 15.0 * (1 << 30), 4 << 20 },
    { "laptop", "RTX 3050 Laptop GPU", 86, 16, 1740, 6001, 128, 4.0 * (1 << 30), 1536 << 10 },
    { "h100", "H100 80GB HBM3", 90, 132, 1980, 2619, 5120, 80.0 * (1 << 30), 50 << 20 },
};

static const struct {
    const char *key;
    double knobs::*value;
} numbers[] = {
    { "sm", &knobs::sm },
    { "sms", &knobs::sms },
    { "clock", &knobs::clock },
    { "memory_clock", &knobs::memory_clock },
    { "bus", &knobs::bus },
    { "memory", &knobs::memory },
    { "l2", &knobs::l2 },
    { "nvml", &knobs::nvml },
    { "sm_clock", &knobs::sm_clock },
    { "highest_clock", &knobs::highest_clock },
    { "counter", &knobs::counter },
    { "stuck", &knobs::stuck },
    { "back", &knobs::back },
    { "watts", &knobs::watts },
    { "idle_watts", &knobs::idle_watts },
    { "rise", &knobs::rise },
    { "waver", &knobs::waver },
    { "held", &knobs::held },
    { "held_from", &knobs::held_from },
    { "display", &knobs::display },
    { "programs", &knobs::programs },
    { "mig", &knobs::mig },
    { "devices", &knobs::devices },
    { "driver", &knobs::driver },
    { "toolkit", &knobs::toolkit },
    { "in_order", &knobs::in_order },
    { "blocking", &knobs::blocking },
    { "exclusive", &knobs::exclusive },
    { "pinned", &knobs::pinned },
    { "slow_first", &knobs::slow_first },
    { "cold", &knobs::cold },
    { "cold_factor", &knobs::cold_factor },
    { "model", &knobs::model },
    { "write_back", &knobs::write_back },
    { "launch_us", &knobs::launch_us },
    { "kernel_us", &knobs::kernel_us },
    { "kernel_ns", &knobs::kernel_ns },
    { "copy_gbs", &knobs::copy_gbs },
    { "bus_gbs", &knobs::bus_gbs },
    { "pageable_gbs", &knobs::pageable_gbs },
    { "copy_us", &knobs::copy_us },
    { "host_ns", &knobs::host_ns },
};

[[noreturn]] static void refuse(const std::string &word)
{
    fprintf(stderr, "PRETEND_GPU: '%s': must be a card (", word.c_str());
    for (auto &card : cards)
        fprintf(stderr, "%s%s", card.key, &card == std::end(cards) - 1 ? "" : ", ");
    fprintf(stderr, "), name=WORDS, log=FILE, attributeN=VALUE, kernel:NAME=US, or one of these "
                    "with =NUMBER (K, M, G):");
    for (auto &number : numbers)
        fprintf(stderr, " %s", number.key);
    fputc('\n', stderr);
    _exit(2); /* what runs at the end also asks for the knobs */
}

static bool take_card(knobs &k, const std::string &word)
{
    for (auto &c : cards)
        if (word == c.key) {
            k.name = c.name;
            k.sm = c.sm, k.sms = c.sms, k.clock = c.clock, k.memory_clock = c.memory_clock;
            k.bus = c.bus, k.memory = c.memory, k.l2 = c.l2;
            return true;
        }
    return false;
}

/* 4G, 1.5e9, 64M; a knob that is on or off may have none: on. */
static bool read_number(const std::string &text, double *x)
{
    static const char units[] = "KMG";
    char *end;
    *x = strtod(text.c_str(), &end);
    if (const char *unit = *end && end > text.c_str() ? strchr(units, *end) : nullptr) {
        *x *= (double)(1ll << 10 * (unit - units + 1));
        end++;
    }
    return end > text.c_str() && !*end && *x >= 0;
}

static bool take_number(knobs &k, const std::string &key, const std::string &text)
{
    double x = 1;
    int which, used = 0;
    if (!text.empty() && !read_number(text, &x))
        return false;
    if (sscanf(key.c_str(), "attribute%d%n", &which, &used) == 1 && used == (int)key.size()) {
        k.attributes[which] = (int)x;
        return true;
    }
    if (!key.compare(0, 7, "kernel:")) {
        k.kernels[key.substr(7)] = x;
        return true;
    }
    for (auto &number : numbers)
        if (key == number.key) {
            k.*number.value = x;
            return true;
        }
    return false;
}

static bool is_set(const char *variable, const char *value)
{
    const char *is = getenv(variable);
    return is && !strcmp(is, value);
}

static knobs read()
{
    knobs k = {};
    const char *given = getenv("PRETEND_GPU");
    std::string rest = given ? given : "";
    take_card(k, "t4");
    k.driver = k.toolkit = CUDART_VERSION;
    k.devices = k.nvml = 1, k.pinned = 1e18, k.cold_factor = 3;
    k.counter = k.programs = 1, k.watts = 70, k.idle_watts = 10;
    k.launch_us = 5, k.kernel_ns = -1, k.host_ns = 1;
    k.bus_gbs = 12, k.pageable_gbs = 6, k.copy_us = 10;
    while (!rest.empty()) {
        size_t end = std::min(rest.find(','), rest.size()), equals = rest.find('=');
        std::string word = rest.substr(0, end), value;
        rest.erase(0, end + 1);
        if (equals < end)
            value = word.substr(equals + 1);
        if (!word.compare(0, 5, "name="))
            k.name = value;
        else if (!word.compare(0, 4, "log="))
            k.log = value;
        else if (!word.empty() && !take_card(k, word) &&
                 !take_number(k, word.substr(0, equals), value))
            refuse(word);
    }
    k.sm_clock = k.sm_clock ? k.sm_clock : k.clock;
    k.highest_clock = k.highest_clock ? k.highest_clock : k.clock;
    if (k.copy_gbs == 0) /* a good copy has 9 tenths of the bandwidth */
        k.copy_gbs = 0.9 * k.memory_clock * k.bus * 2 / 8 / 1e3;
    for (double *gbs : { &k.copy_gbs, &k.bus_gbs, &k.pageable_gbs }) /* 0 would take for ever */
        *gbs = *gbs > 0 ? *gbs : 100;
    if (k.kernel_ns < 0) /* as long as three float4 of each thread take */
        k.kernel_ns = 3 * 16 / k.copy_gbs;
    k.blocking += is_set("CUDA_LAUNCH_BLOCKING", "1"); /* as the driver reads them */
    k.in_order += is_set("CUDA_DEVICE_MAX_CONNECTIONS", "1");
    return k;
}

const knobs &asked()
{
    static const knobs k = read();
    return k;
}

void log(const char *call, const char *name, double bytes)
{
    static FILE *file = asked().log.empty() ? nullptr : fopen(asked().log.c_str(), "w");
    if (file)
        fprintf(file, "%s %s %.0f\n", call, name, bytes);
}

} // namespace pretend
