#!/bin/sh
# seconds: 30
# Stages of the user's own: every place that they can have in a pass, before and behind a crossbar and an exchange, with and without fusion,
# does under Icarus what the golden model does; errors are told by check.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
cp examples/stages/*.v examples/stages/*.c "$work" || exit 1
cat >"$work/twice.v" <<'END'
module twice (input wire [31:0] value, input wire [7:0] bucket, output wire [31:0] sum, output wire [15:0] low);
    assign sum = value + {24'd0, bucket};
    assign low = value[15:0] ^ {8'd0, bucket};
endmodule
END
cat >"$work/twice.c" <<'END'
#include <stdint.h>
void twice(uint32_t value, uint8_t bucket, uint32_t *sum, uint16_t *low) { *sum = value + bucket; *low = (uint16_t)(value ^ bucket); }
END
cat >"$work/positive.v" <<'END'
module positive (input wire [31:0] weight, output wire keep, output wire [31:0] half);
    assign keep = ~weight[31];
    assign half = {weight[31], weight[30:23] - 8'd1, weight[22:0]};
endmodule
END
cat >"$work/positive.c" <<'END'
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
bool positive(float weight, float *half) { uint32_t bits; memcpy(&bits, &weight, 4); bits = (bits & 0x807fffffu) | ((bits >> 23) - 1 & 255u) << 23;
    memcpy(half, &bits, 4); return !(bits >> 31); }
END
head=$(cat <<'END'
record row { key: u32; value: u32; weight: f32; }
stage hash (key: u32) -> (bucket: u8) { verilog "hash.v"; golden "hash.c"; latency 3; }
stage below (value: u32) keeps { verilog "below.v"; golden "below.c"; latency 1; parameter LIMIT 1500000000; }
stage twice (value: u32, bucket: u8) -> (sum: u32, low: u16) { verilog "twice.v"; golden "twice.c"; latency 0; }
stage positive (weight: f32) -> (half: f32) keeps { verilog "positive.v"; golden "positive.c"; latency 0; }
cluster k { board stratix10_mx2100; nodes 4; clock core 150 MHz; memory { channels 4; width 16 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 100 ns; } }
END
)
program() { printf '%s\npipeline p (rows: row) on k {\n%s\n}\n' "$head" "$1" >"$work/p.loom"; }
matches() { # STATEMENTS OPTIONS...
    program "$1"
    shift
    for fuse in all none; do
        "$BANKLOOM" run -q "$work/p.loom" --sim icarus --keys 200 --fuse $fuse "$@" >"$work/said" 2>&1 || fail "run --fuse $fuse $*: $(tail -3 "$work/p.loom")"
        grep -q '^golden model    matches the golden model' "$work/said" || fail "no match: $*"
    done
}
refused() { # CODE STATEMENTS
    program "$2"
    "$BANKLOOM" check "$work/p.loom" >"$work/said" 2>&1 && fail "accepted: $2"
    grep -q "error $1:" "$work/said" || fail "not $1: $2"
}

matches 'pass { read key, value -> below -> hash -> crossbar(bucket) -> write a, b } pass { read a, b -> hash -> alltoallv(bucket) -> write c, d }'
matches 'pass { read key, value -> hash -> crossbar(bucket[1:0]) -> write a, b } pass { read a, b -> alltoallv(bucket[1:0]) -> write c, d }
         pass { read c, d -> hash -> crossbar(bucket[3:2]) -> write e, g }' --nodes 2
matches 'pass { read key, value -> below -> hash -> crossbar(bucket) -> alltoallv(bucket) -> write c, d }' --nodes 3
matches 'pass { read key, value -> hash -> twice -> crossbar(low[4:1]) -> write a, b } pass { read a, b -> below -> write e, g }' --nodes 1
matches 'pass { read key, value -> below -> hash -> histogram(bucket[3:0]) as h }' --nodes 2
matches 'pass { read value -> below -> histogram(value[3:0]) as h -> crossbar(value[3:0]) -> write a } pass { read a -> alltoallv(value[3:0], h) -> write b }'
matches 'pass { read key -> hash -> crossbar(bucket) -> write a, b }' --nodes 1
matches 'pass { read weight -> positive -> crossbar(weight[4:3]) -> write a, b } pass { read b -> crossbar(half[3:2]) -> write c }' --nodes 1
"$BANKLOOM" run -q "$work/p.loom" --nodes 1 --keys 300 >"$work/said" 2>&1 || fail "Verilator"
grep -q '^golden model    matches' "$work/said" || fail "no match under Verilator"
# A crossbar that moves nothing stands between stages, and what it looks at is not needed behind it.
matches 'pass { read key, value, weight -> hash -> crossbar(bucket[log2(nodes)-1 : 0]) -> positive -> crossbar(half[3:2]) -> write a, b, c }' --nodes 1
# Histograms behind different stages count in streams of their own.
matches 'pass { read key, value -> hash -> histogram(bucket[1:0]) as h -> crossbar(bucket[1:0]) -> write a, b } pass { read a, b -> below -> histogram(key[0]) as g }' --nodes 1

# Sizes that nobody needs go, and with them the stage that makes what they count.
matches 'pass { read key -> hash -> histogram(bucket[0]) as h } pass { read key -> hash -> crossbar(bucket[0]) -> alltoallv(bucket[0], h) -> write a }' --nodes 2

# --output holds the records that are kept, and no more.
program 'pass { read key, value, weight -> below -> crossbar(key[1:0]) -> write a, b, c }'
head -c 1200 /dev/zero >"$work/input" && printf '....\377\377\377\377....' >>"$work/input" || exit 1
"$BANKLOOM" run -q "$work/p.loom" --sim icarus --nodes 1 --input "$work/input" --output "$work/output" >"$work/said" 2>&1 || fail "--output"
cmp -s -n 1200 "$work/input" "$work/output" && [ "$(wc -c <"$work/output")" -eq 1200 ] || fail "--output has other records"

# A stage whose answers come a cycle late is found.
program 'pass { read key -> hash -> crossbar(bucket) -> write a }'
sed -i 's/latency 3/latency 2/' "$work/p.loom"
"$BANKLOOM" run -q "$work/p.loom" --sim icarus --nodes 1 --keys 200 >"$work/said" 2>&1 && fail "a wrong latency matches"
grep -q 'records missing' "$work/said" || fail "a wrong latency is told otherwise"

program 'pass { read key -> hash -> crossbar(key[0]) -> write a }'
"$BANKLOOM" check "$work/p.loom" >"$work/said" 2>&1 || fail 'a stage for nothing'
grep -q 'warning W0206' "$work/said" || fail 'a stage for nothing is not told'
refused E0186 'pass { read key -> below -> write a }'
refused E0188 'pass { read key -> hash -> hash -> crossbar(bucket) -> write a }'
refused E0130 'pass { read key -> crossbar(bucket) -> write a } pass { read a -> hash -> crossbar(bucket) -> write b }'
refused E0123 'pass { read key -> hash -> table(bucket) as t } pass { read key -> crossbar(t) -> write a }'
refused E0189 'pass { read key -> table(key[0]) as t } pass { read key -> hash -> crossbar(t) -> write a }'
exit 0
