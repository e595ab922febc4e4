#!/bin/sh
# `bankloom explain`: the published points by rules alone, every part of the text, the same in JSON,
# and errors with their status.
set -u
examples=$(cd "$(dirname "$0")/../../../examples/counting_sort" && pwd)
keys=$examples/counting_sort.loom values=$examples/with_values.loom
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
failed=0
fail() { echo "FAIL: $*"; failed=1; }

# point FILE PASSES GIGABYTES EXPLAIN-OPTIONS...
point() {
    file=$1 passes=$2 gigabytes=$3; shift 3
    "$BANKLOOM" explain "$file" "$@" >"$out/text" || { fail "explain $file $*"; return; }
    grep -q "^steps of the circuit (A = $passes)\$" "$out/text" ||
        fail "$file $*: $(grep '(A =' "$out/text"), wanted $passes"
    grep -q "= $gigabytes GB/s" "$out/text" || fail "$file $*: $(grep 'GB/s of' \
        "$out/text"), wanted $gigabytes"
    "$BANKLOOM" explain "$file" "$@" --json >"$out/json" || fail "explain --json $file $*"
    applied=$(sed -n '/^fusions/,/^$/p' "$out/text" | grep -c '  passes [0-9]* and')
    [ "$applied" = "$(grep -c '"applied":.*true' "$out/json")" ] ||
        fail "$file $*: the text and the JSON tell of different fusions"
}
point "$values" 11 23.27 --fuse none --clock "125 MHz" --link "4 GB/s"
point "$keys" 6 51.20 --fuse none --clock "150 MHz"
point "$keys" 3 85.33 --fuse table,histogram --clock "125 MHz"
point "$keys" 2 182.27 --fuse table,histogram,eop --clock "178 MHz"
point "$keys" 1 307.20 --fuse table,histogram,eop,split --clock "150 MHz"
point "$values" 1 307.20 --fuse all --clock "150 MHz"
point "$examples/three_columns.loom" 1 307.20 --fuse all --clock "150 MHz"

# "Not fused" lists the neighbours in the circuit, each pair once, and no passes that are one or
# gone.
listed() { # FILE FUSE
    "$BANKLOOM" explain "$1" --fuse "$2" >"$out/text"
    passes=$(sed -n 's/^steps of the circuit (A = \([0-9]*\))$/\1/p' "$out/text")
    sed -n '/^neighbouring passes that were not fused/,/^$/p' "$out/text" >"$out/apart"
    apart=$(grep -c '^  passes [0-9]* and [0-9]*$' "$out/apart")
    [ "$apart" = $((passes - 1)) ] || fail \
        "$1 --fuse $2: $apart pairs were not fused, of $passes passes"
    ! grep -E 'one: |is gone|one already' "$out/apart" ||
        fail "$1 --fuse $2: passes that are one or gone are listed"
    [ "$apart" -gt 0 ] || grep -q '^  none$' "$out/apart" || fail "$1 --fuse $2: not 'none'"
}
for fuse in none table histogram table,histogram table,eop table,histogram,eop all; do
    listed "$keys" $fuse
    listed "$values" $fuse
done

# Every rule has a reason where they stayed two passes.
listed "$values" table,histogram
[ "$(grep -Ec '^    (zip|table|histogram|eop|split) ' "$out/text")" = $((5 * apart)) ] ||
    fail "not five reasons for each of $apart pairs"
for words in "passes as written (11)" "column versions" "buffers of a node" "destination table" \
    "crossings: none" \
    "Not asked for by --fuse"; do
    grep -qF -- "$words" "$out/text" || fail "explain does not say \"$words\""
done

# As it is written, a column that a stage has made crosses the network beside the 24 bytes that are
# counted: m is 25/24 and not a whole number, and the rate follows from it.
cat >"$out/fold.loom" <<'END'
record flow { from: u32; to: u32; bytes: u64; stamp: u64; }
stage fold (from: u32, to: u32) -> (place: u8) { verilog "fold.v"; golden "fold.c"; latency 0; }
cluster rack { board stratix10_mx2100; nodes 4; clock core 150 MHz;
    memory { channels 32; width 32 B; } network full_mesh { link 6.25 GB/s; latency 400 ns; } }
pipeline part (flows: flow) on rack {
    pass { read from, to, bytes, stamp -> fold -> crossbar(place[1:0]) -> alltoallv(place[1:0])
           -> crossbar(place[5:2]) -> write from1, to1, bytes1, stamp1 }
}
END
cat >"$out/fold.v" <<'END'
module fold (input wire [31:0] from, input wire [31:0] to, output wire [7:0] place);
    assign place = from[7:0] ^ to[7:0];
endmodule
END
echo '#include <stdint.h>
void fold(uint32_t from, uint32_t to, uint8_t *place) { *place = (uint8_t)(from ^ to); }' \
    >"$out/fold.c"
"$BANKLOOM" explain "$out/fold.loom" --fuse none >"$out/text" 2>&1 || fail "$(cat "$out/text")"
for words in 'x min(32 B x 16 channels x 150 MHz / 1, 25 GB/s / 1.042)' \
    '= 96.00 GB/s of the 24 bytes counted of a record (25 moved at a time)'; do
    grep -qF -- "$words" "$out/text" || fail "explain does not say \"$words\""
done
"$BANKLOOM" explain "$out/fold.loom" --fuse none --json | tr -d '\t ' >"$out/text"
awk -F '[:,]' '/"network_crossings"/ { m = $2 } /"network_bytes_per_second"/ { rate = $2 }
/"moved_bytes"/ { moved = $2 } /"counted_bytes"/ { counted = $2 }
END { exit !(m == moved / counted || m * counted - moved < 1e-9 && moved - m * counted < 1e-9) ||
      moved != 25 || rate * m - 1e11 > 1 || 1e11 - rate * m > 1 }' "$out/text" ||
    fail "ratios in JSON: $(grep -E 'crossings|_bytes' "$out/text")"

# Over the bus, whose rate is reached in part, a time is bounded and not predicted.
rsb=$examples/over_rsb.loom
"$BANKLOOM" explain "$rsb" >"$out/text" || fail "explain of a bus"
grep -q 'predicted for' "$out/text" && fail "a time is predicted over the bus"
grep -q '^  a bound and no prediction: ' "$out/text" &&
    [ "$(grep -Ec '^  bound for +[0-9]+ records a node: at least +[0-9]+ cy' "$out/text")" = 3 ] ||
    fail "the bound of a bus is not called one"
"$BANKLOOM" explain "$rsb" --json | tr -d '\t ' >"$out/text"
[ "$(grep -c '"cycles":null,' "$out/text")" = 3 ] &&
    [ "$(grep -Ec '"bound_cycles":[1-9]' "$out/text")" = 3 ] &&
    grep -q '"is_bound":true' "$out/text" || fail "the JSON of a bus has a prediction"
"$BANKLOOM" explain "$keys" --json | grep -q '"is_bound":.*false' || fail "a mesh is a bound"

# The same moves in passes written in another way are the same circuit, at the same A and T.
program() { # NAME PASSES
    { sed -n '/^cluster/,/^}/p' "$values"
      echo 'record item { key: u32; value: u32; }'
      echo 'pipeline p(items: item) on optweb {'
      echo "let n = key[4:2]; let c = key[7:5]; $2 }"; } >"$out/$1.loom"
}
program three 'pass { read key, value -> crossbar(n) -> write k1, v1 }
    pass { read k1, v1 -> alltoallv(n) -> write k2, v2 }
    pass { read k2, v2 -> crossbar(c) -> write k3, v3 }'
program two 'pass { read key, value -> crossbar(n) -> write k1, v1 }
    pass { read k1, v1 -> alltoallv(n) -> crossbar(c) -> write k3, v3 }'
program one 'pass { read key, value -> crossbar(n) -> alltoallv(n) -> crossbar(c) -> write k3, v3 }'
spelled() { # NAME EXPLAIN-OPTIONS...
    name=$1; shift
    "$BANKLOOM" explain "$out/$name.loom" "$@" >"$out/$name" || fail "explain $name $*"
    sed -n 's/^ *pass [0-9a-z+]*: //p; /^prediction/,/counted of a record/p' "$out/$name"
}
spelled three >"$out/wanted"
grep -q 'GB/s of' "$out/wanted" || fail "no A and T: $(cat "$out/wanted")"
for name in two one; do
    spelled $name | cmp -s - "$out/wanted" || fail "$name: $(cat "$out/$name")"
done
# What a stage makes is made again behind the exchange, and does not cross the network.
echo 'module fold(input wire [31:0] key, output wire [7:0] b);
    assign b = key[7:0] ^ key[15:8];
endmodule' >"$out/fold.v"
echo 'void fold(uint32_t key, uint8_t *b) { *b = (uint8_t)(key ^ key >> 8); }' >"$out/fold.c"
program made 'pass { read key, value -> fold -> crossbar(b[2:0]) -> alltoallv(b[2:0])
    -> crossbar(b[5:3]) -> write k3, v3 }'
echo 'stage fold (key: u32) -> (b: u8) { verilog "fold.v"; golden "fold.c"; latency 0; }' \
    >>"$out/made.loom"
spelled made >/dev/null
grep -q '^  separate   pass 1: .*alltoallv(b\[2:0\]) in pass 1b, crossbar(b\[5:3\]) in pass 1c' \
    "$out/made" && grep -q 'alltoallv(b\[2:0\]) -> fold -> crossbar' "$out/made" ||
    fail "a stage behind the exchange: $(cat "$out/made")"
# Without the rule that would put the moves together again the pass stays, with the reason.
spelled one --fuse eop >/dev/null
grep -q '^  pass 1: With its moves in passes of their own the rules end with 2 passes' "$out/one" &&
    grep -q '(A = 1)' "$out/one" || fail "a pass that stays as it is written: $(cat "$out/one")"

# Same input, same bytes.
"$BANKLOOM" explain "$values" --fuse table,histogram >"$out/text"
"$BANKLOOM" explain "$values" --fuse table,histogram | cmp -s - "$out/text" ||
    fail "two runs differ"

# Errors: status 2 for the command line, 1 for the program, and nothing on the standard output.
"$BANKLOOM" explain "$keys" --fuse sort >"$out/text" 2>"$out/errors"
[ $? = 2 ] && [ -s "$out/errors" ] && [ ! -s "$out/text" ] || fail "--fuse sort"
sed 's/stratix10_mx2100/breadboard/' "$keys" >"$out/board.loom"
"$BANKLOOM" explain "$out/board.loom" >"$out/text" 2>"$out/errors"
[ $? = 1 ] && grep -q E1001 "$out/errors" && grep -q stratix10_mx2100 "$out/errors" &&
    [ ! -s "$out/text" ] ||
    fail "unknown board: $(cat "$out/errors")"
"$BANKLOOM" explain "$values" --fuse none --nodes 16 >"$out/text" 2>"$out/errors"
[ $? = 1 ] && grep -q E1013 "$out/errors" || fail \
    "values alone with more nodes than channels: $(cat "$out/errors")"
exit $failed
