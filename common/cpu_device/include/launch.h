/* CPU device: what `kernel<<<grid, block, shared, stream>>>(arguments)` becomes. The rewriter turns
 * it into
 *
 *   ::cpu_device::launch("kernel", "parameters", "file:line", kernel,
 *                        [=](auto... a) { kernel(a...); },
 *                        ::cpu_device::config(grid, block, shared, stream))
 *       .start(arguments)
 *
 * The lambda lets the compiler see the kernel and put it into the loop over threads; the pointer to
 * the kernel gives the types of the parameters, so that arguments are converted at the launch. A
 * kernel that is overloaded or a template has no such pointer: it is launched with the arguments as
 * they are (launch_generic). */
#ifndef CPU_DEVICE_LAUNCH_H
#define CPU_DEVICE_LAUNCH_H

#include <type_traits>
#include <utility>
#include "host_api.h"
#include "execution.h"

namespace cpu_device
{

struct config {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    bool cooperative = false; /* all blocks run at once */
    config(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0)
        : grid(grid), block(block), shared(shared), stream(stream)
    {
    }
    explicit config(const cudaLaunchConfig_t &c)
        : config(c.gridDim, c.blockDim, c.dynamicSmemBytes, c.stream)
    {
        for (unsigned i = 0; i < c.numAttrs; i++)
            cooperative |=
                c.attrs[i].id == cudaLaunchAttributeCooperative && c.attrs[i].val.cooperative;
    }
};

/* An operation that waits in the queue of the device thread. */
struct operation {
    operation *next = nullptr;
    virtual ~operation() {}
    virtual void run() = 0;
};

/* A kernel launch. blocks() runs the blocks first .. last-1 (x fastest) on the calling worker. */
struct kernel_operation : operation {
    const char *name, *parameters, *place; /* parameters: "n,p," */
    config where;
    mutable const void *array = nullptr; /* the last argument that points into one */
    mutable unsigned shadowed = 0; /* a parameter with the host's address of a device's variable, */
    mutable const char *variable;  /* and its name */
    CPU_DEVICE_OWN kernel_operation(const char *name, const char *parameters, const char *place,
                                    const config &where)
        : name(name), parameters(parameters), place(place), where(where)
    {
    }
#ifdef CPU_DEVICE_TRAFFIC
    ~kernel_operation() override { check::on_launch_gone(this); }
#endif
    void run() override;
    virtual void blocks(unsigned long long first, unsigned long long last) const = 0;
    virtual void note_again() const = 0; /* its arguments: a graph runs it once more */
};

/* Does the configuration keep within the device's limits? If not, sets the last error and says
 * which limit it exceeds. `kernel` is null where its address is not known. */
bool check_launch(const char *name, const char *place, const config &where, const void *kernel);
void submit_launch(kernel_operation *launch);

/* Says so, once per kernel, if this argument points, or is a reference, to pageable memory of the
 * host; `element` is the size of what it points to, which is aligned to `align`. */
void note_pointer(const kernel_operation *launch, unsigned position, const volatile void *p,
                  size_t element, size_t align, bool reference = false);

/* The same for what an object of the program's holds, or a lambda. */
void note_bytes(const kernel_operation *launch, unsigned position, const void *p, size_t size,
                bool lambda);

int watch_tables(); /* the program has virtual functions */

/* A parameter that is a reference is kept as a pointer, any other as a copy. */
template <class T> struct kept_reference {
    T *p;
    kept_reference(T &r) : p(&r) {}
    operator T &() const { return *p; }
};
/* An object whose copying or destruction is code of the program's, which may call CUDA: a GPU gets
 * its bits. So does each thread here; it is copied and destroyed where it is launched. */
template <class P>
constexpr bool
    by_bits = std::is_class_v<P> &&
              (!std::is_trivially_destructible_v<P> ||
               (std::is_copy_constructible_v<P> && !std::is_trivially_copy_constructible_v<P>) ||
               (std::is_move_constructible_v<P> && !std::is_trivially_move_constructible_v<P>));
template <class P> struct bits {
    alignas(P) unsigned char bytes[sizeof(P)];
    bits(const P &p) { __builtin_memcpy(bytes, (const void *)&p, sizeof bytes); }
};
template <class P, bool = by_bits<std::remove_cv_t<P>>> struct kept {
    typedef std::remove_cv_t<P> type;
};
template <class P> struct kept<P, true> {
    typedef bits<std::remove_cv_t<P>> type;
};
template <class T> struct kept<T &, false> {
    typedef kept_reference<T> type;
};

/* g++ writes main()::<lambda(int)>, clang++ (lambda at main.cu:5:9). */
template <class T> constexpr bool is_lambda()
{
    for (const char *s = __PRETTY_FUNCTION__; *s; s++)
        if (__builtin_strncmp(s, "<lambda", 7) == 0 || __builtin_strncmp(s, "(lambda", 7) == 0)
            return true;
    return false;
}

template <class T>
CPU_DEVICE_OWN static inline void note_object_pointer(const kernel_operation *launch,
                                                      unsigned position, T *p)
{
    note_pointer(launch, position, p, sizeof(T), alignof(T));
    CPU_DEVICE_HOOK(on_pointer(launch, position, p, sizeof(T), std::is_floating_point_v<T>));
}

template <class P>
CPU_DEVICE_OWN static inline void note_argument(const kernel_operation *launch, unsigned position,
                                                const P &a)
{
    typedef std::remove_pointer_t<P> element;
    if constexpr (std::is_pointer_v<P> && std::is_void_v<element>)
        note_pointer(launch, position, a, 1, 1);
    else if constexpr (std::is_pointer_v<P> && std::is_object_v<element>)
        note_object_pointer(launch, position, a);
    else if constexpr (std::is_class_v<P> && sizeof(P) >= sizeof(void *))
        note_bytes(launch, position, &a, sizeof a, is_lambda<P>());
}

template <class T>
CPU_DEVICE_OWN static inline void note_argument(const kernel_operation *launch, unsigned position,
                                                const kept_reference<T> &a)
{
    note_pointer(launch, position, a.p, sizeof(T), alignof(T), true);
}

/* Argument number i, as it is kept until the kernel runs. */
template <size_t i, class P> struct argument_kept {
    P value;
};
/* All of a launch's. Not a std::tuple, for which a compiler needs more time than for a kernel. */
template <class Numbers, class... P> struct arguments_kept;
template <size_t... I, class... P>
struct arguments_kept<std::index_sequence<I...>, P...> : argument_kept<I, P>... {
    template <class... A>
    CPU_DEVICE_OWN arguments_kept(A &&...a) : argument_kept<I, P>{ (A &&) a }...
    {
    }

    CPU_DEVICE_OWN void note(const kernel_operation *launch) const
    {
        (note_argument(launch, (unsigned)I + 1, argument_kept<I, P>::value), ...);
    }

    /* The blocks first .. last - 1, one thread after the other until one waits. */
    template <class Call>
    CPU_DEVICE_UNCHECKED void run(worker *w, unsigned long long first, unsigned long long last,
                                  const Call &call) const
    {
        run_blocks(w, first, last, call, argument_kept<I, P>::value...);
    }

    /* Begins threads of a block in fibers, until one waits or none is left. */
    template <class Call> CPU_DEVICE_OWN void begin(worker *w, const Call &call) const
    {
        begin_threads(w, call, argument_kept<I, P>::value...);
    }

    /* Copies of the arguments: no store of the kernel changes them, so they stay in registers. */
    template <class Call>
    CPU_DEVICE_UNCHECKED static void run_blocks(worker *w, unsigned long long first,
                                                unsigned long long last, Call call, P... a)
    {
        for (unsigned long long block = first; block < last; block++) {
            begin_block(w, block);
            run_block(call, a...);
        }
    }

    template <class Call> CPU_DEVICE_UNCHECKED static void run_block(const Call &call, P... a)
    {
        const dim3 n = blockDim;
        for (unsigned z = 0; z < n.z; z++)
            for (unsigned y = 0; y < n.y; y++) {
                threadIdx.y = y;
                threadIdx.z = z;
                for (unsigned x = 0; x < n.x; x++) {
                    threadIdx.x = x;
                    CPU_DEVICE_STEP(on_thread(x + n.x * (y + n.y * z)));
                    call(a...);
                    if (current) { /* this thread has waited: the block runs in fibers now */
                        end_in_fibers();
                        return;
                    }
                }
            }
    }

    template <class Call>
    CPU_DEVICE_OWN static void begin_threads(worker *w, const Call &call, P... a)
    {
        do {
            begin_thread(w);
            call(a...);
        } while (thread_ended());
    }
};

/* Call is the kernel; P are the types of its arguments, as they are kept until it runs. */
template <class Call, class... P> struct kernel_launch final : kernel_operation {
    Call call;
    arguments_kept<std::index_sequence_for<P...>, P...> arguments;

    template <class... A>
    CPU_DEVICE_OWN kernel_launch(const char *name, const char *parameters, const char *place,
                                 const config &where, const Call &call, A &&...a)
        : kernel_operation(name, parameters, place, where), call(call), arguments((A &&) a...)
    {
        arguments.note(this);
    }

    CPU_DEVICE_OWN void note_again() const override { arguments.note(this); }

    CPU_DEVICE_OWN void blocks(unsigned long long first, unsigned long long last) const override
    {
        self->launch = this;
        self->begin = begin;
        if (self->drawn)
            run_drawn(self, first, last);
        else
            arguments.run(self, first, last, call);
    }

    CPU_DEVICE_OWN static void begin(worker *w)
    {
        auto *launch = static_cast<const kernel_launch *>(w->launch);
        launch->arguments.begin(w, launch->call);
    }
};

/* Calls a kernel with bits: by the ABI of C++ an object that is not trivially copied is passed as a
 * pointer, which the caller's copy is behind. */
template <class... P> struct call_by_bits {
    const void *kernel;
    template <class T> static T &&pass(T &a) { return (T &&) a; }
    template <class T> static void *pass(bits<T> &a) { return a.bytes; }
    void operator()(typename kept<P>::type... a) const
    {
        typedef void (*function)(std::conditional_t<by_bits<std::remove_cv_t<P>>, void *, P>... a);
        ((function)kernel)(pass(a)...);
    }
};

template <class Call, class... P> struct typed_launcher {
    const char *name, *parameters, *place;
    const void *kernel;
    Call call;
    config where;
    void start(P... a) const
    {
        if (!check_launch(name, place, where, kernel))
            return;
        if constexpr ((by_bits<std::remove_cv_t<P>> || ...))
            if (kernel) {
                submit_launch(new kernel_launch<call_by_bits<P...>, typename kept<P>::type...>(
                    name, parameters, place, where, { kernel }, std::forward<P>(a)...));
                return;
            }
        submit_launch(new kernel_launch<Call, typename kept<P, false>::type...>(
            name, parameters, place, where, call, std::forward<P>(a)...));
    }
};

template <class Call, class... P>
typed_launcher<Call, P...> launch(const char *name, const char *parameters, const char *place,
                                  void (*kernel)(P...), Call call, config where)
{
    return { name, parameters, place, (const void *)kernel, call, where };
}

/* Is T a type that a function defines? g++ calls it main()::point; that of a lambda is none. */
template <class T> constexpr bool is_local()
{
    if constexpr (!std::is_arithmetic_v<std::remove_pointer_t<T>>)
        for (const char *s = __PRETTY_FUNCTION__; *s; s++) {
            const char *end = *s == ')' && s[1] == ' ' && s[2] == 'c' ? s + 6 : s; /* ) const */
            if ((*s == ')' || *s == ']') && end[1] == ':' && (end[3] != '<' || end[4] == 'u'))
                return true;
        }
    return false;
}

/* The same where the kernel is a template or overloaded, and an argument in braces has no type by
 * itself: Parameters has been found by a call like the kernel's. */
template <class Kernel> struct parameters {
};
template <class Parameters> struct launcher_as;
template <class... P> struct launcher_as<parameters<void(P...)>> {
    template <class Call> using type = typed_launcher<Call, P...>;
};
template <class Parameters, class Call>
typename launcher_as<Parameters>::template type<Call>
launch_as(const char *name, const char *parameters, const char *place, Call call, config where)
{
    return { name, parameters, place, nullptr, call, where };
}

/* A literal 0 among the arguments of a generic launch: an int where that fits, else whatever the
 * kernel wants, a null pointer for example. */
struct zero {
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_pointer_v<T>>>
    operator T() const
    {
        return T();
    }
};

template <class A> using zero_as_int = std::conditional_t<std::is_same_v<A, zero>, int, A>;

/* Instead of a kernel's address: what the only kernel with such a name takes. */
struct any_kernel {
    template <class... P> parameters<void(P...)> operator=(void (*)(P...));
};

/* Is this the object of a class that has work to do when it is copied? It may be no parameter at
 * all, but the owner of an array, which becomes its pointer: CUDA makes it one at the launch. */
template <class A>
constexpr bool is_object = std::is_class_v<A> && !std::is_trivially_copyable_v<A>;

/* Address finds the kernel that has exactly the parameters of a type. */
template <class Call, class Address> struct generic_launcher {
    const char *name, *parameters, *place;
    Call call;
    Address address;
    config where;
    template <class... A>
    std::enable_if_t<(is_object<std::decay_t<A>> || ...)> start(A &&...a) const
    {
        if constexpr (std::is_invocable_v<Address, any_kernel> &&
                      !std::is_invocable_v<Address, void (*)(std::decay_t<A>...)>)
            launch_as<std::invoke_result_t<Address, any_kernel>>(name, parameters, place, call,
                                                                 where)
                .start(std::forward<A>(a)...);
        else
            start_as_given<std::decay_t<A>...>(std::forward<A>(a)...);
    }
    template <class... A> std::enable_if_t<!(is_object<A> || ...)> start(A... a) const
    {
        start_as_given<A...>(a...);
    }
    template <class... A> void start_as_given(A... a) const
    {
        if constexpr (!(std::is_same_v<A, zero> || ...))
            submit<A...>(a...);
        else if constexpr (std::is_invocable_v<Call, zero_as_int<A>...>)
            submit<zero_as_int<A>...>(a...);
        else
            submit<A...>(a...);
    }
    template <class... P> void submit(P... a) const
    {
        if constexpr ((by_bits<P> || ...) && std::is_invocable_v<Address, void (*)(P...)>) {
            auto *kernel = (const void *)address((void (*)(P...)) nullptr);
            typed_launcher<Call, P...>{ name, parameters, place, kernel, call, where }.start(a...);
        } else if (check_launch(name, place, where, nullptr)) {
            submit_launch(
                new kernel_launch<Call, P...>(name, parameters, place, where, call, a...));
        }
    }
};

template <class Call, class Address>
generic_launcher<Call, Address> launch_generic(const char *name, const char *parameters,
                                               const char *place, Call call, Address address,
                                               config where)
{
    return { name, parameters, place, call, address, where };
}

/* The same for a kernel with parameters that are references. An argument is kept as a copy, or as a
 * reference where the kernel does not take a copy. Probe can be called with what the kernel can. */
template <class T> T &argument(T &a) { return a; }
template <class T> T &argument(kept_reference<T> &a) { return *a.p; }

template <class Call, class Probe> struct reference_launcher {
    const char *name, *parameters, *place;
    Call call;
    config where;
    template <class... A> void start(A &&...a) const
    {
        static_assert(std::is_invocable_v<Probe, A...>,
                      "the kernel takes other arguments, or a variable for its reference");
        if constexpr (std::is_invocable_v<Probe, A...>)
            submit(std::index_sequence_for<A...>(), std::forward<A>(a)...);
    }
    template <size_t... I, class... A> void submit(std::index_sequence<I...>, A &&...a) const
    {
        auto call_it = [call = call](auto &...a) { call(argument(a)...); };
        if (check_launch(name, place, where, nullptr))
            submit_launch(new kernel_launch<decltype(call_it), kept_as<I, A, A...>...>(
                name, parameters, place, where, call_it, std::forward<A>(a)...));
    }
    /* Does the kernel take a copy of argument number i? */
    template <size_t i, class A, class... All, size_t... I>
    static constexpr bool takes_copy(std::index_sequence<I...>)
    {
        return std::is_invocable_v<Probe, std::conditional_t<I == i, std::decay_t<All>, All>...>;
    }
    template <size_t i, class A, class... All>
    using kept_as = std::conditional_t<takes_copy<i, A, All...>(std::index_sequence_for<All...>()),
                                       std::decay_t<A>, kept_reference<std::remove_reference_t<A>>>;
};

template <class Call, class Probe>
reference_launcher<Call, Probe> launch_references(const char *name, const char *parameters,
                                                  const char *place, Call call, Probe, config where)
{
    return { name, parameters, place, call, where };
}

/* The rewriter puts calls of these into Thrust: its algorithms wait for the device's work, and its
 * vectors lie in managed memory. */
void let_host_in();
template <class... Alignment> void *managed_new(size_t size, Alignment...)
{
    void *p = nullptr;
    if (cudaMallocManaged(&p, size ? size : 1) != cudaSuccess)
        throw std::bad_alloc();
    return p;
}
template <class... Alignment> void managed_delete(void *p, Alignment...) { cudaFree(p); }

/* The rewriter writes this after a kernel's __shared__ variables, so that their size is known
 * before main. */
int know_static_shared(const void *kernel, size_t bytes);
template <auto kernel, size_t bytes> struct static_shared {
    static inline const int known = know_static_shared((const void *)kernel, bytes);
};

/* The same in a kernel whose address the launch does not know, a template say: it is refused when
 * it runs. */
void refuse_static_shared(size_t bytes);
CPU_DEVICE_UNCHECKED static inline void add_static_shared(size_t bytes)
{
    if (static_cast<const kernel_operation *>(self->launch)->where.shared)
        refuse_static_shared(bytes);
}

/* Like static_shared, for __launch_bounds__(threads): a launch with more threads in a block is
 * refused. */
int know_launch_bounds(const void *kernel, unsigned long long threads);
template <auto kernel, unsigned long long threads> struct launch_bounds {
    static inline const int known = know_launch_bounds((const void *)kernel, threads);
};

/* All that the body of a kernel does that `cucc --nvcc-ptx` has compiled: its block runs by nvcc's
 * PTX of the kernel (common/ptx), with these arguments. */
struct ptx_argument {
    const void *at;
    size_t size;
};
void ptx_run(const ptx_argument *arguments, unsigned count);
template <class P> struct ptx_parameter { /* of the type with which it is declared */
    const P &value;
    operator ptx_argument() const { return { (const void *)&value, sizeof value }; }
};
template <class P> struct ptx_parameter<P &> { /* PTX has its address */
    P *p;
    ptx_parameter(P &value) : p(&value) {}
    operator ptx_argument() const { return { &p, sizeof p }; }
};
inline ptx_argument ptx_unnamed(size_t size) /* at most the 4 KB of all parameters */
{
    static const char nothing[4096] = {};
    return { nothing, size };
}
template <class... P> CPU_DEVICE_ALWAYS_INLINE void ptx_kernel(const P &...parameters)
{
    if (threadIdx.x + threadIdx.y + threadIdx.z)
        return;
    const ptx_argument arguments[] = { parameters..., ptx_argument{ nullptr, 0 } };
    ptx_run(arguments, sizeof...(P));
    asm volatile(""); /* the call is not the last thing: it returns into the kernel */
}

/* cudaLaunchKernel knows a kernel by its address: each kernel of the program is registered. */
typedef cudaError_t (*untyped_launch)(const void *kernel, const config &where, void **args,
                                      const char *place);
int register_kernel(const void *kernel, const char *name, untyped_launch launch);
const char *name_of_kernel(const void *kernel); /* as it has been registered */
const char *place_of_launch(const char *file, int line);

template <class P> std::remove_reference_t<P> &argument_at(void *p)
{
    if constexpr (std::is_reference_v<P>)
        return **(std::remove_reference_t<P> **)p;
    else
        return *(P *)p;
}

template <class... P, size_t... I>
cudaError_t launch_pointer(void (*kernel)(P...), const config &where, void **args,
                           const char *place, std::index_sequence<I...>)
{
    auto call = [=](P... a) { kernel(a...); };
    const char *name = name_of_kernel((const void *)kernel);
    if (!check_launch(name, place, where, (const void *)kernel))
        return cudaPeekAtLastError();
    submit_launch(new kernel_launch<decltype(call), typename kept<P>::type...>(
        name, "", place, where, call, argument_at<P>(args[I])...));
    return cudaSuccess;
}

template <class... P> int register_kernel(void (*kernel)(P...), const char *name)
{
    return register_kernel((const void *)kernel, name,
                           [](const void *k, const config &where, void **args, const char *place) {
                               return launch_pointer((void (*)(P...))k, where, args, place,
                                                     std::index_sequence_for<P...>());
                           });
}

} // namespace cpu_device

template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                                        size_t shared_bytes = 0, cudaStream_t stream = 0,
                                        const char *file = __builtin_FILE(),
                                        int line = __builtin_LINE())
{
    cpu_device::config where(grid, block, shared_bytes, stream);
    where.cooperative = true;
    return cpu_device::launch_pointer(kernel, where, args, cpu_device::place_of_launch(file, line),
                                      std::index_sequence_for<P...>());
}

template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **args,
                             size_t shared_bytes = 0, cudaStream_t stream = 0,
                             const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    return cpu_device::launch_pointer(kernel, cpu_device::config(grid, block, shared_bytes, stream),
                                      args, cpu_device::place_of_launch(file, line),
                                      std::index_sequence_for<P...>());
}

/* A config, and the line that has the call: default arguments do not follow a pack. */
struct cpu_device_config {
    const cudaLaunchConfig_t *c;
    const char *file;
    int line;
    cpu_device_config(const cudaLaunchConfig_t *c, const char *file = __builtin_FILE(),
                      int line = __builtin_LINE())
        : c(c), file(file), line(line)
    {
    }
};

template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(cpu_device_config of, void (*kernel)(P...), A &&...arguments)
{
    if (!of.c)
        return cudaLaunchKernelExC(nullptr, nullptr, nullptr);
    auto launch = [&](P... p) {
        void *args[] = { (void *)&p..., nullptr };
        return cpu_device::launch_pointer(kernel, cpu_device::config(*of.c), args,
                                          cpu_device::place_of_launch(of.file, of.line),
                                          std::index_sequence_for<P...>());
    };
    return launch(std::forward<A>(arguments)...);
}

#endif
