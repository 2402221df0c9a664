/* common/cpu_device/front/explain: messages of g++ 12 and clang 14, and hostile ones. */
#include "unit.h"
#include <unistd.h>
#include "common/cpu_device/front/explain.c"
#include "common/cpu_device/front/words.c"

static char header[] = "/tmp/explain.XXXXXX";

static int setup(void **state)
{
    static const char names[] =
        "cudaMalloc(cudaDeviceSynchronize, cudaMemcpy2D); __syncthreads __hadd\n"
        "#define cudaMemcpyHostToDevice __fmul_rn 1 // __builtin_trap\n";
    int file = mkstemp(header);

    return file < 0 || write(file, names, sizeof names - 1) < 0 || close(file);
}

static int teardown(void **state)
{
    return unlink(header);
}

/* What becomes of the messages, when the program's launches are these. */
static char *explained(const char *messages, const char *launched)
{
    static char *said;
    size_t size;
    char *headers[] = { header, "/no/such/header.h", NULL };
    FILE *in = fmemopen((void *)(uintptr_t)messages, strlen(messages), "r");
    FILE *list = *launched ? fmemopen((void *)(uintptr_t)launched, strlen(launched), "r") : NULL;

    free(said);
    FILE *to = open_memstream(&said, &size);
    explain(in, to, list, headers);
    fclose(to);
    fclose(in);
    if (list)
        fclose(list);
    return said;
}

static void becomes(const char *messages, const char *expected)
{
    assert_string_equal(explained(messages, ""), expected);
}

/* In place of the error comes this line; if it is empty, the error stays. */
static void adds(const char *error, const char *line)
{
    char expected[1024];

    snprintf(expected, sizeof expected, "%s\n", *line ? line : error);
    becomes(error, expected);
}

TEST(test_names)
{
    adds("a.cu:7:3: error: 'cudaGraph_t' was not declared in this scope; did you mean 'cudaArray'?",
         "a.cu:7:3: error: cudaGraph_t is not available on the CPU device");
    adds("a.cu:7:3: error: use of undeclared identifier 'cudaGraph_t'",
         "a.cu:7:3: error: cudaGraph_t is not available on the CPU device");
    adds("a.cu:7: error: 'texture<float, 2>' does not name a type",
         "a.cu:7: error: texture is not available on the CPU device");
    adds("a.cu:7:3: error: no template named 'texture'",
         "a.cu:7:3: error: texture is not available on the CPU device");
    adds("a.cu:7:3: error: 'struct cudaGraph' has not been declared",
         "a.cu:7:3: error: cudaGraph is not available on the CPU device");
    adds("a.cu:7:3: error: 'tex2D' was not declared in this scope",
         "a.cu:7:3: error: tex2D is not available on the CPU device");
    adds("a.cu:7:3: error: unknown type name 'CUdevice'",
         "a.cu:7:3: error: CUdevice is not available on the CPU device");
}

TEST(test_names_of_the_program)
{
    static const char *const names[] = { "current",    "cutoff",  "CUTOFF", "cuda_kernel",
                                         "CUDA_CHECK", "texts",   "surf",   "x",
                                         "__shared__", "textual", "CU",     NULL };
    char error[256];

    for (int i = 0; names[i]; i++) {
        snprintf(error, sizeof error, "a.cu:7:3: error: '%s' was not declared in this scope",
                 names[i]);
        adds(error, "");
        snprintf(error, sizeof error, "a.cu:7:3: error: use of undeclared identifier '%s'",
                 names[i]);
        adds(error, "");
    }
    adds("a.cu:7:3: error: '__hadd' was not declared in this scope", ""); /* in another header */
}

TEST(test_misspelt)
{
    adds("a.cu:7:3: error: 'cudaDeviceSyncronize' was not declared in this scope",
         "a.cu:7:3: error: there is no cudaDeviceSyncronize: did you mean cudaDeviceSynchronize?");
    adds("a.cu:7:3: error: use of undeclared identifier '__synchthreads'",
         "a.cu:7:3: error: there is no __synchthreads: did you mean __syncthreads?");
    adds("a.cu:7:3: error: 'cudaMemcpyHosttoDevise' was not declared in this scope",
         "a.cu:7:3: error: there is no cudaMemcpyHosttoDevise: did you mean "
         "cudaMemcpyHostToDevice?");
    adds("a.cu:7:3: error: 'cudaMaloc' was not declared in this scope",
         "a.cu:7:3: error: there is no cudaMaloc: did you mean cudaMalloc?");
    /* other functions: other digits, another rounding, three letters, two of a short name */
    adds("a.cu:7:3: error: 'cudaMemcpy3D' was not declared in this scope",
         "a.cu:7:3: error: cudaMemcpy3D is not available on the CPU device");
    adds("a.cu:7:3: error: '__fmul_rz' was not declared in this scope",
         "a.cu:7:3: error: __fmul_rz is not available on the CPU device");
    adds("a.cu:7:3: error: 'cudaMallocate' was not declared in this scope",
         "a.cu:7:3: error: cudaMallocate is not available on the CPU device");
    adds("a.cu:7:3: error: '__hsbd' was not declared in this scope",
         "a.cu:7:3: error: __hsbd is not available on the CPU device");
    adds("a.cu:7:3: error: '__builtin_trip' was not declared in this scope",
         "a.cu:7:3: error: __builtin_trip is not available on the CPU device");
}

TEST(test_headers)
{
    adds("a.cu:1:10: fatal error: cub/cub.cuh: No such file or directory",
         "a.cu:1:10: error: cub/cub.cuh is not available on the CPU device: it is a library of "
         "NVIDIA's toolkit and needs a GPU");
    adds(
        "a.cu:1:10: fatal error: 'thrust/sort.h' file not found",
        "a.cu:1:10: error: thrust/sort.h is not available on the CPU device: install libthrust-dev "
        "(apt-get install libthrust-dev)");
    adds("a.cu:1:10: fatal error: helper_cuda.h: No such file or directory",
         "a.cu:1:10: error: helper_cuda.h is not available on the CPU device: it is part of "
         "NVIDIA's "
         "CUDA samples (their folder Common); copy it beside your program");
    adds("a.cu:1:10: fatal error: cublasLt.h: No such file or directory",
         "a.cu:1:10: error: cublasLt.h is not available on the CPU device: of cuBLAS there are, in "
         "<cublas_v2.h>, gemm, gemmStridedBatched, gemv, axpy, dot, nrm2 and scal, in float and "
         "double");
    adds(
        "a.cu:1:10: error: 'CURAND_RNG_PSEUDO_MT19937' was not declared in this scope",
        "a.cu:1:10: error: CURAND_RNG_PSEUDO_MT19937 is not available on the CPU device: of cuRAND "
        "there are, in <curand.h> and <curand_kernel.h>, the generators XORWOW and "
        "Philox4_32_10");
    adds("a.cu:1:10: fatal error: 'mma.h' file not found",
         "a.cu:1:10: error: mma.h is not available on the CPU device");
    adds("a.cu:1:10: fatal error: 'mine.h' file not found", "");
    adds("a.cu:1:10: fatal error: my_cublas.h: No such file or directory", "");
    /* what rules.c says: the advice comes into the same line */
    becomes(
        "a.cu:1: error: nvtx3/nvToolsExt.h is not available on the CPU device\n",
        "a.cu:1: error: nvtx3/nvToolsExt.h is not available on the CPU device: it marks ranges for "
        "NVIDIA's profilers; leave it out here\n");
    becomes(
        "a.cu:1: error: static assertion failed: PTX in asm is not available on the CPU device\n",
        "a.cu:1: error: PTX in asm is not available on the CPU device\n");
}

TEST(test_repeated)
{
    becomes("a.cu:4:1: error: 'k' was not declared\n    4 | k<<<1, 1>>>();\n"
            "a.cu:4:3: error: 'k' was not declared\n    4 | k<<<1, 1>>>();\n"
            "a.cu:5:3: error: 'k' was not declared\n    5 | k<<<1, 1>>>();\n",
            "a.cu:4:1: error: 'k' was not declared\n    4 | k<<<1, 1>>>();\n");
    becomes("a.cu:4:1: error: 'cuInit' was not declared\na.cu:4:3: error: 'cuInit' was not "
            "declared\nb\n",
            "a.cu:4:1: error: cuInit is not available on the CPU device\n");
    becomes("a.cu:4:1: error: x\nb.cu:4:1: error: x\n", "a.cu:4:1: error: x\nb.cu:4:1: error: x\n");
}

TEST(test_launches)
{
    static const char launched[] = "a.cu\t5\t3\tfirst\tint n\n"
                                   "b.cu\t9\t3\tother\tint n\n"
                                   "a.cu\t9\t3\tadd\tfloat *c\tconst float *a\n"
                                   "a.cu\t9\t40\tlater\tint n\n";
    static const char error[] = "a.cu:9:20: error: invalid conversion from 'int' to 'float*'\n";
    static const char gxx[] =
        "x/cpu_device/include/launch.h:9:3: note:   initializing argument 2 of "
        "'cpu_device::launcher<int>::start'\n    9 | inner\n      | ^\n";
    static const char clang[] =
        "x/cpu_device/include/launch.h:9:3: note: passing argument to parameter 'a' here\n";
    char messages[1024];

    snprintf(messages, sizeof messages, "%s%sa.cu:30:1: error: next\n", error, gxx);
    assert_string_equal(
        explained(messages, launched),
        "a.cu:9:20: error: invalid conversion from 'int' to 'float*'\n"
        "a.cu:9:3: note: in the launch of kernel add, its parameter 2: const float *a\n"
        "a.cu:30:1: error: next\n");
    snprintf(messages, sizeof messages, "%s%s", error, clang);
    assert_string_equal(explained(messages, launched),
                        "a.cu:9:20: error: invalid conversion from 'int' to 'float*'\n"
                        "a.cu:9:3: note: in the launch of kernel add\n");
    assert_string_equal(explained(messages, "a.cu\t9\t40\tlater\tint n\n"), error);
    assert_string_equal(explained(messages, ""), error);
    snprintf(messages, sizeof messages, "a.cu:5:9: error: x\n%s", gxx);
    assert_non_null(strstr(explained(messages, launched), "note: in the launch of kernel first\n"));
    assert_string_equal(explained(clang, launched), "");
}

TEST(test_our_own_headers)
{
    becomes("In file included from x/cpu_device/include/cuda_runtime.h:3:\n"
            "                 from <command-line>:\n"
            "x/cpu_device/include/launch.h:33:4:   required from 'void cpu_device::launch()'\n"
            "a.cu: In instantiation of 'main()::<lambda(auto:2 ...)>':\n"
            "In file included from a.cu:3:\n"
            "a.cu:9:1:   required from here\n"
            "x/cpu_device/include/launch.h:33:4: error: x\n",
            "a.cu:9:1: error: x\n");
}

/* What the rewriter has put behind the end of a line is not pointed at; a forgotten ; is. */
TEST(test_behind_a_line)
{
    becomes("a.cu:3:40: error: x\n    3 | int a;\n      |                        ^    \n",
            "a.cu:3:40: error: x\n    3 | int a;\n");
    becomes("a.cu:3:6: error: x\n    3 | int a\n      |      ^\n      |      ;\n",
            "a.cu:3:6: error: x\n    3 | int a\n      |      ^\n      |      ;\n");
}

/* Whatever a file is called and whatever its lines hold. */
TEST(test_hostile)
{
    static const char *const same[] = {
        "",
        "\n",
        "'",
        ": error: ",
        "x: error: ",
        "a:1: error: '",
        "a:1: error: ' was not declared",
        "a:1: error: '' was not declared",
        "a:1: error:  is not available on the CPU device",
        " is not available on the CPU device",
        "%s%n%d: error: %s%n",
        "a:1: error: '%n' was not declared",
        "a:99999999999999999999999:99999999999999999999: error: x",
        ":::::: error: x",
        "note: ",
        "  5 | say(\"a:1: error: 'cuInit' was not declared\")",
        "a b: error: 'cuInit' was not declared",
        "note: initializing argument 99999999999999999999 of launcher cpu_device/include/launch.h",
        "a:1: error: 'cu\t' was not declared",
        "\xff\xfe\x01",
        "cpu_device/include/launch.h",
        NULL
    };
    char messages[512];

    for (int i = 0; same[i]; i++) {
        snprintf(messages, sizeof messages, "before\n%s\nafter\n", same[i]);
        becomes(messages, messages);
    }
    adds("my 100%s lab: 'x'.cu:7:3: error: 'cuInit' was not declared",
         "my 100%s lab: 'x'.cu:7:3: error: cuInit is not available on the CPU device");
    adds("a.cu:7:3: error: 'cuInit' was not declared\r",
         "a.cu:7:3: error: cuInit is not available on the CPU device");
}

/* What clang++ 14, and 16 and later, say in other words than g++. */
TEST(test_static_assert_of_clang)
{
    static const char own[] = "a.cu:1:5: error: __reduce_add_sync takes int or unsigned";

    adds("a.cu:1:5: error: static_assert failed \"__reduce_add_sync takes int or unsigned\"", own);
    adds("a.cu:1:5: error: static_assert failed due to requirement 'is(\"x\")' "
         "\"__reduce_add_sync takes int or unsigned\"",
         own);
    adds("a.cu:1:5: error: static assertion failed due to requirement 'n > 0': "
         "__reduce_add_sync takes int or unsigned",
         own);
    becomes("a.cu:1:5: error: static assertion failed: too long\n"
            "a.cu:1:9: note: expression evaluates to '7 <= 6'\n",
            "a.cu:1:5: error: too long\n");
    adds("a.cu:1:5: error: static_assert failed due to requirement 'n > 0'", "");
    adds("a.cu:1:5: error: static_assert failed", "");
    becomes("a.cu:2:5: error: static assertion failed: no\n"
            "    2 |     static_assert(false, \"no\");\n      |     ^\n", /* the student's own */
            "a.cu:2:5: error: no\n"
            "    2 |     static_assert(false, \"no\");\n      |     ^\n");
    /* what rewrite wrote in place of a declaration is not shown, and what it declares is no error
     */
    becomes("a.cu:2:5: error: static_assert failed \"no\"\n"
            "    static_assert(false , \"no\"); /* extern float s[] */\n    ^             ~~~~~\n"
            "a.cu:3:5: error: use of undeclared identifier 's'\n    s[0] = 1;\n    ^\n",
            "a.cu:2:5: error: no\n");
    becomes("a.cu:2:5: error: static assertion failed: no\n"
            "    2 |     static_assert(false , \"no\"); /* extern float s[] */\n      |     ^\n"
            "a.cu:3:5: error: use of undeclared identifier 't'\n",
            "a.cu:2:5: error: no\na.cu:3:5: error: use of undeclared identifier 't'\n");
}

TEST(test_places_of_clang)
{
    static const char brace[] = "a.cu:3:1: error: a { that belongs to nothing: does a ; stand "
                                "before it, behind the ) of a function?\n";
    char expected[256];

    snprintf(expected, sizeof expected, "%s{\n^\n", brace);
    becomes("a.cu:3:1: error: expected unqualified-id\n{\n^\n", expected);
    snprintf(expected, sizeof expected, "%s    3 | {\n      | ^\n", brace);
    becomes("a.cu:3:1: error: expected unqualified-id\n    3 | {\n      | ^\n", expected);
    becomes("a.cu:3:1: error: expected unqualified-id\nif (n) {\n^\n",
            "a.cu:3:1: error: expected unqualified-id\nif (n) {\n^\n");
    adds("a.cu:3:1: error: expected unqualified-id", "");
    /* a brace that is missing at the end is told where nothing else was */
    adds("a.cu:9:2: error: expected '}'", "");
    becomes("a.cu:5:1: error: no type\na.cu:9:2: error: expected '}'\n",
            "a.cu:5:1: error: no type\n");
}

TEST(test_lambdas_of_clang)
{
    static const char captured[] = "a.cu:6:9: error: variable 'n' cannot be implicitly captured in "
                                   "a lambda with no capture-default specified\n";
    char message[512];

    snprintf(message, sizeof message,
             "%s    k<n>(cpu_device_a); }, [](auto cpu_device_f) { return k<n>; }\n%s", captured,
             "a.cu:6:5: error: no matching function for call to 'k'\n");
    becomes(message, "a.cu:6:9: error: a variable stands where a constant must, known when the "
                     "program is built\n");
    snprintf(message, sizeof message, "%s    auto f = [](int i) { return i + n; };\n", captured);
    becomes(message, message); /* the student's own */
    becomes("a.cu:7:5: error: use of undeclared identifier 'add'; did you mean 'fadd'?\n"
            "    add](auto ... cpu_device_a) { }\n"
            "/usr/include/x.h:24:14: note: 'fadd' declared here\n",
            "a.cu:7:5: error: use of undeclared identifier 'add'\n");
    adds("a.cu:7:5: error: use of undeclared identifier 'ad'; did you mean 'add'?", "");
}

TEST(test_calls_of_clang)
{
    static const char shuffle[] =
        "a.cu:2:9: error: no matching function for call to 'cpu_device_shfl_down_sync'\n"
        "cpu_device/include/f.h:2:7: note: candidate function template not viable: requires at "
        "least 4 arguments, but %d were provided\n";
    char message[512];

    snprintf(message, sizeof message, shuffle, 3);
    becomes(message, "a.cu:2:9: error: a shuffle takes a mask of lanes, then the value: "
                     "__shfl_down_sync(0xffffffff, x, 1)\n");
    snprintf(message, sizeof message, shuffle, 2);
    becomes(message, "a.cu:2:9: error: no matching function for call to '__shfl_down_sync'\n");
    adds("a.cu:2:9: error: no matching function for call to 'cudaMalloc'",
         "a.cu:2:9: error: cudaMalloc takes the address of a pointer and a number of bytes: "
         "cudaMalloc(&x, bytes)");
    adds("a.cu:2:9: error: no matching function for call to 'cudaMalloc3D'", "");
    adds("a.cu:2:9: error: invalid suffix 'b' on integer constant",
         "a.cu:2:9: error: a number with letters right behind it: is there a * to be between "
         "them?");
    adds("a.cu:2:9: error: invalid digit '8' in octal constant", "");
}

/* A file, a name and a line of 100,000 letters. */
TEST(test_long)
{
    enum { LONG = 100000 };
    static char name[LONG + 1], message[3 * LONG], expected[6 * LONG];

    memset(name, 'x', LONG);
    sprintf(message, "%s.cu:7:3: error: 'cudaX%s' was not declared\n", name, name);
    sprintf(expected, "%s.cu:7:3: error: cudaX%s is not available on the CPU device\n", name, name);
    becomes(message, expected);
    sprintf(message, "%s\n", name);
    becomes(message, message);
}

/* In Spanish: what is ours, what compilers say often, and nothing else. */
TEST(test_spanish)
{
    static const char *const pairs[][2] = {
        { "a.cu:3:5: error: 'idx' was not declared in this scope; did you mean 'id'?\n",
          "a.cu:3:5: error: 'idx' no está declarado en este ámbito; ¿quería decir 'id'?\n" },
        { "a.cu: In function 'int main()':\na.cu:3:5: error: expected ';' before '}' token\n",
          "a.cu: En la función 'int main()':\na.cu:3:5: error: se esperaba ';' antes de '}'\n" },
        { "a.cu:7:3: error: cannot convert 'float' {aka 'T'} to 'int*' in assignment [-Wx]\n",
          "a.cu:7:3: error: no se puede convertir 'float' {aka 'T'} en 'int*' al asignar [-Wx]\n" },
        { "a.cu:7:3: warning: unused variable 'n' [-Wunused-variable]\n",
          "a.cu:7:3: warning: variable sin usar 'n' [-Wunused-variable]\n" },
        { "a.cu:7:3: error: use of undeclared identifier 'idx'; did you mean 'id'?\n",
          "a.cu:7:3: error: 'idx' no está declarado; ¿quería decir 'id'?\n" },
        { "a.cu:7:3: error: cannot initialize a parameter of type 'float *' with an lvalue of type "
          "'int *'\n",
          "a.cu:7:3: error: no se puede dar a un parámetro de tipo 'float *' algo de tipo 'int "
          "*'\n" },
        { "a.cu:2:1: fatal error: 'own.h' file not found\n",
          "a.cu:2:1: fatal error: 'own.h': no existe ese archivo\n" },
        { "a.cu:2:1: fatal error: own.h: No such file or directory\n",
          "a.cu:2:1: fatal error: own.h: no existe ese archivo\n" },
        { "a.cu:6:5: error: 'cudaMaloc' was not declared in this scope\n",
          "a.cu:6:5: error: no existe cudaMaloc: ¿quería decir cudaMalloc?\n" },
        { "a.cu:6:5: error: 'cudaGraph_t' does not name a type\n",
          "a.cu:6:5: error: cudaGraph_t no está disponible en el dispositivo CPU\n" },
        { "a.cu:1: error: static assertion failed: __reduce_add_sync takes int or unsigned\n",
          "a.cu:1: error: __reduce_add_sync admite int o unsigned\n" },
        { "a.cu:3:5: error: 'x' was seen elsewhere\n",
          "a.cu:3:5: error: 'x' was seen elsewhere\n" },
        { "a.cu:3:5: error: expected '\n", "a.cu:3:5: error: expected '\n" },
        { "a.cu:3:5: error: expected %s\n", "a.cu:3:5: error: expected %s\n" },
        { "a.cu:3:5: error: \n", "a.cu:3:5: error: \n" },
    };

    setenv("REPORT_LANG", "es", 1);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        becomes(pairs[i][0], pairs[i][1]);
    setenv("REPORT_LANG", "en", 1);
    becomes(pairs[0][0], pairs[0][0]);
}

AROUND_ALL(setup, teardown)
