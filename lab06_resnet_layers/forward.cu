/* Lab 6, Part B - a whole forward pass. */
#include "forward.h"

int forward_main(const struct lab *lab, const struct options *options, const struct device *device,
                 const struct forward *forward)
{
    (void)options, (void)device;
    options_usage(lab, "--network %s: is not there yet", forward->network);
}
