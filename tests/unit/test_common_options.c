/* common/options: what a command line means, and that nonsense gets one clear line and status 2. */
#include "unit.h"
#include <sys/stat.h>
#include "common/engine/options.h"
#include "capture.h"

static struct lab lab = {
    .name = "lab09",
    .title = "Lab 9",
    .exercise = "lab09/op.cu",
    .versions = "cpu_serial cpu_openmp gpu_v1 gpu_ex91",
    .counts = "n",
    .rate = BYTES,
    .unit = "GB/s",
    .ceiling = "copy",
    .size = 1 << 24,
    .quick_size = 1 << 16,
    .min_size = 1,
    .max_size = 1 << 30,
    .sweep = "2^10,2^14,2^18,2^26",
};

static const struct own_option *own; /* NULL: the lab has none */

/* Splits at spaces; '' is an empty argument. */
static struct options parse(const char *line)
{
    static char copy[512];
    char *argv[32] = { "lab09" }, *rest = copy, *word;
    int argc = 1;

    snprintf(copy, sizeof(copy), "%s", line);
    while ((word = strsep(&rest, " ")))
        if (*word)
            argv[argc++] = strcmp(word, "''") ? word : "";
    return options_parse(&lab, own, argc, argv);
}

static void parse_in_child(void *line)
{
    parse(line);
}

static void assert_refused(const char *line, const char *option, const char *words)
{
    struct said said = capture(parse_in_child, (void *)line);

    if (said.status != STATUS_USAGE || lines(said.err) != 1 || *said.out)
        fail_msg("'%s': status %d, said:\n%s%s", line, said.status, said.out, said.err);
    assert_said(said.err, "lab09: ");
    assert_said(said.err, option);
    assert_said(said.err, words);
}

TEST(sizes_are_read_three_ways)
{
    long long v;

    assert_int_equal(parse_size("4096", 1, 1 << 30, &v), 0);
    assert_true(v == 4096);
    assert_int_equal(parse_size("1e6", 1, 1 << 30, &v), 0);
    assert_true(v == 1000000);
    assert_int_equal(parse_size("1.5e3", 1, 1 << 30, &v), 0);
    assert_true(v == 1500);
    assert_int_equal(parse_size("2^20", 1, 1 << 30, &v), 0);
    assert_true(v == 1 << 20);
    assert_int_equal(parse_size("3^4", 1, 1 << 30, &v), 0);
    assert_true(v == 81);
    assert_int_equal(parse_size("1e12", 1, 1LL << 60, &v), 0);
    assert_true(v == 1000000000000);
    assert_int_equal(parse_size("9223372036854775807", 1, INT64_MAX, &v), 0);
    assert_true(v == INT64_MAX);
}

TEST(nonsense_is_no_size)
{
    static const char *const nonsense[] = {
        "",      "-3",   "+3",   "0",      "1e30",  "1e18",  "2^64",       "2^-1",
        "2^",    "^2",   "2^2^", "1.5",    "1e-3",  "0x10",  "nan",        "inf",
        "12abc", "abc",  " 12",  "12 ",    "1,000", "1e",    "1e+",        "1..2",
        "2^62",  "10^9", "2^31", "4096.5", ".5e1",  "1e999", "1e6e6",      "99999999999999999999",
        "1^",    "e6",   "--",   "2^1e1",  "\n",    "1\n",   "4294967297",
    };
    long long v = 77;

    for (size_t i = 0; i < sizeof(nonsense) / sizeof(*nonsense); i++) {
        if (!parse_size(nonsense[i], 1, 500000000, &v))
            fail_msg("'%s' was taken for %lld", nonsense[i], v);
        assert_true(v == 77);
    }
}

TEST(limits_of_a_size_are_kept)
{
    long long v = 0;

    assert_int_equal(parse_size("10", 10, 20, &v), 0);
    assert_int_equal(parse_size("20", 10, 20, &v), 0);
    assert_int_equal(parse_size("9", 10, 20, &v), -1);
    assert_int_equal(parse_size("21", 10, 20, &v), -1);
    assert_int_equal(parse_size("99999999999999999999", 0, INT64_MAX, &v), -1);
    assert_int_equal(parse_size("10^20", 0, INT64_MAX, &v), -1);
    assert_int_equal(parse_size("1e20", 0, INT64_MAX, &v), -1);
    assert_int_equal(parse_size("0^0", 0, 20, &v), 0);
    assert_true(v == 1);
}

TEST(defaults)
{
    struct options o = parse("");

    assert_int_equal(o.size, 1 << 24);
    assert_int_equal(o.size_count, 1);
    assert_int_equal(o.sizes[0], 1 << 24);
    assert_int_equal(o.limits.samples, 10);
    assert_float_equal(o.limits.min_time, 0.3, 0);
    assert_float_equal(o.limits.max_time, 2, 0);
    assert_int_equal(o.seed, 1);
    assert_false(o.sweep || o.quick);
    assert_null(o.csv);
    assert_null(o.only);
    assert_null(o.require);
    assert_null(o.compare[0]);
    assert_null(o.compare[1]);
    assert_int_equal(o.thread_count, 0);
    assert_false(o.seed_given);
}

TEST(every_option_is_read)
{
    struct options o = parse("--size 1e6 --samples 20 --min-time 0.5 --seed 7 --only gpu_v1");

    assert_int_equal(o.size, 1000000);
    assert_int_equal(o.sizes[0], 1000000);
    assert_int_equal(o.limits.samples, 20);
    assert_float_equal(o.limits.min_time, 0.5, 0);
    assert_int_equal(o.seed, 7);
    assert_true(o.seed_given);
    assert_string_equal(o.only, "gpu_v1");
    assert_true(options_wants(&o, "gpu_v1"));
    assert_false(options_wants(&o, "gpu_ex91"));
    o = parse("--only ex91,gpu_v1");
    assert_string_equal(o.only, "gpu_ex91,gpu_v1");
    assert_true(options_wants(&o, "gpu_ex91") && options_wants(&o, "gpu_v1"));
    assert_false(options_wants(&o, "gpu_ex9") || options_wants(&o, "cpu_serial"));
    o = parse("--size=4096 --only=cpu_serial");
    assert_int_equal(o.size, 4096);
    assert_true(options_wants(&o, "cpu_serial"));
    o = parse("");
    assert_true(options_wants(&o, "gpu_ex91"));
}

TEST(a_sweep_has_the_labs_sizes_or_the_given_ones)
{
    struct options o = parse("--sweep");

    assert_true(o.sweep);
    assert_int_equal(o.size_count, 4);
    assert_int_equal(o.sizes[0], 1 << 10);
    assert_int_equal(o.sizes[3], 1 << 26);
    o = parse("--sweep --size 2^18");
    assert_int_equal(o.size_count, 3);
    assert_int_equal(o.sizes[2], 1 << 18);
    o = parse("--sweep --size 100");
    assert_int_equal(o.size_count, 1);
    assert_int_equal(o.sizes[0], 100);
    o = parse("--sizes 300,2^4,1e2");
    assert_true(o.sweep);
    assert_int_equal(o.size_count, 3);
    assert_int_equal(o.sizes[0], 16);
    assert_int_equal(o.sizes[1], 100);
    assert_int_equal(o.sizes[2], 300);
}

TEST(quick_is_small_unless_told_otherwise)
{
    struct options o = parse("--quick");

    assert_int_equal(o.size, 1 << 16);
    assert_int_equal(o.limits.samples, 3);
    assert_float_equal(o.limits.min_time, 0, 0);
    o = parse("--quick --sweep");
    assert_int_equal(o.size_count, 2);
    o = parse("--size 5000 --samples 7 --min-time 0.1 --quick");
    assert_int_equal(o.size, 5000);
    assert_int_equal(o.limits.samples, 7);
    assert_float_equal(o.limits.min_time, 0.1, 0);
}

TEST(who_asks_for_more_gets_a_higher_cap)
{
    assert_float_equal(parse("--samples 1000").limits.max_time, 60, 0);
    assert_float_equal(parse("--min-time 5").limits.max_time, 10, 0);
    assert_float_equal(parse("--min-time 0.1").limits.max_time, 2, 0);
}

TEST(nonsense_is_refused_in_one_line)
{
    assert_refused("--size -3", "--size '-3'", "a whole number from 1 to 1073741824");
    assert_refused("--size 1e30", "--size '1e30'", "a whole number from 1 to 1073741824");
    assert_refused("--size 2^31", "--size '2^31'", "a whole number from 1 to 1073741824");
    assert_refused("--size 0", "--size '0'", "a whole number from 1");
    assert_refused("--size big", "--size 'big'", "as 1000, 1e3 or 2^10");
    assert_refused("--size 12x", "--size '12x'", "as 1000, 1e3 or 2^10");
    assert_refused("--size ''", "--size ''", "as 1000, 1e3 or 2^10");
    assert_refused("--size=", "--size ''", "as 1000, 1e3 or 2^10");
    assert_refused("--size", "--size", "needs a value");
    assert_refused("--sizes", "--sizes", "needs a value");
    assert_refused("--sizes ''", "--sizes", "as 1000, 1e3 or 2^10");
    assert_refused("--sizes 1,,2", "--sizes ''", "as 1000, 1e3 or 2^10");
    assert_refused("--sizes 1,2,", "--sizes ''", "as 1000, 1e3 or 2^10");
    assert_refused("--sizes 1,2x", "--sizes '2x'", "as 1000, 1e3 or 2^10");
    assert_refused("--sizes 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
                   "--sizes", "more than 32");
    assert_refused("--samples 0", "--samples '0'", "from 1 to 10000");
    assert_refused("--samples 1.5", "--samples '1.5'", "from 1 to 10000");
    assert_refused("--samples 10001", "--samples '10001'", "from 1 to 10000");
    assert_refused("--samples nan", "--samples 'nan'", "from 1 to 10000");
    assert_refused("--min-time -1", "--min-time '-1'", "seconds from 0 to 600");
    assert_refused("--min-time nan", "--min-time 'nan'", "seconds from 0 to 600");
    assert_refused("--min-time inf", "--min-time 'inf'", "seconds from 0 to 600");
    assert_refused("--min-time 1e9", "--min-time '1e9'", "seconds from 0 to 600");
    assert_refused("--min-time 1s", "--min-time '1s'", "seconds from 0 to 600");
    assert_refused("--min-time ''", "--min-time ''", "seconds from 0 to 600");
    assert_refused("--seed -1", "--seed '-1'", "from 0");
    assert_refused("--seed x", "--seed 'x'", "from 0");
    assert_refused("--only gpu_ex92", "--only 'gpu_ex92'",
                   "there are cpu_serial cpu_openmp gpu_v1 gpu_ex91");
    assert_refused("--only ex91,ex92", "--only 'ex92'", "there are cpu_serial");
    assert_refused("--only gpu", "--only 'gpu'", "there are cpu_serial");
    assert_refused("--only ''", "--only ''", "there are cpu_serial");
    assert_refused("--bogus", "--bogus", "no such option");
    assert_refused("--n 100", "--n", "the size is --size");
    assert_refused("-x", "-x", "no such option");
    assert_refused("-xyz", "-xyz", "no such option");
    assert_refused("--s 3", "--s", "no such option");
    assert_refused("--quick=3", "--quick=3", "no such option");
    assert_refused("extra", "'extra'", "is no option");
    assert_refused("--quick extra", "'extra'", "is no option");
    assert_refused("-- extra", "'extra'", "is no option");
    assert_refused("-", "'-'", "is no option");
}

TEST(a_csv_must_be_a_file_that_can_be_written)
{
    char folder[] = "/tmp/options.XXXXXX", line[128], path[64], beside[80];
    struct stat file;

    assert_non_null(mkdtemp(folder));
    snprintf(line, sizeof(line), "--csv %s/none/a.csv", folder);
    assert_refused(line, "--csv", "cannot be written (No such file or directory)");
    snprintf(line, sizeof(line), "--csv %s", folder);
    assert_refused(line, "--csv", "must be the name of a file");
    assert_refused("--csv ''", "--csv ''", "must be the name of a file");
    assert_refused("--csv /dev/null", "--csv '/dev/null'", "must be the name of a file");
    assert_refused("--csv", "--csv", "needs a value");
    snprintf(path, sizeof(path), "%s/a.csv", folder);
    snprintf(beside, sizeof(beside), "%s.part", path);
    snprintf(line, sizeof(line), "--csv %s", path);
    assert_string_equal(parse(line).csv, path);
    assert_int_not_equal(stat(path, &file), 0); /* trying it has left nothing behind */
    assert_int_not_equal(stat(beside, &file), 0);
    snprintf(line, sizeof(line), "--csv %s --size x", path);
    assert_refused(line, "--size 'x'", "whole number");
    assert_int_not_equal(stat(path, &file), 0);
    assert_int_equal(rmdir(folder), 0);
}

TEST(help_names_every_option_with_its_default)
{
    static const char *const words[] = {
        "--size N",       "default 16777216",
        "--sizes A,B,C",  "default 2^10,2^14,2^18,2^26",
        "--samples",      "default 10",
        "--min-time",     "default 0.3",
        "--seed",         "default drawn, and printed",
        "--csv FILE",     "default: none",
        "--sweep",        "default: no",
        "--only VERSION", "cpu_serial cpu_openmp gpu_v1 gpu_ex91",
        "--quick",        "size 65536",
        "--help",         "exit status: 0",
        "--compare V,W",  "in turns",
        "--require A,B",  "exit with status 1 unless",
        "--threads A,B",  "also run the CPU versions on A and on B threads",
        "--card NAME",    "default: t4",
    };
    struct said said = capture(parse_in_child, "--help");

    assert_int_equal(said.status, 0);
    assert_string_equal(said.err, "");
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        assert_said(said.out, words[i]);
    for (char *line = strtok(said.out, "\n"); line; line = strtok(NULL, "\n"))
        assert_in_range(strlen(line), 1, 100);
}

TEST(options_about_versions_are_read)
{
    struct options o = parse("--compare gpu_v1,gpu_ex91 --require ex91 --threads 1,2,16");

    assert_string_equal(o.compare[0], "gpu_v1");
    assert_string_equal(o.compare[1], "gpu_ex91");
    assert_string_equal(o.require, "ex91");
    assert_int_equal(o.thread_count, 3);
    assert_int_equal(o.threads[0], 1);
    assert_int_equal(o.threads[1], 2);
    assert_int_equal(o.threads[2], 16);
    o = parse("--compare=gpu_v1,ex91 --require gpu_ex91 --seed 2^40"); /* a seed above 2^32 */
    assert_string_equal(o.compare[0], "gpu_v1");
    assert_string_equal(o.compare[1], "gpu_ex91");
    o = parse("--compare=gpu_v1,gpu_v1 --seed 2^40"); /* against itself */
    assert_string_equal(o.compare[1], "gpu_v1");
    assert_true(o.seed == 1ull << 40);
}

TEST(nonsense_about_versions_is_refused_in_one_line)
{
    assert_refused("--compare gpu_v1", "--compare 'gpu_v1'", "must be two versions");
    assert_refused("--energy --compare gpu_v1,gpu_v1", "--energy and --compare", "together");
    assert_refused("--compare gpu_v1,gpu_v1 --only gpu_v1", "--only and --compare", "together");
    assert_refused("--compare gpu_v1,gpu_v1,gpu_v1", "--compare", "must be two versions");
    assert_refused("--compare gpu_v1,", "--compare ''", "there are cpu_serial cpu_openmp");
    assert_refused("--compare ,gpu_v1", "--compare ''", "there are cpu_serial cpu_openmp");
    assert_refused("--compare gpu_v1,gpu", "--compare 'gpu'", "there are cpu_serial cpu_openmp");
    assert_refused("--compare", "--compare", "needs a value");
    assert_refused("--require ex92", "--require 'ex92'", "no such");
    assert_refused("--require ex9", "--require 'ex9'", "no such exercise");
    assert_refused("--require gpu_v1", "--require 'gpu_v1'", "no such exercise; there are ex91\n");
    assert_refused("--require v1", "--require 'v1'", "no such exercise");
    assert_refused("--require ex91,", "--require ''", "no such exercise");
    assert_refused("--require ''", "--require ''", "no such exercise");
    assert_refused("--threads 0", "--threads '0'", "from 1 to 1024");
    assert_refused("--threads 1,x", "--threads 'x'", "from 1 to 1024");
    assert_refused("--threads ''", "--threads ''", "from 1 to 1024");
    assert_refused("--threads 1,2,3,4,5,6,7,8,9", "--threads", "more than 8");
}

static char kept[16];

static int keep(const char *text)
{
    snprintf(kept, sizeof(kept), "%s", text);
    return strcmp(text, "blue") && strcmp(text, "red") ? -1 : 0;
}

TEST(a_lab_may_have_options_of_its_own)
{
    static const char *picture;
    static long long copies;
    static bool mirrored;
    static const struct own_option options[] = {
        { "colour", "C", "blue or red (default red)", "must be blue or red", .read = keep },
        { "sizeable", "C", "begins like --size (default red)", "must be blue or red",
          .read = keep },
        { "picture", "FILE", "a file (default: none)", "must be a file", .keep = &picture },
        { "copies", "N", "1 to 9 (default 1)", .whole = &copies, .min = 1, .max = 9 },
        { "mirrored", "", "left is right (default: no)", .flag = &mirrored },
        { "elsewhere", "N", "not here", "is elsewhere", .keep = NULL },
        { .name = NULL },
    };

    assert_refused("--colour blue", "--colour", "no such option");
    own = options;
    assert_int_equal(parse("--size 7 --colour blue --seed 3").seed, 3);
    assert_string_equal(kept, "blue");
    assert_int_equal(parse("--colour=red --size 7").size, 7);
    assert_string_equal(kept, "red");
    assert_refused("--colour green", "--colour 'green'", "must be blue or red");
    assert_refused("--colour ''", "--colour ''", "must be blue or red");
    assert_refused("--colour", "--colour", "needs a value");
    assert_int_equal(parse("--picture a.ppm --size 7").size, 7);
    assert_string_equal(picture, "a.ppm");
    assert_refused("--picture ''", "--picture ''", "must be a file");
    assert_int_equal(parse("--copies 2^3 --size 7").size, 7);
    assert_int_equal(copies, 8);
    assert_refused("--copies 10", "--copies '10'", "must be a whole number from 1 to 9");
    assert_false(mirrored);
    assert_int_equal(parse("--mirrored --size 7").size, 7);
    assert_true(mirrored);
    assert_refused("--elsewhere 1", "--elsewhere '1'", "is elsewhere");
    struct said said = capture(parse_in_child, "--help");
    assert_said(said.out, "\n  --colour C       blue or red (default red)\n");
    assert_said(said.out, "\n  --mirrored       left is right (default: no)\n");
    assert_said(said.out, "--size N");
    own = NULL;
}
