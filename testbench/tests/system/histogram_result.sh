#!/bin/sh
# seconds: 15
# Counts that no pass uses are a result: read from the nodes, compared with the golden model,
# printed, in the JSON, written as a table, and read by a host program. A circuit that counts
# wrongly is noticed, in `make test-long`.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }

columns='key: u32;'
program() { # PASSES
    cat >"$work/count.loom" <<END
cluster k { board stratix10_mx2100; nodes 2; clock core 150 MHz;
    memory { channels 4; width 32 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 300 ns; } }
record row { $columns }
pipeline count(rows: row) on k { $1 }
END
}
run() { "$BANKLOOM" run -q "$work/count.loom" --keys 700 --seed 5 --sim icarus "$@" >"$work/said" \
    2>&1; }

# Nothing but counts: the file is their table.
program 'pass { read key -> histogram(key[4:2], key[7:6]) as h }'
run --output "$work/h.csv" || fail "counts alone"
grep -q 'matches the golden model (0 column versions and 1 histogram compared)' "$work/said" ||
    fail "not compared"
grep -q '^h  *histogram(key\[4:2\], key\[7:6\]): .* of 32 values occur' "$work/said" ||
    fail "not printed"
[ "$(head -n 1 "$work/h.csv")" = first,second,node0,node1,all ] || fail "the table's head"
awk -F, 'NR > 1 { if ($3 + $4 != $5 || $1 > 7 || $2 > 3) exit 1; sum += $5; lines++ }
END { exit !(sum == 1400 && lines == 32) }' \
    "$work/h.csv" || fail "the table's sums"
run --json || fail "--json"
sed -n '/"histograms"/,/\]}/p' "$work/said" | tr -dc '0-9,[]' >"$work/counts"
grep -q '"low_bits": 2' "$work/said" || fail "JSON"

# Beside records, several of them, of other widths, before and after an exchange whose sizes come
# from one that is no result.
program \
    'pass { read key -> histogram(key[2:0]) as few }
    pass { read key -> histogram(key[0], key[9:7]) as sizes }
    pass { read key -> crossbar(key[0]) -> write k1 }
    pass { read k1 -> alltoallv(key[0], sizes) -> write k2 }
    pass { read k1 -> histogram(key[3:2], key[4]) as more }
    pass { read k2 -> crossbar(key[1]) -> write k3 }'
for fuse in none all; do
    run --fuse $fuse --output "$work/records" || fail "--fuse $fuse"
    grep -q 'and 2 histograms compared' "$work/said" || fail "--fuse $fuse: not both"
    [ "$(wc -c <"$work/records")" -eq 5600 ] || fail "--fuse $fuse: no records"
    [ "$(wc -l <"$work/records.few.csv")" -eq 9 ] &&
        [ "$(wc -l <"$work/records.more.csv")" -eq 9 ] || fail "--fuse $fuse: no tables"
    rm -f "$work"/records*
done

# What is only counted stays a result.
program \
    'pass { read key -> crossbar(key[0]) -> write k1 }
    pass { read k1 -> histogram(key[1:0]) as ends }'
for fuse in none all; do
    run --fuse $fuse --output "$work/records" || fail "--fuse $fuse: counted at the end"
    grep -q '1 column version and 1 histogram compared' "$work/said" ||
        fail "--fuse $fuse: counted at the end, not compared"
    [ "$(wc -c <"$work/records")" -eq 5600 ] || fail "--fuse $fuse: counted at the end, no records"
done

# The last records may be long on their way to the counters: past several stages, words filled up
# behind each, or zipped.
columns='key: u32;'
cat >"$work/twice.v" <<'END'
`default_nettype none
module twice (input wire [31:0] key, output wire [63:0] both, output wire keep);
    assign both = {key, key};
    assign keep = 1'b1;
endmodule
`default_nettype wire
END
cat >"$work/twice.c" <<'END'
#include <stdbool.h>
#include <stdint.h>
bool twice(uint32_t key, uint64_t *both) { *both = (uint64_t)key << 32 | key; return true; }
END
cat >"$work/odd.v" <<'END'
`default_nettype none
module odd (input wire clk, input wire en, input wire [31:0] key, output reg keep);
    always @(posedge clk) if (en) keep <= key[0];
    wire unused = &{1'b0, key};
endmodule
`default_nettype wire
END
printf '#include <stdbool.h>\n#include <stdint.h>\nbool odd(uint32_t key) { return key & 1; }\n' \
    >"$work/odd.c"
program 'pass { read key -> twice -> odd -> odd -> odd -> histogram(both[33:32]) as h }
pass { read key -> crossbar(key[0]) -> write k1 }'
cat >>"$work/count.loom" <<'END'
stage twice (key: u32) -> (both: u64) keeps { verilog "twice.v"; golden "twice.c"; latency 0; }
stage odd (key: u32) keeps { verilog "odd.v"; golden "odd.c"; latency 1; }
END
run --fuse none --keys 3 || fail "counts behind stages"
columns='key: u16; value: f32;'
program 'pass { read key, value -> histogram(value[2:0], key[1:0]) as h }
pass { read key, value -> crossbar(key[0]) -> write k1, v1 }'
run --fuse none --keys 3 || fail "counts of zipped records"

# Columns of other widths have words of other numbers of records: one set of counters serves all.
# The last records of a word are counted, too.
columns='key: u32; v: u64; w: u128;'
program 'pass { read key -> histogram(key[2:0]) as h }
    pass { read v -> histogram(v[5:0], v[40]) as hv }
    pass { read w -> histogram(w[127:125]) as hw }
    pass { read key, w -> histogram(w[0], key[0]) as all }
    pass { read key -> crossbar(key[0]) -> write k1 }'
for fuse in none all; do
    run --fuse $fuse --keys 333 || fail "columns of three widths, --fuse $fuse"
    grep -q '1 column version and 4 histograms compared' "$work/said" ||
        fail "columns of three widths: not all compared"
done

# Where a table's column and its data are read in turn there is one stream to count in: that of the
# data.
columns='key: u32; value: u32;'
program 'pass { read key -> table(key[0]) as t }
    pass { read value -> histogram(value[1:0]) as h -> crossbar(t) -> write v1 }
    pass { read key -> table(key[0]) as u } pass { read key -> crossbar(u) -> write k1 }'
run --fuse none || fail "counts of what a table steers"
grep -q '2 column versions and 1 histogram compared' "$work/said" ||
    fail "counts of what a table steers: not compared"
program 'pass { read key -> histogram(key[0]) as h -> table(key[0]) as t }
pass { read key -> crossbar(t) -> write k1 }'
run --fuse none || fail "counts beside a table of the same column"
refused() { # WORDS
    "$BANKLOOM" check "$work/count.loom" --fuse none >"$work/said" 2>&1 && fail "accepted: $1"
    grep -q "error E1017: .*$1" "$work/said" || fail "not said: $1"
    run || fail "fused: $1"
}
rest='pass { read key -> table(key[0]) as u } pass { read key -> crossbar(u) -> write k1 }'
program "pass { read key -> histogram(key[0]) as h -> table(key[0]) as t }
    pass { read value -> crossbar(t) -> write v1 } $rest"
refused 'in turn with `value`, strip by strip.*a pass of its own'
program "pass { read key -> histogram(key[0]) as h -> table(key[0]) as t }
    pass { read value -> histogram(value[1:0]) as more -> crossbar(t) -> write v1 } $rest"
"$BANKLOOM" check "$work/count.loom" --fuse none >"$work/said" 2>&1 &&
    fail "two histograms in one stream"
columns='key: u32;'

# The host program's own sum, by the generated call.
program 'pass { read key -> histogram(key[6:0]) as h }'
cat >"$work/host.c" <<'END'
#include <stdio.h>
#include "count_host.h"
int main(void) {
    struct bl_device *device;
    struct row rows[500];
    uint32_t counts[COUNT_H_VALUES], sum = 0;
    for (int i = 0; i < 500; i++) rows[i].key = (uint32_t)i * 13u;
    if (count_open(&device)) return 1;
    if (count_counts_h(device, 0, counts) != BL_DEVICE_NOT_STARTED) return 2;
    if (count_load_rows(device, rows, 500) || count_start(device) ||
        count_wait(device, 0)) return 3;
    for (int node = 0; node < COUNT_NODES; node++) {
        if (count_counts_h(device, node, counts)) return 4;
        for (int value = 0; value < COUNT_H_VALUES; value++)
            sum += counts[value] * (uint32_t)(value == 13 ? 1000 : 1);
    }
    bl_device_close(device);
    printf("sum %u\n", sum);
    return 0;
}
END
"$BANKLOOM" run -q "$work/count.loom" --sim icarus --host "$work/host.c" >"$work/said" 2>&1 ||
    fail "host program: status $?"
grep -q '^sum 4496$' "$work/said" || fail "host program: wrong counts" \
    # 4 of the 500 keys are 13 modulo 128

# shellcheck source=/dev/null
. testbench/tests/model.sh
[ "$BL_LONG" ] || exit 0
# Checkers that cannot fail are none: one beat more, a row too early, a value's bits swapped.
"$BANKLOOM" build -q -o "$work/out" "$work/count.loom" >"$work/said" 2>&1 || fail build
broken() { # FILE SED
    cp "$work/out/rtl/$1" "$work/kept"
    sed "$2" "$work/kept" >"$work/out/rtl/$1"
    cmp -s "$work/kept" "$work/out/rtl/$1" && fail "$2 changes nothing"
    model_make "$work/out/bench" SIM=icarus run ARGS="--keys 700" >"$work/said" 2>&1 &&
        fail "not noticed: $2"
    grep -q 'DIFFERS from the golden model' "$work/said" || fail "$2: not said"
    cp "$work/kept" "$work/out/rtl/$1"
}
broken bl_histogram.v 's/tap_keep\[lane\*ELEMS +: ELEMS\] & /tap_keep[lane*ELEMS +: ELEMS] | /'
broken bl_counts.v 's/place <= bin\[4 +: ROW_W\]/place <= bin[4 +: ROW_W] + 1/'
exit 0
