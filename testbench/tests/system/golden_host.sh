#!/bin/sh
# seconds: 5
# A host program calls the golden model by itself: its header includes nothing of the bench, the
# archive links without the simulator, in C and C++, with stages of one's own, a filter, and an
# exchange by a column that the pass does not read.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
cat >"$work/some.v" <<'END'
module some (input wire [31:0] key, output wire [7:0] rank, output wire keep);
    assign rank = key[7:0];
    assign keep = key[1:0] != 2'd0;
endmodule
END
cat >"$work/some.c" <<'END'
#include <stdbool.h>
#include <stdint.h>
bool some(uint32_t key, uint8_t *rank) { *rank = (uint8_t)key; return key & 3; }
END
cat >"$work/p.loom" <<'END'
record row { key: u32; value: u32; }
stage some (key: u32) -> (rank: u8) keeps { verilog "some.v"; golden "some.c"; latency 0; }
cluster k { board stratix10_mx2100; nodes 2; clock core 150 MHz;
            memory { channels 4; width 16 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 100 ns; } }
pipeline p (rows: row) on k {
    pass { read key, value -> crossbar(value[0]) -> write key1, value1 }
    pass { read key1 -> some -> histogram(rank[1:0]) as ranks }
    pass { read key1 -> alltoallv(value[0]) -> some -> write key2 }
    pass { read value1 -> alltoallv(value[0]) -> write value2 }
}
END
# Keys count, values are half of them: bit 1 of the key decides the node.
cat >"$work/host.c" <<'END'
#include <inttypes.h>
#include <stdio.h>
#include "p_golden.h"

enum { RECORDS = 1000 };

int main(void) {
    static uint32_t keys[RECORDS], values[RECORDS];
    uint64_t counts[4] = {0, 0, 0, 0};
    struct bl_golden *golden = p_golden_new();
    for (uint32_t i = 0; i < RECORDS; i++) keys[i] = i, values[i] = i / 2;
    bl_golden_deal(golden, p_version_key, keys, RECORDS, p_golden_block);
    bl_golden_deal(golden, p_version_value, values, RECORDS, p_golden_block);
    p_golden(golden);
    for (int n = 0; n < golden->nodes; n++) {
        uint64_t count = 0, wrong = 0;
        for (int l = 0; l < golden->lanes; l++)
            for (uint64_t i = 0; i < bl_golden_part(golden, p_version_key2, n, l)->count; i++) {
                uint64_t key = (uint64_t)bl_golden_get(golden, p_version_key2, n, l, i);
                count++;
                wrong += (int)(key >> 1 & 1) != n || !(key & 3);
            }
        for (int value = 0; value < 4; value++) counts[value] += golden->counts[0][4 * n + value];
        printf("node %d: %" PRIu64 " records, %" PRIu64 " wrong\n", n, count, wrong);
    }
    printf("ranks: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", counts[0], counts[1],
           counts[2], counts[3]);
    bl_golden_free(golden);
    return 0;
}
END
cp "$work/host.c" "$work/host.cpp"
cat >"$work/wanted" <<'END'
node 0: 250 records, 0 wrong
node 1: 500 records, 0 wrong
ranks: 0 250 250 250
END

"$BANKLOOM" build -q "$work/p.loom" -o "$work/out" >"$work/said" 2>&1 || fail build
make -s -C "$work/out/golden" >"$work/said" 2>&1 || fail "make -C golden"
[ ! -s "$work/said" ] || fail "make -C golden says something"
flags="-Wall -Wextra -Wpedantic -Werror -I $work/out -I $work/out/golden"
archive=$work/out/golden/libp_golden.a
cc -std=c11 $flags -c "$work/out/golden/p_golden.c" -o "$work/model.o" >"$work/said" 2>&1 ||
    fail "the model has warnings"
cc -std=c11 $flags -M "$work/host.c" >"$work/said" || fail "the headers"
grep -E 'simulation/(run|device|network|memory)|runtime|verilated' "$work/said" &&
    fail "the header includes more than the model"
cc -std=c11 $flags "$work/host.c" "$archive" -o "$work/c" >"$work/said" 2>&1 || fail "C"
c++ $flags "$work/host.cpp" "$archive" -o "$work/cpp" >"$work/said" 2>&1 || fail "C++"
for program in c cpp; do
    "$work/$program" >"$work/said" || fail "the $program program"
    cmp -s "$work/said" "$work/wanted" || fail "another result in $program"
done
exit 0
