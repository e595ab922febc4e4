#!/bin/sh
# seconds: 10
# Memories of kernels in host programs: set, bounded, freed, the program's own. A circuit that
# looks at less is noticed.
tests=testbench/tests/system
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/model.sh
failed=0
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; failed=1; }
host() {
    model_make "$work/one/bench" SIM=icarus host HOST="$PWD/$tests/kernel_memory.c" \
        >"$work/said" 2>&1
}
"$BANKLOOM" build $tests/kernel_memory.loom -o "$work/one" -q || exit 1
host && grep -q '^memories have bounds$' "$work/said" || fail 'memories of kernels'

# What a reader asks for ahead covers the slowest memory on the bus.
for ns in 1000 450 1700; do
    case $ns in
    450) change='s|gpus 1; gpu 1 MiB;||; /gpu(/d' ;;
    *) change="s/gpus 1;/& gpu_read $ns ns;/" ;;
    esac
    sed "$change" $tests/kernel_memory.loom >"$work/ahead.loom"
    "$BANKLOOM" explain "$work/ahead.loom" >"$work/said" 2>&1
    grep -q ": $ns ns and the circuit's cycles of pcie\$" "$work/said" || fail "$ns ns ahead"
done

# More than addresses can name is refused.
sed 's/gpu 1 MiB/gpu 8 GiB/' $tests/kernel_memory.loom >"$work/large.loom"
"$BANKLOOM" check "$work/large.loom" >"$work/said" 2>&1 && fail 'a GPU of 8 GiB'
grep -q 'error E0083: `gpu` is .* to 4.294967296 GB$' "$work/said" ||
    fail 'what is said of a GPU of 8 GiB'
sed 's/gpu 1 MiB/gpu 4 GiB/' $tests/kernel_memory.loom >"$work/large.loom"
"$BANKLOOM" check "$work/large.loom" >"$work/said" 2>&1 || fail 'a GPU of 4 GiB'

broken() { # SED
    file=$work/one/rtl/one_kernel_copy.v
    cp "$file" "$work/whole.v"
    sed "$1" "$work/whole.v" >"$file"
    cmp -s "$work/whole.v" "$file" && fail "nothing was broken: $1"
    host && fail "not noticed: $1"
    cp "$work/whole.v" "$file"
}
broken 's/unfit_gpu | ({1.b0, to_end} > {limit_gpu, 2.b00})/unfit_gpu/'
[ "$BL_LONG" ] || exit $failed
broken 's/unfit_gpu | ({1.b0, from_end} > {limit_gpu, 2.b00})/unfit_gpu/'
broken 's/unfit_gpu | ({/({/'
broken 's/to_end} > {limit_gpu/to_first} > {limit_gpu/'
broken 's/top_gpu\[64\] | //'
broken 's/ | (|base_gpu\[1:0\])//'
broken 's/{1.b0, from_end} > {limit_gpu,/{2'"'"'b0, from_end[31:0]} > {limit_gpu,/'
broken 's/{1.b0, to_end} > {limit/{1'"'"'b0, to_end} >= {limit/'
exit $failed
