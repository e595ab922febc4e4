#!/bin/sh
# seconds: 10
# A run says how many records its filters have kept and dropped, for each pass and node, in the
# table and in JSON, by what the nodes have written: a golden model that keeps all changes nothing.
# A pass that leaves none is warned of. In Icarus; `make test-long` has the same counts in
# Verilator.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
stage() { # NAME KEEP-VERILOG KEEP-C
    cat >"$work/$1.v" <<END
module $1 (input wire [31:0] key, output wire keep);
    assign keep = $2;
endmodule
END
    cat >"$work/$1.c" <<END
#include <stdbool.h>
#include <stdint.h>
bool $1(uint32_t key) { (void)key; return $3; }
END
}
stage some '|key[1:0]' 'key & 3'
stage odd 'key[0]' 'key & 1'
stage none '&key[1:0] & ~|key[1:0]' false
stage lying '|key[1:0]' true
program() { # STATEMENTS
    { echo 'record row { key: u32; value: u32; }'
    for name in some odd none lying; do
        echo "stage $name (key: u32) keeps { verilog \"$name.v\"; golden \"$name.c\"; latency 0; }"
    done
    echo 'cluster k { board stratix10_mx2100; nodes 2; clock core 150 MHz;'
    echo '    memory { channels 4; width 16 B; strip 64; burst 64 B; }'
    echo '    network full_mesh { link 6 GB/s; latency 100 ns; } }'
    printf 'pipeline p (rows: row) on k {\n%s\n}\n' "$1"; } >"$work/p.loom"
}
simulator=icarus
run() {
    "$BANKLOOM" run -q "$work/p.loom" --sim $simulator --input "$work/rows" \
        --json-file "$work/json" "$@" >"$work/said" 2>&1
}
filters() { sed -n '/"filters"/,/],$/p' "$work/json"; }

# 800 records whose keys count from 0: each node gets every other burst of 16.
awk 'BEGIN { for (i = 0; i < 800; i++)
    printf "\\%03o\\%03o\\000\\000v%03d", i % 256, int(i / 256), i }' >"$work/text"
printf "$(cat "$work/text")" >"$work/rows"
[ "$(wc -c <"$work/rows")" -eq 6400 ] || fail "the records"

program 'pass { read key, value -> some -> crossbar(value[0]) -> write a, b }
         pass { read a, b -> odd -> write c, d }'
run || fail "two filters"
cat >"$work/wanted" <<'END'
kept by pass 1  600 of 800 records, 200 dropped (some)
  node by node  300 of 400, 300 of 400
kept by pass 2  400 of 600 records, 200 dropped (odd)
  node by node  200 of 300, 200 of 300
END
grep -A1 '^kept by' "$work/said" | grep -v '^--' | cmp -s - "$work/wanted" || fail "another table"
# Whether $file has the words, one after the other.
said() { grep -qF "$(printf '%s' "$@")" "$work/$file"; }
file=json
said '"pass": 2, "line": 11, "stages": "odd", "exchanges": false, ' \
    '"read": 600, "kept": 400, "dropped": 200, ' \
    '"nodes": [{"read": 300, "kept": 200}, {"read": 300, "kept": 200}]' || fail "another document"
if [ -n "$BL_LONG" ]; then
    filters >"$work/icarus"
    simulator=verilator
    run || fail "Verilator"
    filters | cmp -s - "$work/icarus" || fail "Verilator counts otherwise"
    simulator=icarus
fi
file=said

# Behind an exchange a node has what it received: with bit 0 of the key clear it is node 0.
program 'pass { read key, value -> some -> crossbar(key[0]) -> alltoallv(key[0]) -> write a, b }'
run || fail "an exchange"
said 'kept by pass 1  600 of 800 records, 200 dropped (some)' &&
    said '  node by node  400 read, 200 written; 400 read, 400 written' ||
    fail "an exchange is counted otherwise"

# A histogram that is a result counts what was kept; one of sizes leaves nothing to tell by.
program 'pass { read key -> odd -> some -> histogram(key[1:0]) as h }'
run && said 'kept by pass 1  400 of 800 records, 400 dropped (odd, some)' || fail "a histogram"

program 'pass { read key, value -> none -> write a, b }'
run || fail "no record left"
said 'kept by pass 1  0 of 800 records, 800 dropped (none)' &&
    said 'warning: p.loom:10: no record is left: pass 1 has dropped all 800 (none)' ||
    fail "no record left: not reported"
: >"$work/empty"
run --input "$work/empty" || fail "no record"
said 'kept by pass 1  0 of 0 records, 0 dropped' && ! grep -q '^warning' "$work/said" ||
    fail "no record: warned of, or not reported"

# The circuit's own counts, not those of the golden model.
program 'pass { read key, value -> lying -> write a, b }'
run && fail "a golden model that keeps all matches"
said 'kept by pass 1  600 of 800 records, 200 dropped (lying)' ||
    fail "the golden model's counts are reported"

program 'pass { read key, value -> crossbar(key[0]) -> write a, b }'
run || fail "no filter"
! grep -q '^kept by' "$work/said" && grep -qF '"filters": [],' "$work/json" ||
    fail "no filter: reported otherwise"
exit 0
