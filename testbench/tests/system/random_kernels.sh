#!/bin/sh
# seconds: 40
# A few random programs of kernels of testbench/bench/coe: right in Verilator, one in Icarus too,
# or refused for a reason that the golden model shows; what was tried is not tried again. A broken
# circuit is noticed, and so are a reason that is none and a program that should have been refused.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
program=${BANKLOOM:-$root/build/bankloom}
build=$(cd "$(dirname "$program")" && pwd)
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; exit 1; }
[ -x "$build/bench/kernel_stands" ] || make -s B="$build" "$build/bench/kernel_stands" || exit 2

# A tree with this compiler, whose rows are not those of the bench.
tree=$work/tree
mkdir -p "$tree/build/bench" && cp -r rtl_templates boards testbench "$tree" || exit 2
mkdir "$tree/compiler" && cp -r compiler/runtime compiler/base compiler/ir compiler/plan \
    compiler/kernel compiler/network compiler/bus "$tree/compiler" || exit 2
cp "$program" "$build/libbl_sim.a" "$tree/build" && cp -r "$build/verilated" "$tree/build" &&
    cp "$build/bench/kernel_stands" "$tree/build/bench" || exit 2
unset BL_SIM_OPT

# bench SEED PROGRAMS: how many were accepted, in Icarus as well, refused, and wrong
bench() {
    CSV=$work/csv SEED=$1 PROGRAMS=$2 "$tree/testbench/bench/coe" random >"$work/said" 2>&1
    awk '/ accepted and equal, / { gsub(/[^0-9]+/, " "); print $1, $2, $3, $4 }' "$work/said"
}

# 58 is refused, 59 accepted, and 60 accepted, in Icarus as well.
counts=$(bench 58 3)
[ "$counts" = '2 1 1 0' ] || fail "programs 58 to 60: $counts"
mv "$tree/build/bench/kernel_stands" "$work" || exit 2
[ "$(bench 58 3)" = "$counts" ] || fail "what was tried is tried again"
mv "$work/kernel_stands" "$tree/build/bench" || exit 2

# A word's bytes behind the last one are written.
write=$tree/rtl_templates/kernel/bl_kernel_write.v
sed 's/= {4{keep\[l\]}};/= 4'"'"'hf;/' "$write" >"$work/write.v"
cmp -s "$write" "$work/write.v" && fail "nothing is broken"
cp "$work/write.v" "$write"
counts=$(bench 59 1)
[ "$counts" = '0 0 0 1' ] || fail "a broken circuit: $counts"
grep -q 'DIFFERENT: ' "$work/said" || fail "a broken circuit: something else is told"

# A compiler that names other values than those that it has tried, and one that refuses nothing.
mv "$tree/build/bankloom" "$tree/build/sound" || exit 2
compiler() { # COMMANDS
    printf '#!/bin/sh\n"${0%%/*}/sound" "$@" >"%s/out" 2>&1\nstatus=$?\n%s\n' "$work" "$1" \
        >"$tree/build/bankloom"
    chmod +x "$tree/build/bankloom"
}
compiler "sed 's/with n = [0-9]*/with n = 0/' '$work/out'; exit \$status"
counts=$(bench 58 1)
[ "$counts" = '0 0 0 1' ] || fail "other values: $counts"
compiler "exit 0"
counts=$(bench 58 1)
[ "$counts" = '0 0 0 1' ] || fail "nothing is refused: $counts"
echo 'random programs of kernels are right, or refused with a reason'
