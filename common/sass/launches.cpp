/* In place of the interpreter of PTX, in programs that `cucc --nvcc-ptx` has compiled: runs no
 * kernel, but says of each launch how large it is. So a program of any size ends soon, and one
 * whose kernels the CPU device does not know (tensor cores) can be asked as well. The file that
 * SASS_LAUNCHES names gets a line for each:
 *
 *   launch  name of the kernel  x y z of the grid  x y z of the block  bytes of dynamic memory
 *
 * with tabs; the name as ../ptx/symbols.h has it. Several processes may write to it. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "../cpu_device/run/runtime.h"
#include "../ptx/symbols.h"

namespace cpu_device
{

/* Blocks run on several CPU threads; only the first one of a grid says something. */
void ptx_run(const ptx_argument *, unsigned)
{
    static std::mutex lock;
    auto *launch = static_cast<const kernel_operation *>(self->launch);
    const char *path = getenv("SASS_LAUNCHES");
    if (blockIdx.x + blockIdx.y + blockIdx.z || !path)
        return;
    std::lock_guard<std::mutex> hold(lock);
    const config &c = launch->where;
    const char *name = program_function_at((const char *)__builtin_return_address(0) - 1);
    char line[5000];
    int length =
        snprintf(line, sizeof line, "launch\t%s\t%u %u %u\t%u %u %u\t%zu\n", name ? name : "?",
                 c.grid.x, c.grid.y, c.grid.z, c.block.x, c.block.y, c.block.z, c.shared);
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || write(file, line, (size_t)length) != length)
        perror(path);
    if (file >= 0)
        close(file);
}

} // namespace cpu_device
