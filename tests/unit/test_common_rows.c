/* common/engine/rows, csv: rates, verdicts, speed-ups, the break-even, and the CSV. */
#include "unit.h"
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include "common/engine/csv.h"
#include "capture.h"

/* The columns that the kit promises. */
#define CSV_COLUMNS                                                                                \
    "lab,device,version,method,dtype,size,m,n,k,samples,median_ms,p05_ms,p95_ms,gflops,gbs,"       \
    "pct_ceiling,verdict,doubt,bound_ms"

static struct rows rows;

static int empty(void **state)
{
    free(rows.row);
    memset(&rows, 0, sizeof(rows));
    return 0;
}

static struct row *add(const char *version, enum method method, long long size, double ms)
{
    struct row *row = new_row(&rows);

    snprintf(row->device, sizeof(row->device), "%s", method == WALL ? "cpu" : "GPU X");
    snprintf(row->version, sizeof(row->version), "%s", version);
    row->method = method;
    row->work.dtype = FLOAT32;
    row->work.size = row->work.n = size;
    row->time =
        (struct stats){ .samples = 10, .median_ms = ms, .p05_ms = 0.9 * ms, .p95_ms = 1.1 * ms };
    return row;
}

/* ---- verdicts ------------------------------------------------------------------------------- */

TEST_WITH(far_under_the_synchronized_time_is_impossible, empty, NULL)
{
    add("gpu_v1", SYNC, 1000, 2.0);
    add("gpu_v1", NO_SYNC, 1000, 0.004);
    assert_string_equal(why_impossible(&rows, &rows.row[1]), "0.2 % of the true time");
    assert_null(why_impossible(&rows, &rows.row[0]));
    rows.row[1].time.median_ms = 1.9; /* a launch that had to wait shows nearly the truth */
    assert_null(why_impossible(&rows, &rows.row[1]));
}

TEST_WITH(another_versions_or_sizes_sync_does_not_count, empty, NULL)
{
    add("gpu_ex11", SYNC, 1000, 2.0);
    add("gpu_v1", SYNC, 2000, 2.0);
    add("gpu_v1", NO_SYNC, 1000, 0.004);
    assert_null(why_impossible(&rows, &rows.row[2]));
}

/* A short kernel's launch alone takes longer than the kernel: events show less, and are right. */
TEST_WITH(events_may_be_under_the_clock, empty, NULL)
{
    add("gpu_v1", SYNC, 1000, 0.010);
    add("gpu_v1", EVENTS, 1000, 0.002);
    assert_null(why_impossible(&rows, &rows.row[1]));
}

TEST_WITH(beating_the_ceiling_is_impossible, empty, NULL)
{
    struct row *row = add("gpu_v1", SYNC, 1000, 1.0);

    row->bound_ms = 64;
    assert_string_equal(why_impossible(&rows, row), "64 times the device's limit");
    row->bound_ms = 1.01; /* physical limits have no margin */
    assert_non_null(why_impossible(&rows, row));
    row->bound_ms = 0.99;
    assert_null(why_impossible(&rows, row));
    row->bound_ms = 0;       /* unknown */
    row->work.floor_ms = 64; /* measured: the measurement was too low */
    assert_null(why_impossible(&rows, row));
    row->bound_ms = 64; /* of a card: what ran was a CPU */
    strcpy(row->device, "cpu_device");
    assert_null(why_impossible(&rows, row));
}

/* ---- rates ---------------------------------------------------------------------------------- */

TEST_WITH(rates_are_per_second_in_1e9, empty, NULL)
{
    struct row *row = add("gpu_v1", SYNC, 1000, 2.0);

    assert_float_equal(rate(12e9, row), 6000, 1e-9);
    assert_true(isnan(rate(0, row)));
    assert_true(isnan(rate(12e9, NULL)));
    row->work.floor_ms = 0.5;
    assert_float_equal(percent_of_ceiling(row), 25, 1e-9);
    row->work.floor_ms = 0;
    assert_true(isnan(percent_of_ceiling(row)));
    assert_true(isnan(percent_of_ceiling(NULL)));
}

TEST_WITH(the_main_row_is_sync_or_wall, empty, NULL)
{
    add("gpu_v1", NO_SYNC, 1000, 0.1);
    add("gpu_v1", SYNC, 1000, 1);
    add("cpu_serial", WALL, 1000, 5);
    assert_ptr_equal(main_row(&rows, "gpu_v1", 1000, 0), &rows.row[1]);
    assert_ptr_equal(main_row(&rows, "cpu_serial", 1000, 0), &rows.row[2]);
    assert_null(main_row(&rows, "gpu_v1", 1001, 0));
    assert_null(main_row(&rows, "gpu", 1000, 0));
}

TEST_WITH(speed_ups_compare_like_with_like, empty, NULL)
{
    add("cpu_serial", WALL, 1000, 10);
    add("gpu_v1", SYNC, 1000, 2);
    add("gpu_v1", WITH_TRANSFERS, 1000, 20);
    add("gpu_v1", SYNC, 4000, 2);
    assert_float_equal(speed_up(&rows, "cpu_serial", "gpu_v1", SYNC, 1000), 5, 1e-9);
    assert_float_equal(speed_up(&rows, "cpu_serial", "gpu_v1", WITH_TRANSFERS, 1000), 0.5, 1e-9);
    assert_float_equal(speed_up(&rows, "cpu_serial", "cpu_serial", WALL, 1000), 1, 1e-9);
    assert_true(isnan(speed_up(&rows, "cpu_openmp", "gpu_v1", SYNC, 1000)));
    assert_true(isnan(speed_up(&rows, "cpu_serial", "gpu_v1", SYNC, 4000)));
}

TEST_WITH(ten_steps_are_compared_with_the_ten_of_all_cores, empty, NULL)
{
    add("cpu_serial", WALL, 1000, 10);
    add("cpu_openmp", WALL, 1000, 6);
    add("cpu_ten", WALL, 1000, 50)->work.flops = 10000;
    add("cpu_blas", WALL, 1000, 1);
    add("gpu_v1", SYNC, 1000, 2);
    add("gpu_ten", SYNC, 1000, 5)->work.flops = 10000;
    rows.row[0].work.flops = rows.row[1].work.flops = rows.row[3].work.flops =
        rows.row[4].work.flops = 1000;
    assert_float_equal(speed_up(&rows, "cpu_openmp", "gpu_v1", SYNC, 1000), 3, 1e-9);
    assert_float_equal(speed_up(&rows, "cpu_openmp", "gpu_ten", SYNC, 1000), 10, 1e-9);
    assert_float_equal(speed_up(&rows, "cpu_openmp", "cpu_ten", WALL, 1000), 1, 1e-9);
    assert_true(isnan(speed_up(&rows, "cpu_serial", "gpu_ten", SYNC, 1000)));
    add("cpu_openmp", WALL, 4000, 6)->work.flops = 4000;
    add("gpu_ten", SYNC, 4000, 5)->work.flops = 40000;
    assert_true(isnan(speed_up(&rows, "cpu_openmp", "gpu_ten", SYNC, 4000)));
}

/* ---- break-even ----------------------------------------------------------------------------- */

static void both(long long size, double cpu, double gpu)
{
    add("cpu_openmp", WALL, size, cpu);
    add("gpu_v1", SYNC, size, gpu);
}

static long long pays_from(void)
{
    return break_even(&rows, "cpu_openmp", "gpu_v1", SYNC);
}

TEST_WITH(break_even_is_where_winning_begins_for_good, empty, NULL)
{
    both(64, 1, 5);
    both(128, 6, 5); /* a win by luck */
    both(256, 4, 5);
    both(512, 8, 5);
    both(1024, 16, 6);
    assert_int_equal(pays_from(), 512);
}

TEST_WITH(break_even_needs_no_order, empty, NULL)
{
    both(1024, 16, 6);
    both(64, 1, 5);
    both(512, 8, 5);
    both(256, 4, 5);
    assert_int_equal(pays_from(), 512);
}

TEST_WITH(break_even_compares_only_what_does_the_same_work, empty, NULL)
{
    both(64, 9, 5);
    both(128, 9, 5);
    for (int i = 0; i < rows.count; i++)
        rows.row[i].work.flops = strcmp(rows.row[i].device, "cpu") ? 1000 : 100;
    assert_int_equal(pays_from(), 0);
}

TEST_WITH(break_even_always_never_and_unknown, empty, empty)
{
    assert_int_equal(pays_from(), 0);
    both(64, 9, 5);
    assert_int_equal(pays_from(), 0); /* one size is no range */
    both(128, 9, 5);
    assert_int_equal(pays_from(), 64);
    both(256, 5, 5); /* equal is no gain */
    assert_int_equal(pays_from(), -1);
    add("cpu_openmp", WALL, 512, 100); /* without its partner */
    assert_int_equal(pays_from(), -1);
    assert_int_equal(break_even(&rows, "cpu_openmp", "gpu_v1", WITH_TRANSFERS), 0);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static char folder[32], path[64];

static int make_folder(void **state)
{
    strcpy(folder, "/tmp/rows.XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/a.csv", folder);
    return empty(state);
}

static int remove_folder(void **state)
{
    unlink(path);
    return rmdir(folder); /* fails when anything else was left there */
}

static const char *contents(void)
{
    static char text[4096];
    FILE *f = fopen(path, "r");

    if (!f)
        return "";
    read_all(f, text, sizeof(text));
    return text;
}

TEST_WITH(a_csv_has_the_agreed_columns, make_folder, remove_folder)
{
    struct row *row = add("gpu_v1", SYNC, 1000, 2.0);

    row->work.bytes = 12e6;
    row->work.flops = 1e6;
    row->work.floor_ms = 1;
    row->bound_ms = 0.9;
    row = add("gpu_v1", NO_SYNC, 1000, 0.004);
    strcpy(row->doubt, "only 10 samples; preempted 3 times");
    assert_int_equal(write_csv(&rows, path, "lab01", "# kit: 1\n# date: 2025-01-02\n"), 0);
    assert_string_equal(
        contents(),
        "# kit: 1\n# date: 2025-01-02\n# breaks even: gpu_v1 sync 0\n# rows: 2\n"
        "lab,device,version,method,dtype,size,m,n,k,samples,median_ms,p05_ms,p95_ms,gflops,gbs,"
        "pct_ceiling,verdict,doubt,bound_ms\n"
        "lab01,GPU X,gpu_v1,sync,float32,1000,,1000,,10,2,1.8,2.2,0.5,6,50,ok,,0.9\n"
        "lab01,GPU X,gpu_v1,no_sync,float32,1000,,1000,,10,0.004,0.0036,0.0044,,,,impossible,"
        "only 10 samples; preempted 3 times,\n");
}

TEST_WITH(a_labs_own_columns_end_the_line, make_folder, remove_folder)
{
    struct row *row = add("gpu_v1", SYNC, 1000, 2.0);

    rows.own_columns = "pi,error";
    strcpy(row->own, "3.25,0.11");
    assert_int_equal(write_csv(&rows, path, "lab04", ""), 0);
    assert_string_equal(
        contents(), "# breaks even: gpu_v1 sync 0\n# rows: 1\n" CSV_COLUMNS ",pi,error\n"
                    "lab04,GPU X,gpu_v1,sync,float32,1000,,1000,,10,2,1.8,2.2,,,,ok,,,3.25,0.11\n");
}

TEST_WITH(one_sample_has_no_interval_and_two_have, make_folder, remove_folder)
{
    add("gpu_v1", SYNC, 1000, 2.0)->time.samples = 1;
    add("gpu_ex11", SYNC, 1000, 2.0)->time.samples = 2;
    assert_int_equal(write_csv(&rows, path, "lab01", ""), 0);
    assert_said(contents(), "\nlab01,GPU X,gpu_v1,sync,float32,1000,,1000,,1,2,,,,,,ok,,\n");
    assert_said(contents(),
                "\nlab01,GPU X,gpu_ex11,sync,float32,1000,,1000,,2,2,1.8,2.2,,,,ok,,\n");
}

TEST_WITH(a_csv_says_from_which_size_on_a_gpu_wins, make_folder, remove_folder)
{
    both(64, 1, 5);
    both(128, 8, 5);
    both(256, 16, 6);
    for (int i = 0; i < 3; i++)
        add("gpu_v1", WITH_TRANSFERS, 64 << i, 100);
    write_csv(&rows, path, "lab01", "");
    assert_non_null(strstr(contents(), "# breaks even: gpu_v1 sync 128\n"));
    assert_non_null(strstr(contents(), "# breaks even: gpu_v1 with_transfers -1\n"));
    assert_null(strstr(contents(), "even: cpu"));
    for (int i = 0; i < rows.count; i++)
        if (strcmp(rows.row[i].device, "cpu"))
            strcpy(rows.row[i].device, "cpu_device");
    write_csv(&rows, path, "lab01", "");
    assert_null(strstr(contents(), "even"));
}

TEST_WITH(what_was_written_can_be_read, make_folder, remove_folder)
{
    struct rows back = { 0 };
    char date[32];

    for (int i = 0; i < 200; i++)
        add("cpu_openmp", WALL, 100 + i, 1.5 + i);
    rows.row[7].work.floor_ms = 0.25;
    rows.row[9].bound_ms = 0.125;
    strcpy(rows.row[7].doubt, "only 10 samples");
    rows.own_columns = "pi";
    strcpy(rows.row[7].own, "3.25");
    assert_int_equal(write_csv(&rows, path, "lab01", "# date: 2025-01-02T03:04:05+0000\n"), 0);
    assert_int_equal(read_csv(&back, path, date), 0);
    assert_string_equal(date, "2025-01-02T03:04:05+0000");
    assert_int_equal(back.count, 200);
    assert_string_equal(back.row[7].device, "cpu");
    assert_int_equal(back.row[7].time.samples, 10);
    assert_float_equal(back.row[7].work.floor_ms, 0.25, 1e-4); /* four digits */
    assert_string_equal(back.row[7].doubt, "only 10 samples");
    assert_string_equal(back.row[8].doubt, "");
    assert_float_equal(back.row[8].work.floor_ms, 0, 0);
    assert_float_equal(back.row[9].work.floor_ms, 0, 0);
    assert_float_equal(back.row[9].bound_ms, 0.125, 0);
    assert_float_equal(find_row(&back, "cpu_openmp", WALL, 299)->time.median_ms, 200.5, 1e-9);
    free(back.row);
}

TEST_WITH(method_and_type_are_read_by_their_names, make_folder, remove_folder)
{
    struct rows back = { 0 };
    char date[32];

    for (int m = 0; m < METHODS; m++)
        add("gpu_v1", m, 100, 1)->work.dtype = m % DTYPES;
    write_csv(&rows, path, "lab01", "");
    FILE *f = fopen(path, "a");
    fputs("lab01,GPU X,gpu_v1,wished,int4,100,,,,1,1,,,,,,ok,,\n", f); /* of a newer kit */
    fclose(f);
    assert_int_equal(read_csv(&back, path, date), 0);
    assert_int_equal(back.count, METHODS + 1);
    for (int m = 0; m < METHODS; m++) {
        assert_int_equal(back.row[m].method, m);
        assert_int_equal(back.row[m].work.dtype, m % DTYPES);
    }
    assert_int_equal(back.row[METHODS].method, METHODS);
    assert_int_equal(back.row[METHODS].work.dtype, DTYPES);
    free(back.row);
}

/* Also where they stand in another order, or an older kit had fewer. */
TEST_WITH(a_csv_is_read_by_the_names_of_its_columns, make_folder, remove_folder)
{
    struct csv_reader csv;
    struct row row;

    FILE *f = fopen(path, "w");
    fputs("#\n# date: 2025-01-02\nlab,pi,version,size,median_ms,method\n"
          "lab04,3.25,gpu_v1,100,2,sync\n# late: 1\nlab04,3.5,gpu_v1,200,2,sync,7\n",
          f);
    fclose(f);
    assert_true(csv_open(&csv, path));
    assert_string_equal(csv_comment(&csv, "date: "), "2025-01-02");
    assert_string_equal(csv_comment(&csv, "late: "), "");
    assert_true(csv_next(&csv, &row));
    assert_string_equal(row.version, "gpu_v1");
    assert_int_equal(row.method, SYNC);
    assert_true(row.work.size == 100 && row.time.median_ms == 2 && row.bound_ms == 0);
    assert_string_equal(csv_text(&csv, "pi"), "3.25");
    assert_string_equal(csv_text(&csv, "doubt"), "");
    assert_false(csv_next(&csv, &row)); /* it has a cell too many */
    assert_true(csv.damaged);
    assert_string_equal(csv_comment(&csv, "late: "), "1");
    csv_close(&csv);
}

TEST_WITH(columns_of_its_own_may_follow, make_folder, remove_folder)
{
    struct rows back = { 0 };
    FILE *f = fopen(path, "w");
    char date[32];

    fputs(CSV_COLUMNS ",pi,extra\nlab04,cpu,cpu_serial,wall,u32,100,,,,10,2,1,3,,,,ok,,,3.14,x\n",
          f);
    fclose(f);
    assert_int_equal(read_csv(&back, path, date), 0);
    assert_string_equal(date, "");
    assert_int_equal(back.count, 1);
    assert_float_equal(back.row[0].time.median_ms, 2, 0);
    free(back.row);
}

/* A size may consist of several problems: its parts have rows of their own, and so has their sum.
 */
TEST_WITH(parts_are_not_taken_for_the_whole, make_folder, remove_folder)
{
    struct rows back = { 0 };
    char date[32];

    rows.own_columns = "layer,count";
    rows.parts = "layer";
    for (int part = 2; part >= 0; part--) {
        struct row *sync = add("gpu_v1", SYNC, 224, part ? 1 : 2);
        sync->part = part;
        snprintf(sync->own, sizeof(sync->own), "%d,1", part);
        struct row *wall = add("cpu_openmp", WALL, 224, part ? 4 : 8);
        wall->part = part;
        snprintf(wall->own, sizeof(wall->own), "%d,1", part);
    }
    add("gpu_v1", NO_SYNC, 224, 0.8)->part = 1; /* of 1 ms; of all, 2 ms, it would be too little */
    assert_null(why_impossible(&rows, &rows.row[6]));
    assert_int_equal(break_even(&rows, "cpu_openmp", "gpu_v1", SYNC), 0); /* one size only */
    strcpy(rows.row[6].own, "1,1");
    assert_int_equal(write_csv(&rows, path, "lab06", ""), 0);
    assert_int_equal(read_csv(&back, path, date), 0);
    assert_float_equal(find_row(&back, "gpu_v1", SYNC, 224)->time.median_ms, 2, 0);
    assert_float_equal(find_part(&back, "cpu_openmp", WALL, 224, 2)->time.median_ms, 4, 0);
    assert_null(find_part(&back, "cpu_openmp", WALL, 224, 3));
    free(back.row);
}

TEST_WITH(what_is_no_such_csv_is_refused, make_folder, remove_folder)
{
    static const char *const texts[] = {
        "",
        "# only comments\n",
        "size,ms\n1,2\n",
        CSV_COLUMNS "\nlab01,cpu,cpu_serial,wall\n",
        CSV_COLUMNS "\nlab01,cpu,cpu_serial,wall,f,1,,1,,10,x,1,1,,,,ok,,\n",
        CSV_COLUMNS "\nlab01,cpu,cpu_serial,wall,f,1,,1,,10,1,1,1,,,,ok,\n",
        "lab01,cpu,cpu_serial,wall,f,1,,1,,10,1,1,1,,,,ok,,\n",
    };
    struct rows back = { 0 };
    char date[32];

    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        FILE *f = fopen(path, "w");
        fputs(texts[i], f);
        fclose(f);
        assert_int_equal(read_csv(&back, path, date), -1);
        assert_int_equal(back.count, 0);
        assert_null(back.row);
    }
    assert_int_equal(read_csv(&back, "/none/such.csv", date), -1);
}

static void put(const char *text, size_t length)
{
    FILE *f = fopen(path, "w");

    assert_int_equal(fwrite(text, 1, length, f), length);
    fclose(f);
}

/* Wherever it is cut: within a line, between two rows, before the last line's end. */
TEST_WITH(a_csv_that_was_cut_off_is_refused, make_folder, remove_folder)
{
    struct rows back = { 0 };
    char date[32], whole[4096];

    add("cpu_openmp", WALL, 100, 1.5);
    add("gpu_v1", SYNC, 100, 2.5);
    assert_int_equal(write_csv(&rows, path, "lab01", "# kit: 1\n"), 0);
    size_t length = strlen(strcpy(whole, contents()));
    for (size_t n = 0; n < length; n++) {
        put(whole, n);
        assert_int_equal(read_csv(&back, path, date), -1);
    }
    put(whole, length);
    assert_int_equal(read_csv(&back, path, date), 0);
    assert_int_equal(back.count, 2);
    free(back.row);
}

TEST_WITH(only_a_csv_or_nothing_is_replaced, make_folder, remove_folder)
{
    static const char *const others[] = {
        "__global__ void vector_add()\n",
        "\n",
        "#include \"vector_add.h\"\nlab,device\n",
        "lab\n",
        "# Lab 1\n",
    };

    add("cpu_serial", WALL, 100, 1);
    assert_true(csv_may_replace(path)); /* there is none */
    put("", 0);
    assert_true(csv_may_replace(path));
    assert_int_equal(write_csv(&rows, path, "lab01", "# old\n"), 0);
    assert_true(csv_may_replace(path));
    put("# kit: 0.1\n# da", 15); /* one that was cut off */
    assert_true(csv_may_replace(path));
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
        put(others[i], strlen(others[i]));
        assert_false(csv_may_replace(path));
        assert_int_equal(write_csv(&rows, path, "lab01", "# new\n"), -1);
        assert_int_equal(errno, EEXIST);
        assert_string_equal(contents(), others[i]);
    }
    assert_false(csv_may_replace(folder));
}

TEST_WITH(a_failed_write_leaves_the_old_file, make_folder, remove_folder)
{
    struct rlimit before, limit;

    add("cpu_serial", WALL, 100, 1);
    assert_int_equal(write_csv(&rows, path, "lab01", "# old\n"), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 40; /* as a full disk */
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    int status = write_csv(&rows, path, "lab01", "# new\n"), why = errno;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(status, -1);
    assert_int_equal(why, EFBIG);
    assert_said(contents(), "# old\n"); /* and no other file: see remove_folder */
}

TEST_WITH(a_link_stays_a_link, make_folder, remove_folder)
{
    char target[80];
    struct stat file;

    snprintf(target, sizeof(target), "%s.target", path);
    add("cpu_serial", WALL, 100, 1);
    assert_int_equal(write_csv(&rows, target, "lab01", "# old\n"), 0);
    assert_int_equal(symlink(target, path), 0);
    assert_int_equal(write_csv(&rows, path, "lab01", "# new\n"), 0);
    assert_int_equal(lstat(path, &file), 0);
    assert_true(S_ISLNK(file.st_mode));
    assert_said(contents(), "# new\n");
    assert_int_equal(unlink(target), 0);
}

AROUND_ALL(NULL, empty)
