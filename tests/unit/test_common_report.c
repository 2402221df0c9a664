/* common/report: what a run prints, what it refuses to claim, and the status it ends with. */
#include "unit.h"
#include <pty.h>
#include <sys/stat.h>
#include "common/engine/options.h"
#include "common/engine/report.h"
#include "capture.h"

static struct lab lab = {
    .name = "lab09",
    .title = "Lab 9 - an operation",
    .exercise = "lab09_an_operation/operation.cu",
    .versions = "cpu_serial cpu_openmp gpu_v1 gpu_ex91 gpu_ex92",
    .counts = "n",
    .rate = BYTES,
    .unit = "GB/s",
    .ceiling = "copy",
    .size = 1 << 20,
    .quick_size = 64,
    .min_size = 1,
    .max_size = 1 << 30,
    .sweep = "2^10,2^20",
};

static const struct device gpu = {
    .name = "GPU X",
    .about = "GPU X, 80 SMs",
    .toolkit = "driver 1",
    .best = { .float32 = 58.9e12, .int32 = 7.25e12, .memory = 4000e9 },
    .physical = { .float32 = 66.9e12, .clock = 1980e6, .memory = 4916e9 },
};
static const struct device cpu_device = {
    .name = "CPU device", .is_cpu = 1, .about = "CPU device: no GPU", .toolkit = "none"
};

/* What a run is told, and what it then does. */
struct run {
    const struct device *device;
    struct options options;
    enum state states[3]; /* of gpu_v1, gpu_ex91 and gpu_ex92 */
    double sync_ms;       /* of gpu_v1 */
    double spread;        /* p95 over the median, and the median over p05 */
    int samples;
    int lost, refused; /* gpu_v1 loses the device; its launches are refused */
    int capped, preempted;
};

static struct run a_run(const struct device *device)
{
    struct run run = {
        .device = device,
        .options = { .size = 1 << 20,
                     .sizes = { 1 << 20 },
                     .size_count = 1,
                     .limits = { 10, 0.3, 1 },
                     .seed = 1 },
        .states = { STATE_OK, STATE_TODO, STATE_TODO },
        .sync_ms = 0.01,
        .spread = 1.01,
        .samples = 10,
    };

    return run;
}

static struct stats around(const struct run *run, double ms)
{
    return (struct stats){ .samples = run->samples,
                           .median_ms = ms,
                           .p05_ms = ms / run->spread,
                           .p95_ms = ms * run->spread,
                           .capped = run->capped,
                           .preempted = run->preempted };
}

static void measured(struct report *report, const struct run *run, const char *version,
                     long long size, double ms)
{
    struct work work = { FLOAT32, size, 0, size, 0, 1 << 20, 12 << 20, 0.0031 };
    struct stats times[] = { around(run, ms / 100), around(run, ms), around(run, 0.999 * ms),
                             around(run, 10 * ms) };

    if (!strncmp(version, "cpu", 3))
        report_time(report, version, &work, WALL, &times[SYNC]);
    else
        for (int m = NO_SYNC; m <= WITH_TRANSFERS; m++)
            report_time(report, version, &work, m, &times[m])->bound_ms = 0.0025;
}

static void a_version(struct report *report, const struct run *run, const char *version,
                      const char *todo, enum state state, double ms)
{
    struct check check;

    check_begin(&check, version, "in a few words", todo);
    check_at(&check, "n = 7");
    check.written = state == STATE_OK;
    if (state == STATE_OK)
        measured(report, run, version, 1 << 20, ms);
    if (state == STATE_TODO)
        strcpy(check.unwritten, "n = 7");
    if (state == STATE_SKIP)
        check.skip = "needs a GPU";
    if (state == STATE_WRONG) {
        check_fail(&check, "c[3] = 1, expected 2");
        strcpy(check.detail, "1 of 7 wrong");
        check.lost = run->lost;
        check.refused = run->refused;
    }
    report_version(report, &check, 1 << 20);
}

static void do_run(void *argument)
{
    const struct run *run = argument;
    struct report report;

    report_banner(&report, &lab, &run->options, run->device);
    report_head(&report);
    a_version(&report, run, "cpu_serial", NULL, STATE_OK, 8);
    a_version(&report, run, "cpu_openmp", NULL, STATE_OK, 2);
    report_progress(&report, "gpu_v1", 1 << 20);
    a_version(&report, run, "gpu_v1", NULL, run->states[0], run->sync_ms);
    a_version(&report, run, "gpu_ex91", "9.1", run->states[1], 0.02);
    a_version(&report, run, "gpu_ex92", "9.2", run->states[2], 0.04);
    report_methods(&report, 1 << 20);
    report_briefly(&report); /* a size at which the GPU does not pay */
    measured(&report, run, "cpu_openmp", 64, 0.001);
    measured(&report, run, "gpu_v1", 64, 0.01);
    report_break_even(&report);
    exit(report_end(&report));
}

static struct said said_by(struct run run)
{
    return capture(do_run, &run);
}

/* The line that begins with word, with single spaces. */
static const char *line_of(const struct said *said, const char *word)
{
    static char line[256];
    char newline[64];
    int out = 0;

    snprintf(newline, sizeof(newline), "\n%s", word);
    const char *at = strstr(said->out, newline);
    if (!at)
        fail_msg("no line '%s' in:\n%s", word, said->out);
    for (at++; *at && *at != '\n'; at++)
        if (*at != ' ' || (out > 0 && line[out - 1] != ' '))
            line[out++] = *at;
    line[out] = 0;
    return line;
}

/* What a run says about gpu_ex91 whose file, mine.cu in a folder of its own, has these lines. */
static const char *todo_of(const char *lines)
{
    static char said[256];
    const char *before = lab.exercise;
    char folder[] = "/tmp/test_report_XXXXXX", path[64];

    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/mine.cu", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(lines, f);
    fclose(f);
    lab.exercise = path;
    struct said all = said_by(a_run(&gpu));
    snprintf(said, sizeof(said), "%s", line_of(&all, "gpu_ex91"));
    lab.exercise = before;
    remove(path);
    remove(folder);
    if (strstr(said, folder))
        memmove(strstr(said, folder), "F", 2); /* the folder's name is drawn */
    return said;
}

TEST(a_todo_that_is_half_done_names_what_is_left)
{
    assert_string_equal(todo_of("void x_ex91_kernel()\n// TODO(9.1): a\n// TODO(9.1): b\n"),
                        "gpu_ex91 todo TODO(9.1): in a few words, in F");
    assert_string_equal(todo_of("void x_ex91_kernel()\n\n// TODO(9.1): b\n// TODO(9.2): c\n"),
                        "gpu_ex91 todo nothing was written: TODO(9.1) is left at F");
    assert_string_equal(
        todo_of("void x_ex91_kernel()\n// TODO(9.2): c\n"),
        "gpu_ex91 todo nothing was written: is the kernel of TODO(9.1) launched, in F");
    assert_string_equal(todo_of("void x_ex91()\n// TODO(9.1): no kernel of its own\n"),
                        "gpu_ex91 todo TODO(9.1): in a few words, in F");
    assert_string_equal(todo_of("void x_ex91(float *y)\n// TODO(9.2): c\n"),
                        "gpu_ex91 todo nothing was written: does TODO(9.1) launch a kernel, or "
                        "copy its result back?");
    assert_string_equal(todo_of("// TODO(9.2): another file\n"),
                        "gpu_ex91 todo TODO(9.1): in a few words, in F");
}

TEST(a_gpu_has_both_speed_ups)
{
    struct said said = said_by(a_run(&gpu));

    assert_int_equal(said.status, STATUS_OK);
    assert_string_equal(line_of(&said, "cpu_openmp"),
                        "cpu_openmp ok 2.00 [1.98, 2.02] 6.29 - | 4.00 - 1.00 -");
    assert_string_equal(line_of(&said, "gpu_v1"),
                        "gpu_v1 ok 0.0100 [0.0099, 0.0101] 1 258 31.0 | 800 80.0 200 20.0");
    assert_string_equal(
        line_of(&said, "gpu_ex91"),
        "gpu_ex91 todo TODO(9.1): in a few words, in lab09_an_operation/operation.cu");
    assert_string_equal(line_of(&said, "next:"),
                        "next: TODO(9.1) in lab09_an_operation/operation.cu; "
                        "handouts/en/lab09.md");
    assert_said(said.out, "from which n does gpu_v1 beat all cores? 1 048 576 (kernel only), "
                          "1 048 576 (+copies)\n");
    assert_said(said.out, "GPU X, 80 SMs");
    assert_said(said.out,
                "\nlimits   measured, warm (% are of these): 58.9 TFLOP/s, 7.25 T products/s, "
                "copy 4 000 GB/s\n");
    assert_said(said.out, "\n         physical (faster is IMPOSSIBLE): 66.9 TFLOP/s at 1 980 MHz, "
                          "memory 4 916 GB/s\n");
    assert_not_said(said.out, "limits   a kernel");
    assert_said(said.out, "n = 1 048 576");
    assert_said(said.out, "L2 flushed");
    assert_string_equal(said.err, "");
}

TEST(the_pitfall_stands_beside_the_truth)
{
    struct said said = said_by(a_run(&gpu));

    assert_said(said.out, "how long did gpu_v1 take?");
    assert_string_equal(line_of(&said, "  no synchronize"),
                        "no synchronize 0.0001 ms 125 829 GB/s IMPOSSIBLE: 25 times the device's "
                        "limit");
    assert_said(said.out, "the launch returned before the kernel ran");
    assert_string_equal(line_of(&said, "  clock + synchronize"),
                        "clock + synchronize 0.0100 ms 1 258 GB/s ok");
    assert_string_equal(line_of(&said, "  CUDA events"),
                        "CUDA events 0.0100 ms 1 260 GB/s ok, 0.1 % less than the clock");
}

TEST(a_time_beyond_the_ceiling_is_called_impossible_in_the_table)
{
    struct run run = a_run(&gpu);

    run.sync_ms = 0.001;
    struct said said = said_by(run);
    assert_said(line_of(&said, "gpu_v1"), " 310 |");
    assert_said(said.out, "IMPOSSIBLE: 2.5 times the device's limit\n");
}

TEST(the_cpu_device_claims_no_speed_up)
{
    static const char *const of_a_gpu[] = { "% copy", "+copies", "not this machine",
                                            "beat all cores", "L2 flushed" };

    setenv("REFERENCE", "/none/such", 1);
    struct said said = said_by(a_run(&cpu_device));
    assert_string_equal(line_of(&said, "gpu_v1"), "gpu_v1 ok 0.0100 [0.0099, 0.0101] 1 258 |");
    assert_string_equal(line_of(&said, "cpu_openmp"),
                        "cpu_openmp ok 2.00 [1.98, 2.02] 6.29 | 4.00 1.00");
    assert_string_equal(line_of(&said, "version"),
                        "version check ms (synchronized) GB/s | vs 1 thread vs all cores");
    for (size_t i = 0; i < sizeof(of_a_gpu) / sizeof(*of_a_gpu); i++)
        assert_not_said(said.out, of_a_gpu[i]);
}

/* A folder reference/some_gpu/lab09.csv, made by a run on a "GPU", in which we then work. */
static char folder[] = "/tmp/report.XXXXXX";

static void borrow(struct said *said, const char *reference)
{
    struct run run = a_run(&gpu);

    if (reference)
        setenv("REFERENCE", reference, 1);
    else
        unsetenv("REFERENCE");
    assert_int_equal(chdir(folder), 0);
    run.options.csv = "reference/some_gpu/lab09.csv";
    assert_int_equal(said_by(run).status, 0);
    run = a_run(&cpu_device);
    run.sync_ms = 5;
    *said = said_by(run);
    assert_int_equal(chdir("/"), 0);
}

TEST(the_cpu_device_shows_a_named_and_dated_reference)
{
    struct said said;
    char path[128];

    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("reference", 0777) || mkdir("reference/some_gpu", 0777), 0);
    const char *const ways[] = { NULL, "", "some_gpu", path };
    snprintf(path, sizeof(path), "%s/reference/some_gpu", folder);
    for (int i = 0; i < 4; i++) {
        borrow(&said, ways[i]);
        assert_string_equal(line_of(&said, "gpu_v1"), "gpu_v1 ok 5.00 [4.95, 5.05] 2.52 |");
        assert_said(line_of(&said, "not this machine"), "not this machine: GPU X, 20");
        assert_said(said.out, "reference/some_gpu/lab09.csv, n = 1 048 576\n");
        assert_string_equal(line_of(&said, "  gpu_v1"),
                            "gpu_v1 0.0100 ms; beside one thread there 800 (+copies "
                            "80.0), all cores 200 (20.0)");
        assert_said(line_of(&said, "  from which n"),
                    "gpu_v1 beat all cores? 1 048 576 (kernel only), 1 048 576 (+copies)");
    }
    borrow(&said, "another_gpu");
    assert_not_said(said.out, "not this machine");
    assert_not_said(said.out, "beat all cores");
    snprintf(path, sizeof(path), "rm -r %s", folder);
    assert_int_equal(system(path), 0);
}

TEST(a_wrong_version_has_no_time_and_status_1)
{
    struct run run = a_run(&gpu);

    run.states[1] = STATE_WRONG;
    struct said said = said_by(run);
    assert_int_equal(said.status, STATUS_WRONG);
    assert_string_equal(line_of(&said, "gpu_ex91"), "gpu_ex91 WRONG n = 7: c[3] = 1, expected 2");
    assert_string_equal(line_of(&said, "                    1 of"), "1 of 7 wrong");
    assert_string_equal(line_of(&said, "next:"),
                        "next: fix gpu_ex91: make check09 looks for its errors; ./lab09 --only "
                        "gpu_ex91 runs it alone");
    assert_not_said(said.out, "make debug09"); /* gdb stops in no thread of a GPU */
    run = a_run(&cpu_device);
    run.states[1] = STATE_WRONG;
    said = said_by(run);
    assert_said(said.out, "\n      make debug09 ONLY=ex91 SIZE=7: gdb in its first thread\n");
    run.refused = 1; /* no thread has run */
    assert_not_said(said_by(run).out, "make debug09");
    run.refused = 0;
    setenv("LAB_CHECK", "1", 1);
    setenv("LAB_DEBUG", "", 1);
    said = said_by(run);
    unsetenv("LAB_DEBUG");
    unsetenv("LAB_CHECK");
    assert_not_said(said.out, "make debug09");
}

/* The finder says "nothing found" of a kernel that computes the wrong thing in the right places. */
TEST(under_the_bug_finder_a_wrong_result_stays_wrong)
{
    struct run run = a_run(&gpu);

    run.states[1] = STATE_WRONG;
    setenv("LAB_CHECK", "1", 1);
    struct said said = said_by(run);
    assert_string_equal(
        line_of(&said, "next:"),
        "next: fix gpu_ex91: its result is wrong. If the finder reports nothing, it cannot see "
        "this kind of");
    assert_said(said.out, "go on with ./lab09 --only gpu_ex91 and handouts/en/lab09.md\n");
    setenv("LAB_TRAFFIC", "1", 1);
    said = said_by(run);
    assert_said(line_of(&said, "next:"), "make check09 looks for its errors");
    unsetenv("LAB_TRAFFIC");
    unsetenv("LAB_CHECK");
}

TEST(a_skip_has_its_reason_and_is_no_failure)
{
    struct run run = a_run(&gpu);

    run.states[0] = STATE_SKIP;
    struct said said = said_by(run);
    assert_int_equal(said.status, STATUS_OK);
    assert_string_equal(line_of(&said, "gpu_v1"), "gpu_v1 skip needs a GPU");
    assert_not_said(said.out, "how long did");
}

TEST(all_done_is_said)
{
    struct run run = a_run(&gpu);

    run.states[1] = run.states[2] = STATE_OK;
    struct said said = said_by(run);
    assert_int_equal(said.status, STATUS_OK);
    assert_said(line_of(&said, "next:"), "all that ran is right; make check09 looks for");
}

TEST(the_next_sheet_is_in_the_language_of_the_reader)
{
    const char *const wanted[][4] = { { "es", "C", "siguiente:", "handouts/es/lab09.md" },
                                      { "", "es_ES.UTF-8", "siguiente:", "handouts/es/lab09.md" },
                                      { "en", "es_ES.UTF-8", "next:", "handouts/en/lab09.md" } };

    for (int i = 0; i < 3; i++) {
        setenv("REPORT_LANG", wanted[i][0], 1);
        setenv("LC_ALL", wanted[i][1], 1);
        struct said said = said_by(a_run(&gpu));
        assert_said(line_of(&said, wanted[i][2]), wanted[i][3]);
    }
}

TEST(a_lost_device_ends_the_run)
{
    struct run run = a_run(&gpu);

    run.states[0] = STATE_WRONG;
    run.lost = 1;
    struct said said = said_by(run);
    assert_int_equal(said.status, STATUS_WRONG);
    assert_said(line_of(&said, "not run:"), "not run: gpu_ex91 gpu_ex92");
    assert_not_said(said.out, "\ngpu_ex91");
    run.options.only = "gpu_v1";
    said = said_by(run);
    assert_not_said(said.out, "gpu_ex91");
}

TEST(doubts_are_told)
{
    struct run run = a_run(&gpu);

    struct said said = said_by(run);
    assert_not_said(said.out, "only 10 samples");
    assert_not_said(said.out, "preempted");
    assert_not_said(said.out, "times p05");
    run.capped = 1;
    run.preempted = 100;
    run.spread = 2;
    said = said_by(run);
    assert_string_equal(line_of(&said, "doubt    cpu_serial"),
                        "doubt cpu_serial, n = 1 048 576: only 10 samples; p95 is 4 times p05; "
                        "preempted 100 times");
    assert_string_equal(line_of(&said, "doubt    gpu_v1"),
                        "doubt gpu_v1, n = 1 048 576: only 10 samples; p95 is 4 times p05; "
                        "preempted 100 times");
    assert_not_said(said.out, "other rows");
    run.states[1] = run.states[2] = STATE_OK; /* seven rows */
    said = said_by(run);
    assert_said(said.out, "doubt    cpu_openmp, n = 64: ");
    assert_not_said(said.out, "doubt    gpu_v1, n = 64: ");
    assert_said(line_of(&said, "doubt    other"), "other rows with a doubt: 1; with --csv FILE");
    run.spread = 14;
    assert_said(said_by(run).out, "p95 is 196 times p05"); /* not 2e+02 */
}

TEST(what_takes_50_times_as_long_as_v1_is_told)
{
    struct run run = a_run(&cpu_device);

    run.states[1] = run.states[2] = STATE_OK;
    assert_not_said(said_by(run).out, "slow ");
    run.sync_ms = 0.0005; /* 40 and 80 times */
    struct said said = said_by(run);
    assert_not_said(said.out, "slow     gpu_ex91");
    assert_string_equal(line_of(&said, "slow     gpu_ex92"),
                        "slow gpu_ex92, n = 1 048 576: 80 times as long as gpu_v1; does one "
                        "thread, or each, do the work of all?");
}

/* Once in a sample is what every process bears. */
TEST(a_core_that_was_lost_now_and_then_is_no_doubt)
{
    struct run run = a_run(&gpu);

    run.preempted = 10;
    assert_not_said(said_by(run).out, "preempted");
    run.preempted = 11;
    assert_said(said_by(run).out, "gpu_v1, n = 1 048 576: preempted 11 times\n");
}

/* ---- how far the samples lie apart ---------------------------------------------------------- */

TEST(what_spreads_over_twice_is_marked_in_its_line)
{
    struct run run = a_run(&gpu);

    run.spread = 1.41; /* 1.9881 times from end to end */
    struct said said = said_by(run);
    assert_said(line_of(&said, "cpu_openmp"), "ok 2.00 [1.42, 2.82] 6.29");
    assert_not_said(said.out, "times p05");
    run.spread = 1.42; /* 2.0164 times */
    said = said_by(run);
    assert_said(line_of(&said, "cpu_openmp"), "ok 2.00 [1.41, 2.84]? 6.29");
    assert_said(said.out, "doubt    cpu_openmp, n = 1 048 576: p95 is 2 times p05\n");
}

TEST(few_samples_have_a_range_and_one_has_none)
{
    struct run run = a_run(&gpu);

    struct said said = said_by(run);
    assert_said(said.out, "; median [p05, p95];\n");
    run.samples = run.options.limits.samples = 9;
    said = said_by(run);
    assert_said(said.out, "; median [least..most];\n");
    assert_said(line_of(&said, "cpu_openmp"), "ok 2.00 [1.98..2.02] 6.29");
    run.samples = 1;
    run.spread = 3; /* of one sample it means nothing */
    said = said_by(run);
    assert_said(line_of(&said, "cpu_openmp"), "cpu_openmp ok 2.00 6.29");
    assert_not_said(said.out, "times p05");
}

/* How to have the same run again. */
TEST(the_banner_has_the_clocks_step_and_a_drawn_seed)
{
    struct run run = a_run(&gpu);
    struct said said = said_by(run);

    assert_said(line_of(&said, "         clock step"), " ns");
    assert_not_said(said.out, "clock step 0 ns");
    run.options.seed = 4711;
    said = said_by(run);
    assert_said(line_of(&said, "         clock step"), " ns; --seed 4711 repeats this run");
}

TEST(a_sweep_shows_the_pitfall_on_every_line)
{
    struct run run = a_run(&gpu);

    run.options.sweep = 1;
    struct said said = said_by(run);
    assert_said(said.out, "1 048 576 gpu_v1");
    assert_said(said.out, "125 829 impossible\n");
    assert_said(said.out, "1 048 576 gpu_ex91     todo   TODO(9.1): in a few words\n");
    assert_not_said(said.out, "how long did");
    assert_string_equal(said.err, ""); /* progress is for terminals */
    run.options.sizes[0] = 1 << 10; /* exercises left are listed at the first size, not at this */
    said = said_by(run);
    assert_not_said(said.out, "gpu_ex91");
    run.states[1] = STATE_WRONG; /* but this at every one */
    said = said_by(run);
    assert_said(said.out, "1 048 576 gpu_ex91     WRONG");
}

static int letters(const char *line)
{
    int count = 0;

    for (; *line; line++)
        count += (*line & 0xC0) != 0x80;
    return count;
}

TEST(every_line_fits)
{
    struct run run = a_run(&gpu);

    run.states[1] = STATE_WRONG;
    run.capped = 1;
    for (int i = 0; i < 4; i++) {
        run.options.sweep = i % 2;
        setenv("REPORT_LANG", i < 2 ? "es" : "en", 1);
        struct said said = said_by(run);
        for (char *line = strtok(said.out, "\n"); line; line = strtok(NULL, "\n"))
            if (letters(line) > 100)
                fail_msg("%d columns: %s", letters(line), line);
    }
}

TEST(the_csv_says_where_it_comes_from)
{
    static const char *const words[] = {
        "# kit: ",
        "\n# date: 2",
        "\n# device: GPU X\n",
        "\n# driver and toolkit: driver",
        "\n# cpu: ",
        "\n# threads: ",
        "\n# flags: ",
        "\n# load average: ",
        "\n# seed:",
        "\nlab,device,version",
        "\n# title: Lab 9 - an operation\n",
        "\n# counts: n\n",
        "\n# rate: gbs GB/s\n",
        "\n# clock step: ",
        "\nlab09,cpu,cpu_serial,wall,float32,1048576,",
        ",ok,p95 is 4 times p05,\n",               /* the CPU has no bound, */
        ",impossible,p95 is 4 times p05,0.0025\n", /* the device has */
    };
    char path[] = "/tmp/report.XXXXXX", text[8192];
    struct run run = a_run(&gpu);

    close(mkstemp(path));
    run.options.csv = path;
    run.spread = 2;
    run.states[1] = STATE_WRONG;
    setenv("REPORT_LANG", "es", 1); /* a CSV is English, whoever reads the table */
    assert_int_equal(said_by(run).status, STATUS_WRONG);
    setenv("REPORT_LANG", "en", 1);
    read_all(fopen(path, "r"), text, sizeof(text));
    unlink(path);
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        assert_said(text, words[i]);
    assert_not_said(text, "gpu_ex91"); /* a wrong answer has no row */
    run.options.csv = "/none/such/folder.csv";
    struct said said = said_by(run);
    assert_int_equal(said.status, STATUS_USAGE);
    assert_said(said.err, "lab09: --csv '/none/such/folder.csv': could not be written");
}

/* ---- on a terminal -------------------------------------------------------------------------- */

static const char *on_a_terminal(struct run run)
{
    static char text[16384];
    int terminal, length = 0, got;
    pid_t child = forkpty(&terminal, NULL, NULL, NULL);

    if (child == 0)
        do_run(&run);
    while ((got = read(terminal, text + length, sizeof(text) - 1 - length)) > 0)
        length += got;
    text[length] = 0;
    close(terminal);
    waitpid(child, NULL, 0);
    return text;
}

TEST(colour_only_on_a_terminal_and_where_wanted)
{
    struct run run = a_run(&gpu);

    run.states[1] = STATE_WRONG;
    unsetenv("NO_COLOR");
    assert_not_said(said_by(run).out, "\033");
    assert_said(on_a_terminal(run), "\033[32mok");
    assert_said(on_a_terminal(run), "\033[31mWRONG");
    setenv("NO_COLOR", "1", 1);
    assert_not_said(on_a_terminal(run), "\033[3");
    unsetenv("NO_COLOR");
}

TEST(progress_of_a_sweep_only_on_a_terminal)
{
    struct run run = a_run(&gpu);

    assert_not_said(on_a_terminal(run), "1048576 ...");
    run.options.sweep = 1;
    assert_said(on_a_terminal(run), "\rgpu_v1, n = 1048576 ...");
    assert_string_equal(said_by(run).err, "");
}

static void do_run_of_samples(void *argument)
{
    struct run *run = argument;
    struct lab of_samples = lab;
    struct report report;

    of_samples.rate = SIZES;
    of_samples.unit = "Gsample/s";
    report_banner(&report, &of_samples, &run->options, run->device);
    report_head(&report);
    a_version(&report, run, "gpu_v1", NULL, STATE_OK, 0.25);
    exit(report_end(&report));
}

/* 2^20 samples in 0.25 ms: 4.19e9 per second. The operations and bytes do not come into it. */
TEST(a_rate_that_is_neither_bytes_nor_flops_is_of_the_size)
{
    struct run run = a_run(&gpu);
    struct said said = capture(do_run_of_samples, &run);

    assert_said(said.out, " Gsample/s % copy ");
    assert_said(said.out, "      4.19 ");
}

static int in_english(void **state)
{
    return unsetenv("REFERENCE") || setenv("REPORT_LANG", "en", 1);
}
AROUND_ALL(in_english, NULL)
