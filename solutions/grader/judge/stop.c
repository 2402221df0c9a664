#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "stop.h"

void stop(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("grade: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(2);
}
