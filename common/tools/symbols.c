/* symbols [--cpu] LIST OBJECT... - can a lab trust what it sees of this object? It cannot if the
 * object runs code before main, replaces a function that others call, or calls something that a
 * launcher does not need. LIST, common/tools/symbols.txt, says what it may call. Prints findings:
 *
 *   pi_montecarlo.cu calls exit; a launcher only launches kernels
 *
 * LIST also names calls that do no harm but that an instructor should read: they are printed only.
 *
 * It runs nm, size and objdump and reads what they print. --cpu: the object was built for the CPU
 * device without sanitizers, so what is named like code of nvcc or a sanitizer is not let through.
 *
 * status 0: no finding but those to read, or this system has no nm or size; 1: some; 2: bad usage,
 * no such object */
#include <regex.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define POINTER 8 /* bytes of an entry in a table of functions that run before main */

static const char only_launches[] = "a launcher only launches kernels";

static void stop(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void stop(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    fputs("symbols: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    exit(2);
}

static void *needed(void *memory)
{
    if (memory == NULL)
        stop("no memory left");
    return memory;
}

/* Makes room for one more item: the array doubles at each power of two. */
static void *grown(void *list, size_t count, size_t size)
{
    bool is_full = (count & (count - 1)) == 0;

    return is_full ? needed(realloc(list, (count > 0 ? 2 * count : 1) * size)) : list;
}

/* The names in `list` are divided by |; one that ends with * is the beginning of a name. */
static bool is_one_of(const char *name, const char *list)
{
    for (; *list != 0; list += *list == '|') {
        size_t length = strcspn(list, "*|");
        bool may_go_on = list[length] == '*';
        if (strncmp(name, list, length) == 0 && (may_go_on || name[length] == 0))
            return true;
        list += length + may_go_on;
    }
    return false;
}

/* ---- the list of what an object may call ---------------------------------------------------- */

struct rule {
    bool allows, is_read;
    regex_t names;
    char *why; /* it is refused; NULL: the list does not say */
};

static struct rule *rules;
static size_t rule_count;

/* "allow EXPRESSION", "refuse EXPRESSION   why" or "read EXPRESSION   why"; every other line is a
 * comment. */
static void read_rule(char *line)
{
    const char *word = strtok(line, " \n");
    struct rule rule = { .allows = word != NULL && strcmp(word, "allow") == 0,
                         .is_read = word != NULL && strcmp(word, "read") == 0 };

    if (word == NULL || (!rule.allows && !rule.is_read && strcmp(word, "refuse") != 0))
        return;
    char *names = strtok(NULL, " \n"), *why = strtok(NULL, "\n");
    char whole[4096];
    int length = snprintf(whole, sizeof(whole), "^(%s)$", names != NULL ? names : "(");
    if (length >= (int)sizeof(whole) || regcomp(&rule.names, whole, REG_EXTENDED | REG_NOSUB) != 0)
        stop("%s %s: is not a rule", word, names != NULL ? names : "");
    if (why != NULL)
        rule.why = needed(strdup(why + strspn(why, " ")));
    rules = grown(rules, rule_count, sizeof(*rules));
    rules[rule_count++] = rule;
}

static void read_rules(const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;

    if (file == NULL)
        stop("there is no list %s", path);
    while (getline(&line, &room, file) > 0)
        read_rule(line);
    free(line);
    fclose(file);
}

/* The first rule that fits decides; NULL: none does. In the list a blank is written as _. */
static const struct rule *rule_for(const char *name)
{
    char *plain = needed(strdup(name));
    size_t i = 0;

    for (char *at = plain; (at = strchr(at, ' ')) != NULL;)
        *at = '_';
    while (i < rule_count && regexec(&rules[i].names, plain, 0, NULL, 0) != 0)
        i++;
    free(plain);
    return i < rule_count ? &rules[i] : NULL;
}

/* ---- an object, and what is found in it ----------------------------------------------------- */

/* A line of nm -C. */
struct symbol {
    char type;           /* T: a function; W: weak; U: not defined here; i: chosen by a resolver */
    bool has_parameters; /* as names of C++ have, and names of C have not */
    bool takes_place;    /* operator new(bytes, place), which <new> defines */
    char *name;          /* without its parameters */
};

struct object {
    const char *path;
    bool only_cpu;   /* --cpu */
    long runs_first; /* functions in the tables of those that run before main */
    struct symbol *symbols;
    size_t symbol_count;
    char **findings;
    size_t finding_count, to_read; /* findings, and of these to be read */
};

static void say(struct object *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct object *o, const char *format, ...)
{
    va_list values;
    char *finding;

    va_start(values, format);
    if (vasprintf(&finding, format, values) < 0)
        stop("no memory left");
    va_end(values);
    o->findings = grown(o->findings, o->finding_count, sizeof(*o->findings));
    o->findings[o->finding_count++] = finding;
}

static bool defines(const struct object *o, const char *name)
{
    for (size_t i = 0; i < o->symbol_count; i++)
        if (strcmp(o->symbols[i].name, name) == 0)
            return true;
    return false;
}

/* ---- what size, objdump and nm print -------------------------------------------------------- */

static const char tables_before_main[] = ".init_array*|.preinit_array*|.ctors*";
static const char usual_sections[] =
    ".text*|.data*|.sdata*|.bss*|.sbss*|.rodata*|.srodata*|.tdata*|.tbss*|.eh_frame*|"
    ".gcc_except_table*|.group*|.rel*|.symtab*|.strtab*|.shstrtab*|.comment*|.note*|"
    ".debug*|.stack*|.gnu.attributes*|.gnu.build*|.gnu.linkonce*|.llvm*|.nv*|__nv*|.ARM*|"
    "asan*";

/* A line of size -A: a section's name, its bytes, its address. Around them a title with the
 * object's path, a header, a total. */
static void take_section(struct object *o, char *line)
{
    int name = (int)strcspn(line, " "), end = 0;
    unsigned long long bytes, address;

    bool numbers = sscanf(line + name, " %llu %llu%n", &bytes, &address, &end) == 2;
    if (*line == 0 || strncmp(line, o->path, strlen(o->path)) == 0 ||
        is_one_of(line, "section*|Total*"))
        return;
    bool whole = numbers && line[name + end] == 0;
    line[name] = 0;
    if (whole && is_one_of(line, tables_before_main))
        o->runs_first += (long)(bytes / POINTER);
    else if (!whole || !is_one_of(line, usual_sections))
        say(o, "has a section that compilers do not make, %s", line);
}

/* A line of objdump -d: "   4:\tsyscall". Code calls the system by functions of the C library. */
static void take_instruction(struct object *o, char *line)
{
    char *at = strchr(line, '\t');
    const char *before = "";

    for (char *word = at != NULL ? strtok(at, " \t") : NULL; word != NULL;
         word = strtok(NULL, " \t")) {
        if (is_one_of(word, "syscall|sysenter|svc") ||
            (strcmp(before, "int") == 0 && strcmp(word, "$0x80") == 0))
            say(o, "calls the system by an instruction of its own");
        before = word;
    }
}

/* A line of nm -C: "0000000000000000 T name(parameters)"; what is not defined has no address. */
static void take_symbol(struct object *o, char *line)
{
    char *at = line + strspn(line, "0123456789abcdef"), *parameters;

    at += strspn(at, " ");
    if (at == line || at[0] == 0 || at[1] != ' ')
        return;
    bool takes_place = strstr(at + 2, ", void*)") != NULL;
    if ((parameters = strchr(at + 2, '(')) != NULL)
        *parameters = 0;
    o->symbols = grown(o->symbols, o->symbol_count, sizeof(*o->symbols));
    o->symbols[o->symbol_count++] = (struct symbol){
        .type = at[0],
        .has_parameters = parameters != NULL,
        .takes_place = takes_place,
        .name = needed(strdup(at + 2)),
    };
}

/* Has a tool print, and takes its lines one by one. False: there is no such tool. */
static bool read_lines_of(struct object *o, const char *command,
                          void (*take)(struct object *o, char *line))
{
    FILE *lines = popen(command, "r");
    char *line = NULL;
    size_t room = 0;

    if (lines == NULL)
        stop("no process for %s", command);
    while (getline(&line, &room, lines) > 0) {
        line[strcspn(line, "\n")] = 0;
        take(o, line);
    }
    free(line);
    int status = pclose(lines);
    if (status < 0)
        stop("no end of %s", command);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 127;
}

/* False: this system has no nm or size. Without objdump its instructions are not looked at. */
static bool read_object(struct object *o)
{
    setenv("OBJECT", o->path, 1); /* a shell takes no letter of a variable's text for its own */
    if (!read_lines_of(o, "nm -C \"$OBJECT\" 2>/dev/null </dev/null", take_symbol) ||
        !read_lines_of(o, "size -A -d \"$OBJECT\" 2>/dev/null </dev/null", take_section))
        return false;
    read_lines_of(o, "objdump -d --no-show-raw-insn \"$OBJECT\" 2>/dev/null </dev/null",
                  take_instruction);
    return true;
}

/* ---- what is judged ------------------------------------------------------------------------- */

/* An object may run before main what registers kernels with nvcc's runtime, what sanitizers add,
 * and the initializers that compilers of C++ make: where nothing registers kernels with the CPU
 * device, for a static object. */
static void judge_what_runs_first(struct object *o)
{
    static const char added[] = "__sti____cudaRegisterAll|asan.module_ctor|tsan.module_ctor|"
                                "_sub_I_00099_0|_sub_I_00099_1";
    static const char registers[] = "cpu_device::know_static_shared|cpu_device::know_launch_bounds|"
                                    "cpu_device::register_kernel|cpu_device::check::on_variable|"
                                    "std::ios_base::Init*";
    long by_tools = 0, by_compiler = 0;
    bool is_needed = false;

    for (size_t i = 0; i < o->symbol_count; i++) {
        const char *name = o->symbols[i].name;
        by_tools += !o->only_cpu && is_one_of(name, added);
        by_compiler += is_one_of(name, "_GLOBAL__sub_I_*|__cxx_global_var_init*");
        is_needed |= is_one_of(name, registers);
    }
    if (o->runs_first > by_tools + by_compiler)
        say(o, "runs code before main (a constructor); %s", only_launches);
    else if (o->runs_first > by_tools && !is_needed && ++o->to_read)
        say(o, "makes a static object before main: read what its constructor does");
}

static void judge_call(struct object *o, const char *name)
{
    const struct rule *rule = rule_for(name);

    o->to_read += rule != NULL && rule->is_read;
    if (o->only_cpu && is_one_of(name, "__asan_*|__ubsan_*|__tsan_*|__sanitizer_*"))
        say(o, "asks for %s, which only the bug finder's build has", name);
    else if (rule == NULL || !rule->allows)
        say(o, "calls %s; %s", name, rule != NULL && rule->why != NULL ? rule->why : only_launches);
}

/* A function of C takes the place of one of that name in the kit or in a library; so does one of
 * CUDA's, and operator new. nvcc brings weak functions of C of its own. */
static void judge_definition(struct object *o, const struct symbol *s, bool by_nvcc)
{
    bool of_cuda = strncmp(s->name, "cuda", 4) == 0 && s->name[4] >= 'A' && s->name[4] <= 'Z';

    if (!s->has_parameters && strcmp(s->name, "__clang_call_terminate") != 0 &&
        (s->type == 'T' || !by_nvcc))
        say(o, "defines %s as a function of C, which may take the place of another one", s->name);
    bool of_memory = is_one_of(s->name, "operator new*|operator delete*") && !s->takes_place;

    if (s->has_parameters &&
        ((s->type == 'T' && (of_cuda || is_one_of(s->name, "cpu_device::*"))) || of_memory))
        say(o, "defines %s; a launcher replaces nothing of CUDA", s->name);
}

static void judge(struct object *o)
{
    bool by_nvcc = !o->only_cpu && defines(o, "__cudaRegisterFatBinary");

    for (size_t i = 0; i < o->symbol_count; i++) {
        const struct symbol *s = &o->symbols[i];
        if (is_one_of(s->name, "exit|atexit")) { /* the stubs of nvcc call atexit */
            if (!by_nvcc)
                say(o, "calls %s; %s", s->name, only_launches);
        } else if (s->type == 'i')
            say(o, "defines %s by a resolver, which runs before main", s->name);
        else if (strchr("Uwv", s->type) != NULL)
            judge_call(o, s->name);
        else if (strchr("TW", s->type) != NULL)
            judge_definition(o, s, by_nvcc);
    }
    judge_what_runs_first(o);
}

/* ---- main ----------------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Each once, of x.cu for build/cpu/x.o. */
static void print_findings(struct object *o)
{
    const char *slash = strrchr(o->path, '/'), *name = slash != NULL ? slash + 1 : o->path;
    size_t length = strlen(name), stem = length;

    if (length > 2 && strcmp(name + length - 2, ".o") == 0)
        stem -= 2;
    if (o->finding_count > 0)
        qsort(o->findings, o->finding_count, sizeof(*o->findings), by_text);
    for (size_t i = 0; i < o->finding_count; i++)
        if (i == 0 || strcmp(o->findings[i], o->findings[i - 1]) != 0)
            printf("%.*s.cu %s\n", (int)stem, name, o->findings[i]);
}

static void free_object(struct object *o)
{
    for (size_t i = 0; i < o->symbol_count; i++)
        free(o->symbols[i].name);
    for (size_t i = 0; i < o->finding_count; i++)
        free(o->findings[i]);
    free(o->symbols);
    free(o->findings);
}

int main(int argc, char **argv)
{
    int first = argc > 1 && strcmp(argv[1], "--cpu") == 0 ? 2 : 1, status = 0;

    if (argc < first + 2) {
        fprintf(stderr, "usage: symbols [--cpu] LIST OBJECT...\n");
        return 2;
    }
    for (int i = first; i < argc; i++)
        if (access(argv[i], R_OK) != 0)
            stop("there is no %s", argv[i]);
#ifdef __linux__ /* other systems name symbols in other ways */
    setenv("LC_ALL", "C", 1);
    read_rules(argv[first]);
    for (int i = first + 1; i < argc; i++) {
        struct object o = { .path = argv[i], .only_cpu = first == 2 };
        bool is_read = read_object(&o);
        if (is_read)
            judge(&o);
        print_findings(&o);
        status |= o.finding_count > o.to_read;
        free_object(&o);
        if (!is_read)
            break;
    }
#endif
    return status;
}
