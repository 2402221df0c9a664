#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "judge.h"

extern "C" {
#include "solutions/grader/text.h"
}

void set_verdict(struct one_case *c, const char *word, const char *format, ...)
{
    va_list arguments;

    c->verdict = word;
    va_start(arguments, format);
    vsnprintf(c->note, sizeof(c->note), format, arguments);
    va_end(arguments);
}

/* The last line that the program printed, which often says why it ended. */
static char *last_words(const char *log)
{
    size_t end = strlen(log), start;

    while (end && strchr(" \t\r\n", log[end - 1]))
        end--;
    for (start = end; start && log[start - 1] != '\n';)
        start--;
    char *line = text_without_paths(log + start, end - start, 240);
    char *words = *line ? text_of("; the last that it printed: %s", line) : text_of("%s", "");
    free(line);
    return words;
}

/* How the process ended before the reply to this case had come, or after the last one. */
static void judge_end(struct one_case *c, const struct process *r, double seconds)
{
    const struct sandbox_result *ran = &r->ran;
    char *words = last_words(ran->log);

    c->said.seconds = ran->seconds;
    if (ran->end == TOO_MUCH_REPLY)
        set_verdict(c, "TOO_MUCH", "it wrote more than its output");
    else if (ran->end == TOO_MUCH_LOG)
        set_verdict(c, "OUTPUT_LIMIT", "it printed more than %lu KiB", r->count * LOG_LIMIT >> 10);
    else if (ran->end == OUT_OF_MEMORY)
        set_verdict(c, "MEMORY", "it took more than %lu MiB of memory", RUNNER_MEMORY >> 20);
    else if (c->reply)
        ; /* all of it has come, however the runner ended afterwards */
    else if (ran->end == OUT_OF_TIME && ran->used >= ALL_CASES * seconds)
        set_verdict(c, "TIMEOUT", "the cases took more than %g s together", ALL_CASES * seconds);
    else if (ran->end == OUT_OF_TIME)
        set_verdict(c, "TIMEOUT", "it did not end within %g s: a loop without end?", seconds);
    else if (ran->end == SIGNALLED)
        set_verdict(c, "RUNTIME_ERROR", "it crashed in host code (signal %d: %s)%s", ran->signal,
                    strsignal(ran->signal), words);
    else
        set_verdict(c, "NO_RESULT", "the program ended (status %d) before there was a result%s",
                    ran->status, words);
    free(words);
}

static void read_reply(struct one_case *c)
{
    memcpy(&c->said, c->reply, sizeof(c->said));
    if (c->said.magic != REPLY_MAGIC) {
        c->said = {};
        set_verdict(c, "NO_RESULT", "what it wrote is no result");
    }
    c->said.finding[sizeof(c->said.finding) - 1] = 0;
    c->said.waited[sizeof(c->said.waited) - 1] = 0;
    if (!(c->said.host_ms > 0 && c->said.host_ms < 1e6))
        c->said.host_ms = 0;
    if (!(c->said.seconds > 0 && c->said.seconds < 1e6))
        c->said.seconds = 0;
}

/* Compares the output of each round with the right one, on the judge's own copy of the inputs. */
static void compare_rounds(struct one_case *c)
{
    const unsigned char *outputs = c->reply + sizeof(struct case_reply);
    struct problem *p = &c->p;
    struct known *known = p->version->known;

    for (int round = 0; round < head_of(c)->rounds; round++) {
        const char *inputs = inputs_of(c, round);
        struct random random = { head_of(c)->poison[round], 0 };
        if (p->a.bytes)
            memcpy(p->a.host, inputs, p->a.bytes);
        if (p->b.bytes)
            memcpy(p->b.host, inputs + p->a.bytes, p->b.bytes);
        memcpy(p->c.host, outputs + round * p->c.bytes, p->c.bytes);
        p->seed = head_of(c)->seed[round];
        known->check.poison = p->c.poison = draw_poison(&p->c, &random);
        known->experiment->compare(&known->check, p);
    }
}

/* The right output is computed only now, when the runner is dead. */
static void judge_output(struct one_case *c)
{
    const struct version *v = c->p.version;
    struct check *check = &v->known->check;

    if (c->said.lost) {
        set_verdict(c, "RUNTIME_ERROR", "%s", c->said.finding);
        return;
    }
    check_begin(check, v->name, v->what, v->exercise);
    say_where(&c->p, "");
    check->in_part = c->said.in_part && head_of(c)->in_part;
    compare_rounds(c);
    if (c->said.finding[0])
        set_verdict(c, "WRONG", "%s", c->said.finding);
    else if (check_state(check) == STATE_TODO)
        set_verdict(c, "TODO", "nothing was written: still the starter's");
    else if (check_state(check) == STATE_OK)
        set_verdict(c, "PASS", "%s", "");
    else
        set_verdict(c, "WRONG", "%s%s%s", check->message, check->detail[0] ? "; " : "",
                    check->detail);
}

void judge_case(struct process *r, int i, const struct job *job)
{
    struct one_case *c = &r->cases[i];

    if (!c->reply || i == r->count - 1)
        judge_end(c, r, job->seconds);
    if (!c->verdict)
        read_reply(c);
    if (!c->verdict)
        judge_output(c);
}
