/* Ends the program `grade` with status 2 and one line on stderr: what is wrong, what to do. */
#ifndef STOP_H
#define STOP_H

void stop(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
