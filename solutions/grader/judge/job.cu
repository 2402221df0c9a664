#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "judge.h"

void broken(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("judge: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(2);
}

const char *text_in(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    if (!text)
        broken("the job has no %s", name);
    return text;
}

static void read_list(const json_t *all, const char *name, const char *list[SANDBOX_FOLDERS + 1])
{
    const json_t *texts = json_object_get(all, name);

    for (size_t i = 0; i < json_array_size(texts) && i < SANDBOX_FOLDERS; i++)
        list[i] = json_string_value(json_array_get(texts, i));
}

struct job read_job(FILE *file)
{
    json_error_t error;
    const json_t *all = json_loadf(file, 0, &error);
    struct job job = {};

    if (!all)
        broken("the job is no JSON: %s", error.text);
    job.level = (enum sandbox_level)json_integer_value(json_object_get(all, "level"));
    job.secret = text_in(all, "secret");
    job.id = text_in(all, "id");
    job.lab = text_in(all, "lab");
    job.runner = text_in(all, "runner");
    job.answer = text_in(all, "answer");
    job.finder = json_string_value(json_object_get(all, "finder"));
    job.finder_folder = job.finder ? text_in(all, "finder_folder") : NULL;
    job.counter = json_string_value(json_object_get(all, "counter"));
    job.counter_folder = job.counter ? text_in(all, "counter_folder") : NULL;
    job.source = job.counter ? text_in(all, "source") : NULL;
    job.seconds = json_number_value(json_object_get(all, "seconds"));
    job.gpu = json_is_true(json_object_get(all, "gpu"));
    read_list(all, "readable", job.readable);
    read_list(all, "environment", job.environment);
    job.exercises = json_object_get(all, "exercises");
    return job;
}
