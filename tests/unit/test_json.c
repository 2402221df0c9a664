/* The writer of JSON (common/cpu_device/run/json.h): commas, lines, and text of any bytes. */
#include "unit.h"
#include <stdlib.h>
#include "common/cpu_device/run/json.h"

static char *text;
static size_t size;

static int begin(void **state)
{
    *state = open_memstream(&text, &size);
    return *state == NULL;
}

static int end(void **state)
{
    free(text);
    return 0;
}

TEST_WITH(commas_stand_between_values_and_nowhere_else, begin, end)
{
    struct json_out j = json_begin(*state, "all");

    for (int i = 0; i < 2; i++) {
        json_line(&j);
        json_open(&j, NULL, '{');
        json_put(&j, "i", "%d", i);
        json_open(&j, "none", '[');
        json_close(&j, ']');
        json_text(&j, "name", "a\\\"b\n");
        json_close(&j, '}');
    }
    json_end(&j);
    fclose(*state);
    assert_string_equal(text, "{\"all\":[\n"
                              "{\"i\":0,\"none\":[],\"name\":\"a\\\\\\\"b\\u000a\"},\n"
                              "{\"i\":1,\"none\":[],\"name\":\"a\\\\\\\"b\\u000a\"}\n"
                              "]}\n");
}

TEST_WITH(an_empty_report_is_valid, begin, end)
{
    struct json_out j = json_begin(*state, "findings");

    json_end(&j);
    fclose(*state);
    assert_string_equal(text, "{\"findings\":[\n]}\n");
}

/* UTF-8 as it is; bytes that are none, one by one: Latin-1, too long a form, a character cut off.
 */
TEST_WITH(any_bytes_become_valid_text, begin, end)
{
    json_quote(*state, "ñ€😀 \xf1 \xc0\xaf \xed\xa0\x80 \xe2\x82");
    fclose(*state);
    assert_string_equal(text,
                        "\"ñ€😀 \\u00f1 \\u00c0\\u00af \\u00ed\\u00a0\\u0080 \\u00e2\\u0082\"");
}
