#!/bin/sh
# Names that stand close to what the written files use themselves: the circuit has no net twice, and
# the host's header no macro twice; it says that its record is padded.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

cat >"$work/names.loom" <<'END'
cluster small {
    board   stratix10_mx2100;
    nodes   2;
    clock   core 150 MHz; clock count 200 MHz; clock counts 100 MHz;
    memory  { channels 4; width 32 B; strip 512; burst 128 B; clock count; }
    network full_mesh { link 6.25 GB/s; latency 400 ns; clock counts; }
}
record two { counted: u32; reg_x: u32; }
pipeline names(nodes_: two) on small {
    pass { read counted, reg_x -> crossbar(counted[0]) -> write clk, rst }
    pass { read clk, rst       -> alltoallv(counted[0]) -> write reset, busy }
    pass { read reset, busy    -> crossbar(reg_x[3]) -> write id, control }
}
END
for fuse in none all; do
    "$BANKLOOM" build -q -o "$work/out" --fuse $fuse "$work/names.loom" >"$work/said" 2>&1 ||
        fail "build"
    testbench/lint_verilator --top-module names -y "$work/out/rtl" "$work/out/rtl/names.v" \
        >"$work/said" 2>&1 ||
        fail "--fuse $fuse: the circuit"
    sed -n 's/^#define \([A-Za-z0-9_]*\).*/\1/p' "$work/out/host/names_host.h" |
        sort | uniq -d >"$work/said"
    [ ! -s "$work/said" ] || fail "--fuse $fuse: macros that are there twice"
    gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I "$work/out/host" -I "$work/out/bench" \
        -I compiler/runtime "$work/out/host/names_host.c" >"$work/said" 2>&1 ||
        fail "--fuse $fuse: the host's calls"
done

# The struct of a record is padded, what a file holds is not, and the header says so.
sed 's/counted: u32; reg_x: u32/counted: u32; reg_x: u32; small: u8/' "$work/names.loom" \
    >"$work/padded.loom"
"$BANKLOOM" build -q -o "$work/out" "$work/padded.loom" >"$work/said" 2>&1 || fail "build, padded"
grep -q 'columns packed, in 9 bytes' "$work/out/host/names_host.h" || fail "nothing of 9 bytes"
printf '#include "names_host.h"\n_Static_assert(sizeof(struct two) == 12, "padded");\n' |
    gcc -std=c11 -fsyntax-only -I "$work/out/host" -I compiler/runtime -x c - >"$work/said" 2>&1 ||
    fail "the struct is not padded"
