/* OUT/class.html: the class on one page that needs no other file. */
#ifndef PAGE_H
#define PAGE_H

#include "results.h"

int write_page(const struct class_results *class); /* -1: errno */

#endif
