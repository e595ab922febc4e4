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

# Stages of the user's own that are called like what the emitted C defines, whatever that is:
# refused by check, or right.
objects() {
    for file in golden/names_golden.c host/names_host.c bench/names_bench.c; do
        gcc -std=c11 -D_GNU_SOURCE -O0 -I "$work/out" -I "$work/out/host" -I "$work/out/golden" \
            -I "$work/out/runtime" -c -o "$work/part.o" "$work/out/$file" || return 1
        nm --defined-only "$work/part.o" | awk '{ print $3 }'
    done
}
objects >"$work/defined" 2>"$work/said" || fail 'the emitted C'
{ grep -v '[^A-Za-z0-9_]' "$work/defined"
  printf '%s\n' main answer malloc memcpy NODES LANES stages files count_id; } |
    sort -u >"$work/all"
grep -q '^names_golden$' "$work/all" && [ "$(wc -l <"$work/all")" -gt 15 ] ||
    { cp "$work/all" "$work/said"; fail 'few names are found'; }
declare_stage() {
    echo "module $1 (input wire [31:0] counted, output wire [7:0] m$2);
        assign m$2 = counted[7:0];
    endmodule" >"$work/s$2.v"
    echo "void $1(uint32_t counted, uint8_t *m$2) { *m$2 = (uint8_t)counted; }" >"$work/s$2.c"
    printf 'stage %s (counted: u32) -> (m%s: u8) ' "$1" "$2"
    echo "{ verilog \"s$2.v\"; golden \"s$2.c\"; latency 0; }"
}
number=0 stages='' path=''
while read -r name; do
    number=$((number + 1))
    declare_stage "$name" $number >"$work/stage"
    { sed '/^pipeline/,$d' "$work/names.loom"; cat "$work/stage"
      echo "pipeline names(rows: two) on small {"
      echo "pass { read counted -> $name -> crossbar(m$number[0]) -> write a } }"
    } >"$work/one.loom"
    if "$BANKLOOM" check "$work/one.loom" >"$work/said" 2>&1; then
        cat "$work/stage" >>"$work/taken"
        path="$path -> $name"
    else
        grep -q 'error E01[58]1:' "$work/said" || fail "stage $name is refused otherwise"
    fi
done <"$work/all"
[ "$(wc -l <"$work/taken")" -gt 8 ] ||
    { cp "$work/taken" "$work/said"; fail 'few of the names are taken'; }
last=$(sed -n 's/^stage .*(m\([0-9]*\):.*/\1/p' "$work/taken" | tail -n 1)
{ sed '/^pipeline/,$d' "$work/names.loom"; cat "$work/taken"
  echo "pipeline names(rows: two) on small {"
  echo "pass { read counted$path -> crossbar(m$last[0]) -> write a } }"; } >"$work/together.loom"
"$BANKLOOM" run -q "$work/together.loom" --sim icarus --keys 20 >"$work/said" 2>&1 ||
    fail 'stages called like what is emitted'
grep -q '^golden model    matches' "$work/said" ||
    fail 'stages called like what is emitted: no match'
exit 0
