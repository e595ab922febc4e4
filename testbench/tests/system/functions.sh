#!/bin/sh
# seconds: 20
# Functions that are XORs of bits, CRC-32C among them: the circuit under Icarus does what the golden
# model does (make bench NAME=records has it in Verilator), a third program says the same, and
# functions that are equal are known to be, however they are written.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
program() { # STATEMENTS
    cat >"$work/p.loom" <<END
cluster k { board stratix10_mx2100; nodes 2; clock core 150 MHz;
    memory { channels 4; width 16 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 100 ns; } }
record row { key: u32; value: u32; }
pipeline spread(rows: row) on k { $1 }
END
}
judged() { # OPTIONS...: by the golden model and by the third opinion
    "$BANKLOOM" run -q "$work/p.loom" --input "$work/in" --output "$work/out" \
        --json-file "$work/result.json" "$@" >"$work/said" 2>&1 || fail "run $*"
    grep -q '^golden model    matches the golden model' "$work/said" || fail "no match: $*"
    python3 -B testbench/random/opinion.py "$work/p.loom" --input "$work/in" --output "$work/out" \
        --json "$work/result.json" >"$work/said" 2>&1 ||
        fail "third opinion: $*"
}
head -c 4000 /dev/urandom >"$work/in"

program 'let hash = crc32c(key); partition rows by hash[0], hash[2:1];'
judged --sim icarus
judged --sim icarus --fuse table,histogram
"$BANKLOOM" explain "$work/p.loom" >"$work/said" || fail "explain"
grep -q '^  hash\[2:1\]: 2 bits, each of at most [0-9]* of `key`; 2 levels of 6-input LUTs$' \
    "$work/said" || fail "explain says no levels"
grep -q 'steps of the circuit (A = 1)' "$work/said" || fail "a hash partition is not one pass"
"$BANKLOOM" explain --json "$work/p.loom" | grep -q '"levels":	*2' || fail "JSON"

# Without a key that differs there is one place to go.
"$BANKLOOM" run -q "$work/p.loom" --dist equal --keys 200 --sim icarus >"$work/said" 2>&1 ||
    fail "equal keys"
grep -q 'largest bucket 4.0* of the mean' "$work/said" || fail "equal keys are not in one bucket"

# The same function three ways; bits in another order; inverted ones.
program 'let f = key[2:0] ^ key[9:4]; let g = {key[9:7], key[2:0] ^ key[6:4]};
    let h = (key[9:4] ^ {key[2], key[1:0]})[5:0];
    pass { read key, value -> crossbar(f) -> write a, b }
    pass { read a, b -> alltoallv(g) -> write c, d }
    pass { read c, d -> crossbar({value[0], value[7], crc32c(value)[31]}) -> write e, i }
    pass { read e -> histogram((crc32c({h, key[1:0]}) ^ key)[4:0], {key[3], key[2]}) as counted }'
judged --sim icarus
judged --sim icarus --fuse none
"$BANKLOOM" build -q "$work/p.loom" -o "$work/built" || fail "build"
[ "$(grep -c 'bl_mix #' "$work/built/rtl/spread.v")" -ge 3 ] || fail "no mixes in the circuit"
exit 0
