#!/bin/sh
# seconds: 14
# A few random programs of kernels of testbench/bench/coe: right in Verilator, one in Icarus too,
# or refused for a reason that the golden model shows; what was tried is not tried again. A reason
# that is none is noticed, and so are a program that should have been refused and, in
# `make test-long`, a broken circuit.
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
mkdir "$tree/compiler" && cp -r compiler/runtime compiler/base compiler/ir compiler/memory \
    compiler/plan compiler/kernel compiler/network compiler/bus "$tree/compiler" || exit 2
mkdir "$tree/examples" && cp -r examples/allreduce "$tree/examples" || exit 2
cp "$program" "$build/libbl_sim.a" "$tree/build" && cp -r "$build/verilated" "$tree/build" &&
    cp "$build/bench/kernel_stands" "$tree/build/bench" || exit 2
unset BL_SIM_OPT

# bench SEED PROGRAMS: how many were accepted, in Icarus as well, refused, and wrong
bench() {
    CSV=$work/csv SEED=$1 PROGRAMS=$2 "$tree/testbench/bench/coe" random >"$work/said" 2>&1
    awk '/ accepted and equal, / { gsub(/[^0-9]+/, " "); print $1, $2, $3, $4 }' "$work/said"
}

# 68 is refused, 60 accepted, in Icarus as well, and 59 accepted.
tried() {
    refused=$(bench 68 1) accepted=$(bench 60 1) third='1 0 0 0'
    [ -z "$BL_LONG" ] || third=$(bench 59 1)
    [ "$refused, $accepted, $third" = '0 0 1 0, 1 1 0 0, 1 0 0 0' ]
}
tried || fail "programs 68, 60 and 59: $refused, $accepted, $third"
mv "$tree/build/bench/kernel_stands" "$work" || exit 2
tried || fail "what was tried is tried again"
mv "$work/kernel_stands" "$tree/build/bench" || exit 2

# A compiler that names other values than those that it has tried, and one that refuses nothing.
# Neither gets as far as Verilator, whose library is not compiled for them.
mv "$tree/build/bankloom" "$tree/build/sound" || exit 2
mv "$tree/build/verilated/Makefile" "$work" || exit 2
echo 'all:' >"$tree/build/verilated/Makefile"
compiler() { # COMMANDS
    printf '#!/bin/sh\n"${0%%/*}/sound" "$@" >"%s/out" 2>&1\nstatus=$?\n%s\n' "$work" "$1" \
        >"$tree/build/bankloom"
    chmod +x "$tree/build/bankloom"
}
compiler "sed 's/with n = [0-9]*/with n = 0/' '$work/out'; exit \$status"
counts=$(bench 68 1)
[ "$counts" = '0 0 0 1' ] || fail "other values: $counts"
compiler "exit 0"
counts=$(bench 68 1)
[ "$counts" = '0 0 0 1' ] || fail "nothing is refused: $counts"
right='random programs of kernels are right, or refused with a reason'
[ "$BL_LONG" ] || { echo "$right"; exit 0; }

# A word's bytes behind the last one are written.
mv "$tree/build/sound" "$tree/build/bankloom" && mv "$work/Makefile" "$tree/build/verilated" ||
    exit 2
write=$tree/rtl_templates/kernel/bl_kernel_write.v
sed 's/= {4{keep\[l\]}};/= 4'"'"'hf;/' "$write" >"$work/write.v"
cmp -s "$write" "$work/write.v" && fail "nothing is broken"
cp "$work/write.v" "$write"
counts=$(bench 59 1)
[ "$counts" = '0 0 0 1' ] || fail "a broken circuit: $counts"
grep -q 'DIFFERENT: ' "$work/said" || fail "a broken circuit: something else is reported"
echo "$right"
