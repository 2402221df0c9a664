#!/bin/sh
# common/tools/symbols.sh OBJECT... - may the lab believe what it saw of this object? It may not when it
# brings code that runs before main, replaces a function that others call, or calls what a launcher has
# no use for: see common/tools/symbols.txt. A line for each finding, such as
#   pi_montecarlo.cu calls exit; a launcher only launches kernels
# status 0: none; 1: some; 2: bad usage, or there is no object. Where there is no nm: status 0, unseen.
set -u
export LC_ALL=C
[ $# -gt 0 ] || { echo "usage: common/tools/symbols.sh OBJECT..." >&2 && exit 2; }
# Other systems name symbols in other ways.
[ "$(uname)" = Linux ] && command -v nm >/dev/null && command -v size >/dev/null || exit 0
. "$(dirname "$0")/scratch.sh"
for object; do
    [ -f "$object" ] || { echo "symbols.sh: there is no $object" >&2 && exit 2; }
    # What runs before main is listed in sections, eight bytes for each function. Code calls the system by
    # functions, never by an instruction of its own.
    { size -A -d "$object" | sed 's/^/section /'; objdump -d --no-show-raw-insn "$object" 2>/dev/null |
        grep -o -m 1 -w -E 'syscall|sysenter|int +.0x80|svc'; nm -C "$object"; } |
        awk -v of="${SYMBOLS_OF:-}" -v source="$(basename "$object" .o).cu" '
        function say(text) {
            if (!said[text]++)
                print source " " text
        }
        FILENAME != "-" { # the list
            if ($1 == "refuse" || $1 == "allow") {
                rule[++rules] = "^(" $2 ")$"
                allowed[rules] = $1 == "allow"
                $1 = $2 = ""
                why[rules] = substr($0, 3)
            }
            next
        }
        /^section \.(init_array|ctors|preinit_array)[.0-9]* / { before_main += $3 / 8; next }
        /^section \.(text|s?data|s?bss|s?rodata|tdata|tbss|eh_frame|comment|note|debug|gcc_except_table|group|rela?|symtab|strtab|shstrtab|gnu[.](attributes|build|linkonce)|llvm|nv|stack|ARM)[^ ]* +[0-9]+ +[0-9]+$/ ||
        /^section (Total|section|__nv|asan|$)/ || /^section [^ ]* +:$/ || /^section [^ ]*\.o +:/ { next }
        /^section / { say("has a section that compilers do not make, " $2); next }
        /^(syscall|sysenter|int +.0x80|svc)/ { say("calls the system by an instruction of its own"); next }
        { # type and name; only what is defined has an address
            at = match($0, / [A-Za-z] /)
            type = substr($0, at + 1, 1)
            name = substr($0, at + 3)
            has_parameters = sub(/\(.*/, "", name)
        }
        # What nvcc and sanitizers have run before main, and how the CPU device gets to know kernels.
        of != "cpu" && name ~ /^(__sti____cudaRegisterAll|(t|a)san\.module_ctor|_sub_I_00099_[01])$/ { before_main-- }
        name ~ /^cpu_device::(know_static_shared|know_launch_bounds|register_kernel|check::on_variable)$|^std::ios_base::Init/ { registers = 1 }
        name ~ /^(_GLOBAL__sub_I_|__cxx_global_var_init)/ { initializers++ }
        name == "__cudaRegisterFatBinary" && of != "cpu" { by_nvcc = 1 }
        name == "exit" || name == "atexit" { ends = name; next } # so do the stubs of nvcc
        type == "i" { say("defines " name " by a resolver, which runs before main") }
        # A function of C takes the place of one of that name in the kit or in the library.
        type ~ /[TW]/ && !has_parameters && name != "__clang_call_terminate" { of_c[name] = type }
        type == "T" && has_parameters && name ~ /^(cuda[A-Z]|cpu_device::|operator (new|delete))/ {
            say("defines " name "; a launcher replaces nothing of CUDA")
        }
        type ~ /[Uwv]/ {
            plain = name
            gsub(/ /, "_", plain)
            for (i = 1; i <= rules && plain !~ rule[i];)
                i++
            if (!allowed[i])
                say("calls " name "; " (why[i] ? why[i] : "a launcher only launches kernels"))
        }
        END {
            if (ends && !by_nvcc)
                say("calls " ends "; a launcher only launches kernels")
            for (name in of_c)
                if (of_c[name] == "T" || !by_nvcc) # CUDA brings weak ones of its own
                    say("defines " name " as a function of C, which may take the place of another one")
            if (before_main > (registers ? initializers : 0))
                say("runs code before main (a constructor); a launcher only launches kernels")
        }' "$(dirname "$0")/symbols.txt" - >>"$scratch/findings"
done
cat "$scratch/findings"
[ ! -s "$scratch/findings" ]
