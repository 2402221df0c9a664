/* solutions/grader/text, csv, file, memory: what comes from a submission, made harmless. */
#include "unit.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "solutions/grader/csv.c"
#include "solutions/grader/file.c"
#include "solutions/grader/memory.c"
#include "solutions/grader/text.c"

static char folder[64], path[128];

static int setup(void **state)
{
    strcpy(folder, "/tmp/grader_text.XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/a.csv", folder);
    return 0;
}

static int teardown(void **state)
{
    char command[160];

    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

/* ---- clean text ----------------------------------------------------------------------------- */

static void becomes(const char *bytes, size_t limit, const char *expected)
{
    char *text = text_clean(bytes, strlen(bytes), limit);

    assert_string_equal(text, expected);
    free(text);
}

TEST_WITH(plain_text_stays, setup, teardown)
{
    becomes("señal\tün\n¿λ 𝛑?", 100, "señal\tün\n¿λ 𝛑?");
    becomes("", 100, "");
    becomes("\xF1 and \xC3\xB1", 100, "ñ and ñ");          /* Latin-1 amid UTF-8 */
    becomes("\xC0\xAF \xED\xA0\x80", 100, "À¯ í\xC2\xA0"); /* overlong; half a pair, whose */
                                                           /* last byte would be a control */
    becomes("\xE2\x82", 100, "â");                         /* cut off; 82 is a control */
}

TEST_WITH(what_terminals_obey_is_gone, setup, teardown)
{
    becomes("\x1B[31;1mred\x1B[0m \x1B]0;title\aok \x1B(Bx\x1B", 100, "red ok x");
    becomes("\x1B]8;;http://x\x1B\\link", 100, "link");
    becomes("\x1B]never ended\nnext", 100, "\nnext");
    becomes("\x1B[12", 100, "");
    becomes("\x9B"
            "31m",
            100, "31m"); /* the control of Latin-1 */
    becomes("a\b\bc\x7F\x01", 100, "ac");
    becomes("WRONG\rPASS\r\n", 100, "WRONG\nPASS\n");
    becomes("x\u202Egnp\u2066\u200B\uFEFF\u2028y", 100, "xgnpy");
}

TEST_WITH(long_text_ends_at_a_character, setup, teardown)
{
    becomes("abcdef", 6, "abcdef");
    becomes("abcdefg", 6, "abcdef...");
    becomes("abcde\u00F1", 6, "abcde...");
    becomes("abcde\xF1", 6, "abcde...");
    becomes("abc\x1B[0m", 3, "abc");
}

/* ---- names ---------------------------------------------------------------------------------- */

static void ids_are(const char *name, const char *id, const char *file_name)
{
    char *text = text_id(name), *file = text_file_name(text);

    assert_string_equal(text, id);
    assert_string_equal(file, file_name);
    free(text);
    free(file);
}

TEST_WITH(names_become_ids, setup, teardown)
{
    ids_are("ana", "ana", "ana");
    ids_are("Núñez Peña", "Núñez Peña", "N%C3%BA%C3%B1ez%20Pe%C3%B1a");
    ids_are("a\nb", "a\\x0Ab", "a%5Cx0Ab");
    ids_are("a\\x0Ab", "a\\x5Cx0Ab", "a%5Cx5Cx0Ab"); /* not the same */
    ids_are("\xFF\xC3", "\\xFF\\xC3", "%5CxFF%5CxC3");
    ids_are("a\u202Eb", "a\\xE2\\x80\\xAEb", "a%5CxE2%5Cx80%5CxAEb");
    ids_are("$(touch x);", "$(touch x);", "%24%28touch%20x%29%3B");
    ids_are("-rf", "-rf", "%2Drf");
    ids_are("..", "..", "%2E%2E");
    ids_are(".a.b-c.", ".a.b-c.", "%2Ea.b-c%2E");
    ids_are("", "", "%");
}

TEST_WITH(long_names_stay_apart, setup, teardown)
{
    char one[301] = "", other[301] = "";

    memset(one, 'x', 300);
    memset(other, 'x', 300);
    other[299] = 'y';
    char *a = text_file_name(one), *b = text_file_name(other);
    assert_int_equal(strlen(a), 120);
    assert_int_equal(strlen(b), 120);
    assert_int_equal(strncmp(a, b, 88), 0);
    assert_string_not_equal(a, b);
    assert_non_null(strstr(a, "x%-"));
    free(a);
    free(b);
    one[120] = 0;
    a = text_file_name(one);
    assert_string_equal(a, one);
    free(a);
}

/* ---- a CSV ---------------------------------------------------------------------------------- */

static void written(const char *cell, const char *expected)
{
    char *text;
    size_t count;
    FILE *file = open_memstream(&text, &count);

    csv_cell(file, cell);
    fclose(file);
    assert_string_equal(text, expected);
    free(text);
}

TEST_WITH(cells_compute_nothing, setup, teardown)
{
    written("ana", "ana");
    written("a, \"b\"\nc", "\"a, \"\"b\"\"\nc\"");
    written("-3.5", "-3.5");
    written("+2", "+2");
    written("-3+4", "'-3+4");
    written("=1+1", "'=1+1");
    written("@SUM(A1)", "'@SUM(A1)");
    written("\tx", "\"'\tx\"");
    written(" =1", "\"' =1\"");
    written("\"=1", "\"'\"\"=1\"");
    written("\uFF1D1", "'\uFF1D1");
    written("x;=cmd|' /C calc'!A0", "\"x;'=cmd|' /C calc'!A0\""); /* where ; separates */
    written("two\n=lines", "\"two\n'=lines\"");
    written("", "");
    written("a=b-c, -d", "\"a=b-c, -d\"");
}

static struct csv *read_text(const char *text, char why[512])
{
    FILE *file = fopen(path, "w");

    why[0] = 0;
    fputs(text, file);
    fclose(file);
    return csv_read(path, why);
}

TEST_WITH(a_csv_is_read, setup, teardown)
{
    char why[512];
    struct csv *csv =
        read_text("\xEF\xBB\xBFid,\"a \"\"b\"\", c\",x\r\n\r\n1,\"two\nlines\"\n3,,4", why);

    assert_non_null(csv);
    assert_int_equal(csv->rows, 3);
    assert_int_equal(csv->columns, 3);
    assert_string_equal(csv->cells[0], "id");
    assert_string_equal(csv->cells[1], "a \"b\", c");
    assert_string_equal(csv->cells[4], "two\nlines");
    assert_string_equal(csv->cells[5], ""); /* a short row */
    assert_string_equal(csv->cells[8], "4");
    assert_int_equal(csv->separator, ',');
    assert_memory_equal(csv->text + csv->places[4].from, "\"two\nlines\"", 11);
    assert_int_equal(csv->places[4].to - csv->places[4].from, 11);
    assert_int_equal(csv->places[7].from, csv->places[7].to);
    csv_free(csv);
    csv = read_text("a;\"b,c\";d\n1;2,5;3\n", why);
    assert_int_equal(csv->columns, 3);
    assert_string_equal(csv->cells[4], "2,5");
    csv_free(csv);
}

static void refused(const char *text, const char *expected)
{
    char why[512];

    assert_null(read_text(text, why));
    if (strstr(why, expected) == NULL)
        fail_msg("not in '%s': %s", why, expected);
}

TEST_WITH(a_broken_csv_is_refused, setup, teardown)
{
    char why[512];

    refused("a,b\n1,2\n\"x\ny,3\n", "line 3: a cell's quotes");
    refused("a,b\n\"x\"y,3\n", "line 2: a cell's quotes");
    refused("a,b\n\"", "line 2: a cell's quotes");
    refused("a,b\n\"x\ny\",2\n1,2,3\n", "line 4: has 3 cells, and the header 2");
    refused("", "is empty");
    refused("\n\n", "is empty");
    assert_null(csv_read("/tmp/no such file", why));
    assert_non_null(strstr(why, "No such file"));
    FILE *file = fopen(path, "w");
    fwrite("\xFF\xFE"
           "a\0b\0",
           1, 6, file);
    fclose(file);
    assert_null(csv_read(path, why));
    assert_non_null(strstr(why, "UTF-16"));
}

TEST_WITH(what_is_written_is_read_again, setup, teardown)
{
    static const char *const cells[] = { "a\"b,c;\nd", "ñ", "", "x\ty", "\"\"", ",\r\n" };
    char why[512];
    FILE *file = fopen(path, "w");

    fputs("1,2,3,4,5,6\n", file);
    for (int i = 0; i < 6; i++) {
        if (i > 0)
            fputc(',', file);
        csv_cell(file, cells[i]);
    }
    fclose(file);
    struct csv *csv = csv_read(path, why);
    assert_non_null(csv);
    for (int i = 0; i < 6; i++)
        assert_string_equal(csv->cells[6 + i], cells[i]);
    csv_free(csv);
}

/* ---- files ---------------------------------------------------------------------------------- */

TEST_WITH(files_are_whole, setup, teardown)
{
    char content[16] = "", temporary[160];
    struct new_file *file;
    FILE *old = fopen(path, "w");

    fputs("old", old);
    fclose(old);
    file = new_file(path);
    assert_non_null(file);
    fputs("new", new_file_stream(file));
    fflush(new_file_stream(file));
    old = fopen(path, "r");
    assert_non_null(fgets(content, sizeof(content), old));
    fclose(old);
    assert_string_equal(content, "old");
    assert_int_equal(new_file_done(file), 0);
    old = fopen(path, "r");
    assert_non_null(fgets(content, sizeof(content), old));
    fclose(old);
    assert_string_equal(content, "new");
    snprintf(temporary, sizeof(temporary), "%s.new", path);
    assert_int_equal(access(temporary, F_OK), -1);
}

TEST_WITH(a_file_that_fails_leaves_the_old_one, setup, teardown)
{
    char temporary[160];
    struct new_file *file;

    assert_null(new_file("/no such folder/file"));
    assert_int_equal(errno, ENOENT);
    snprintf(temporary, sizeof(temporary), "%s.new", path);
    assert_int_equal(symlink("/dev/full", temporary), 0);
    assert_null(new_file(path)); /* a link is not followed */
    unlink(temporary);
    assert_int_equal(mkdir(path, 0700), 0); /* cannot be replaced by a file */
    file = new_file(path);
    fputs("x", new_file_stream(file));
    assert_int_equal(new_file_done(file), -1);
    assert_int_equal(errno, EISDIR);
    assert_int_equal(access(temporary, F_OK), -1);
}

TEST_WITH(writers_of_one_file_take_turns, setup, teardown)
{
    char line[32] = "";
    int status, failed = 0;

    for (int writer = 0; writer < 4; writer++) {
        if (fork() == 0) {
            for (int i = 0; i < 50; i++) {
                struct new_file *file = new_file(path);

                if (file == NULL || fprintf(new_file_stream(file), "%020d\n", writer) != 21 ||
                    new_file_done(file) != 0)
                    _exit(1);
            }
            _exit(0);
        }
    }
    for (int writer = 0; writer < 4; writer++) {
        wait(&status);
        failed |= status;
    }
    assert_int_equal(failed, 0);
    FILE *file = fopen(path, "r");
    assert_non_null(fgets(line, sizeof(line), file));
    fclose(file);
    assert_int_equal(strlen(line), 21);
}

TEST_WITH(a_full_disk_is_said, setup, teardown)
{
    struct new_file *file = new_file(path);

    assert_non_null(freopen("/dev/full", "w", file->stream));
    fputs("x", file->stream);
    assert_int_equal(new_file_done(file), -1);
    assert_int_equal(errno, ENOSPC);
    assert_int_equal(access(path, F_OK), -1);
}

TEST_WITH(files_are_read_whole, setup, teardown)
{
    char long_path[160], *bytes;
    size_t count;
    FILE *file = fopen(path, "w");

    for (int i = 0; i < 10000; i++)
        fputc(i % 251, file);
    fclose(file);
    bytes = file_read(path, 10000, &count);
    assert_int_equal(count, 10000);
    for (int i = 0; i < 10000; i++)
        assert_int_equal((unsigned char)bytes[i], i % 251);
    assert_int_equal(bytes[10000], 0);
    free(bytes);
    assert_null(file_read(path, 9999, &count));
    assert_int_equal(errno, EFBIG);
    assert_null(file_read("/tmp/no such file", 10, &count));
    assert_int_equal(errno, ENOENT);
    assert_null(file_read(folder, 10, &count));
    assert_int_equal(errno, EISDIR);
    assert_int_equal(file_save(path, "", 0), 0);
    bytes = file_read(path, 0, &count);
    assert_string_equal(bytes, "");
    free(bytes);
    snprintf(long_path, sizeof(long_path), "%s/no/folder", folder);
    assert_int_equal(file_save(long_path, "x", 1), -1);
}

TEST_WITH(files_of_strangers_are_ordinary_ones, setup, teardown)
{
    char link[160], pipe[160], *bytes;
    size_t count;

    assert_int_equal(file_save(path, "x", 1), 0);
    bytes = file_read_foreign(AT_FDCWD, path, 10, &count);
    assert_string_equal(bytes, "x");
    free(bytes);
    snprintf(link, sizeof(link), "%s/link", folder);
    snprintf(pipe, sizeof(pipe), "%s/pipe", folder);
    assert_int_equal(symlink(path, link), 0);
    assert_null(file_read_foreign(AT_FDCWD, link, 10, &count));
    assert_int_equal(errno, ELOOP);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_null(file_read_foreign(AT_FDCWD, pipe, 10, &count)); /* and does not wait */
    assert_int_equal(errno, EINVAL);
    assert_null(file_read_foreign(AT_FDCWD, folder, 10, &count));
    assert_int_equal(errno, EINVAL);
}

TEST_WITH(a_folder_goes_and_no_link_is_followed, setup, teardown)
{
    char tree[160], deep[200], link[240];

    assert_int_equal(file_save(path, "kept", 4), 0);
    snprintf(tree, sizeof(tree), "%s/tree", folder);
    snprintf(deep, sizeof(deep), "%s/deep", tree);
    snprintf(link, sizeof(link), "%s/link", deep);
    assert_int_equal(mkdir(tree, 0700), 0);
    assert_int_equal(mkdir(deep, 0700), 0);
    assert_int_equal(symlink(folder, link), 0);
    remove_tree(tree);
    assert_int_equal(access(tree, F_OK), -1);
    assert_int_equal(access(path, F_OK), 0);
}

TEST_WITH(lists_grow, setup, teardown)
{
    int *list = NULL;

    for (int i = 0; i < 1000; i++) {
        list = list_grown(list, (size_t)i, sizeof(*list));
        list[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(list[i], i);
    free(list);
}

TEST_WITH(comments_are_no_code, setup, teardown)
{
    char text[] = "a /* asm */ \"/*\" // asm\nasmx b_asm\n/* to the end";

    text_blank_comments(text);
    assert_string_equal(text, "a           \"/*\"       \nasmx b_asm\n             ");
    assert_int_equal(text_has_word(text, "asm"), 0);
    assert_int_equal(text_has_word("x; asm(\"nop\")", "asm"), 1);
    assert_int_equal(text_has_word("asm", "asm"), 1);
}
