#!/bin/sh
# seconds: 20
# The third opinion (testbench/random/opinion.py), written from the reference of the language alone,
# agrees with what run writes: of the examples, and of programs with everything that a pipeline can
# have. It notices a record on the wrong channel, a byte that is changed, a wrong count, and a
# program that the language refuses; it says so when it cannot judge.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }

python3 -c 'import random, sys; random.seed(7); sys.stdout.buffer.write(random.randbytes(1200))' \
    >"$work/input" || exit 1

opinion() { # PROGRAM OPTION...
    program=$1; shift
    python3 testbench/random/opinion.py "$program" --input "$work/input" --output "$work/output" \
        --json "$work/json" "$@" >"$work/said" 2>&1
}
agrees() { # PROGRAM FUSION OPTION...: options that the opinion takes too
    rm -f "$work"/output* "$work/json"
    program=$1 fusion=$2; shift 2
    "$BANKLOOM" run -q "$program" --input "$work/input" --output "$work/output" \
        --json-file "$work/json" --sim icarus --fuse "$fusion" "$@" \
        >"$work/said" 2>&1 || fail "run $program $*"
    opinion "$program" "$@" && [ ! -s "$work/said" ] || fail "opinion of $program $*"
}
says() { # STATUS TEXT: of the last program
    want=$1 text=$2
    opinion "$work/last.loom" --nodes 2 --channels 2 --width 16
    [ $? -eq "$want" ] && grep -q "$text" "$work/said" || fail "wanted status $want: $text"
}

# ---- it agrees

for example in counting_sort ${BL_LONG:+with_values three_clocks}; do
    agrees examples/counting_sort/$example.loom all --nodes 2 --channels 2 --width 16
done
[ -z "$BL_LONG" ] || agrees examples/shuffle/shuffle.loom all --nodes 2 --channels 4

cat >"$work/common.loom" <<'END'
const W = 2 * 16 B;
const LOW = (7 - 3) / 2 - -1;   /* 3 */
cluster k {
    board stratix10_mx2100; nodes 1 << 1; clock core 150 MHz; clock hbm 200.5 MHz;
    memory { channels 2 * 4; width W; strip 64; burst 2 * W; clock hbm; }
    network full_mesh { link W * 150 MHz; latency 0.3 us; }
}
record row { key: u32; v: i32; w: f32; }
END
cat >"$work/tables.loom" <<'END'
import "common.loom";
pipeline tables(rows: row) on k {
    // fewer values than channels, by tables; counts beside
    const bits = log2(channels);
    let f = key[LOW +: bits];
    let g = f[0];
    pass { read key -> histogram(g) as h }
    pass { read key -> table(g) as t } pass { read key -> crossbar(t) -> write a }
    pass { read key -> table(g) as u } pass { read v -> crossbar(u) -> write b }
    pass { read key -> table(g) as s } pass { read w -> crossbar(s) -> write c }
}
END
cat >"$work/sorts.loom" <<'END'
import "common.loom";
pipeline sorts(rows: row) on k {                     // steered by other columns, again and again
    partition rows by key[2:0], v[7:4];
    repeat d in 0..1 { partition rows by w[d +: 2], key[d +: 5]; }
}
END
cat >"$work/turns.loom" <<'END'
import "common.loom";
pipeline turns(pairs: pair) on k {
    let node = key[4 +: 3];
    pass { read key, v -> histogram(key[2:0], node) as three -> crossbar(node) -> alltoallv(node)
        -> crossbar(key[9]) -> write key1, v1 }
    repeat d in 0..1 {
        let digit = v[4*d +: 4];
        pass { read key1, v1 -> histogram(digit) as h -> crossbar(digit[1:0]) -> write key1, v1 }
        pass { read key1, v1 -> crossbar(digit[0]) -> alltoallv(digit[0]) -> write key1, v1 }
    }
}
record pair { key: u32; v: u32; }
END
cat >"$work/narrow.loom" <<'END'
import "common.loom";
record one { k: u16; }
pipeline narrow(ones: one) on k {
    // a function without bits, and one with too many
    let zero = k[log2(nodes) - 1 - log2(nodes) : 0];
    pass { read k -> histogram(k[3:0], k[9]) as h -> crossbar(zero) -> write k1 }
    pass { read k1 -> alltoallv(zero) -> write k2 }
    pass { read k2 -> histogram(k[0]) as h2 -> crossbar(k[5:3]) -> alltoallv(k[5:3]) -> write k4 }
}
END
cat >"$work/counts.loom" <<'END'
import "common.loom";
record one { k: u32; }
pipeline counts(ones: one) on k {                    // counts alone
    repeat d in 0..1 { pass { read k -> histogram(k[d], k[4:2]) as h } }
}
END
cat >"$work/odd.v" <<'END'
module odd #(parameter STEP = 1) (input wire [31:0] key, input wire [31:0] v,
    output wire [31:0] sum, output wire keep);
    assign sum = key + v + STEP;
    assign keep = key[0] ^ v[31];
endmodule
END
cat >"$work/odd.c" <<'END'
// opinion sum = key + v + STEP
// opinion keep = (key ^ v >> 31) & 1
#include <stdbool.h>
#include <stdint.h>
bool odd(uint32_t key, int32_t v, int32_t STEP, uint32_t *sum) {
    *sum = key + (uint32_t)v + (uint32_t)STEP; return (key ^ (uint32_t)v >> 31) & 1; }
END
cat >"$work/stages.loom" <<'END'
import "common.loom";
stage odd (key: u32, v: i32) -> (sum: u32) keeps { verilog "odd.v"; golden "odd.c"; latency 0;
    parameter STEP -3; }
pipeline stages(rows: row) on k {
    // half of the records, by what a stage makes of them
    pass { read key, v, w -> histogram(v[31]) as h -> odd -> crossbar(sum[4:3]) -> write a, b, c }
    pass { read a, b, c -> alltoallv(sum[4:3]) -> write d, e, f }
    pass { read d, e, f -> odd -> histogram(sum[1:0], key[0]) as h2 -> crossbar(sum[1:0])
        -> write d1, e1, f1, g1 }
}
END
agrees "$work/tables.loom" all
agrees "$work/stages.loom" all --nodes 2 --channels 4 --width 16
sed 's/& 1$/\& 0/' "$work/odd.c" >"$work/even.c" && sed -i 's/odd.c/even.c/' "$work/stages.loom" ||
    exit 1
cp "$work/stages.loom" "$work/last.loom"
opinion "$work/last.loom" --nodes 2 --channels 4 --width 16
[ $? -eq 1 ] && grep -q 'records, not 0' "$work/said" || fail "records that a stage drops"
agrees "$work/narrow.loom" eop --nodes 2 --channels 2 --width 16
if [ "$BL_LONG" ]; then
    agrees "$work/sorts.loom" none --nodes 2 --channels 2 --width 16
    agrees "$work/narrow.loom" eop --width 16
    agrees "$work/narrow.loom" all --nodes 4 --channels 2 --width 16
    agrees "$work/narrow.loom" all --nodes 1 --channels 4 --width 16
fi
agrees "$work/counts.loom" all

# ---- it fires

changed() { # PYTHON: of the output's bytes b
    python3 -c "b = bytearray(open('$work/good', 'rb').read()); $1
open('$work/output', 'wb').write(b)" || exit 1
}
cp "$work/turns.loom" "$work/last.loom"
agrees "$work/last.loom" all --nodes 2 --channels 2 --width 16
cp "$work/output" "$work/good"
changed 'b[:8], b[-8:] = b[-8:], b[:8]'     # a record of the first channel for one of the last
says 1 'node 0, channel 0: 1 of '
changed 'b[600] ^= 1'
says 1 '1 of .* records missing'
changed 'b[:4], b[8:12] = b[8:12], b[:4]'   # the keys of two neighbours
says 1 'node 0, channel 0: 2 of '
changed 'del b[-8:]'
says 1 'bytes, not 1200'
changed 'b[:8], b[8:16] = b[8:16], b[:8]'   # the order within a channel is any
opinion "$work/last.loom" --nodes 2 --channels 2 --width 16 || fail "order any"

cp "$work/json" "$work/kept"
sed '/"three"/s/"counts": \[\[[0-9]*, /&1/' "$work/kept" >"$work/json"
cmp -s "$work/kept" "$work/json" && fail "the counts are not changed"
says 1 'three: node 0, value 1: '
sed 's/"h.2"/"h.3"/' "$work/kept" >"$work/json"
says 1 'the histograms are '
sed 's/"ok": true/"ok": false/' "$work/kept" >"$work/json"
says 1 'the run says ok: False'
cp "$work/kept" "$work/json"
cp "$work/output.h.csv" "$work/kept"
sed '3s/,[0-9]*$/,5/' "$work/kept" >"$work/output.h.csv"
says 1 'h: the table has another line for value 1'
cp "$work/kept" "$work/output.h.csv"

sed 's/digit\[0\]/digit[1]/g' "$work/turns.loom" >"$work/last.loom" \
    # right as a whole, but not what this program says
says 1 'h.2: node 0, value '
sed 's/crossbar(node) -> alltoallv/crossbar(key[0]) -> alltoallv/' "$work/turns.loom" \
    >"$work/last.loom"
says 1 'the language refuses this: records are not on the channels'
sed '5s/$/ pass { read key1, v -> crossbar(node) -> write a, b }/' "$work/turns.loom" \
    >"$work/last.loom"
says 1 'the language refuses this: what is read together is not of the same records'

# ---- it cannot judge

sed 's/^}$/pass { read key, v -> crossbar(key[1]) -> write a, b } \
    pass { read b -> crossbar(v[3]) -> write c } }/' \
    "$work/turns.loom" >"$work/last.loom"
says 2 'the results are not columns of the same records'
cp examples/rsb/eight_domains.loom "$work/last.loom"
says 2 'cannot judge'
exit 0
