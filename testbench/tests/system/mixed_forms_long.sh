#!/bin/sh
# seconds: 8
# Programs whose passes have different forms: columns together in one pass and apart in the next,
# partitions by functions of different columns, histograms by other functions than the one before,
# many steps. All give what the golden model gives, whatever is fused; and no fusion makes a pass
# that no circuit exists for.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }
# Fewer keys are sooner simulated by Icarus than a model is compiled.
simulator='--sim icarus' keys=400
[ -z "$BL_LONG" ] || simulator='' keys=1500

# program COLUMNS PASSES
program() {
    cat >"$work/p.loom" <<END
cluster small { board stratix10_mx2100; nodes 2; clock core 150 MHz;
    memory { channels 4; width 32 B; strip 512; burst 128 B; }
                network full_mesh { link 6.25 GB/s; latency 400 ns; } }
record item { $1 }
pipeline mixed(items: item) on small { $2 }
END
}
# matches VERSIONS OPTIONS...
matches() {
    versions=$1
    shift
    # shellcheck disable=SC2086
    "$BANKLOOM" run -q "$work/p.loom" $simulator --keys $keys "$@" >"$work/said" 2>&1 ||
        fail "run $*"
    grep -q "matches the golden model ($versions column" "$work/said" ||
        fail "run $*: not $versions versions"
}
plans() { for fuse in none table zip histogram table,histogram zip,table table,zip,eop; do
        "$BANKLOOM" explain --fuse $fuse "$work/p.loom" >"$work/said" 2>&1 || fail "--fuse $fuse"
    done; }

# Together through the crossbar, apart through the exchange: the writer has two columns in one step
# and one in the others.
program 'key: u32; value: u32;' 'pass { read key, value -> crossbar(key[0]) -> write k1, v1 }
    pass { read k1 -> alltoallv(key[0]) -> write k2 }
    pass { read v1 -> alltoallv(key[0]) -> write v2 }'
matches 4 --fuse none

# Two columns of 64 bits make one pass, in words of 32 bytes whatever a word of the channel holds.
program 'key: u64; value: u64;' 'partition items by key[0], key[1];'
plans
matches 2
for width in 16 32; do
    "$BANKLOOM" explain --width $width "$work/p.loom" >"$work/said" 2>&1 ||
        fail "explain --width $width"
    grep -q '(A = 1)' "$work/said" || fail "explain --width $width: more than one pass"
done

# A word of 64 bytes holds too many records of 8 bits, together as apart.
program 'key: u8; a: u8; b: u8;' 'partition items by key[0], key[1];'
"$BANKLOOM" explain --width 64 "$work/p.loom" >"$work/said" 2>&1 && fail "32 records: accepted"
grep -q 'error E1017.*must hold 2 to 16 records' "$work/said" || fail "32 records in a word"

# Seventeen columns of 64 bits are too many for an exchange together, and sixteen with one beside
# them have two forms: fusion leaves them apart. Thirty-two go by sixteens.
program "$(seq 17 | sed 's/.*/k&: u64;/')" 'partition items by k1[0], k1[1];'
"$BANKLOOM" explain "$work/p.loom" >"$work/said" 2>&1 || fail "seventeen columns"
grep -q 'zip  *Held back.*some passes exchange more columns together' "$work/said" ||
    fail "seventeen: no reason"
grep -q '(A = 83)' "$work/said" || fail "seventeen columns: not apart"
program "$(seq 32 | sed 's/.*/k&: u64;/')" 'partition items by k1[0], k1[1];'
"$BANKLOOM" explain "$work/p.loom" >"$work/said" 2>&1 || fail "thirty-two columns"
grep -q 'zip  *The fused pass cannot be implemented: records of 2048 bits' "$work/said" ||
    fail "explain does not say why zip stops"
grep -q '(A = 4)' "$work/said" || fail "thirty-two columns: not by sixteens"

# Four columns, node and channel by functions of different ones: nothing reads two columns beside
# tables.
program 'a: u32; b: u32; c: u32; d: u32;' 'partition items by d[31], b[0];'
plans
[ -z "$BL_LONG" ] || matches 12 --fuse none

# Two passes that name their two columns in different orders: they stay apart, and become one.
two='pass { read key, value -> crossbar(value[1]) -> write k1, v1 }
pass { read v1, k1 -> alltoallv(value[1]) -> write v2, k2 }'
program 'key: u32; value: u32;' "$two pass { read k2, v2 -> crossbar(value[1:0]) -> write k3, v3 }"
matches 6 --fuse none
[ -z "$BL_LONG" ] || matches '[24]'
program 'key: u32; value: u32;' "$two pass { read v2, k2 -> crossbar(key[2]) -> write v3, k3 }"
[ -z "$BL_LONG" ] || matches '[24]' --fuse eop
matches '[24]'
# A column that is the first of two in one step and the second of two in another.
program 'a: u32; b: u32; c: u32;' \
    'pass { read a, b -> crossbar(b[0]) -> write a1, b1 }
    pass { read b, c -> crossbar(b[0]) -> write b2, c2 }'
[ -z "$BL_LONG" ] || matches 4 --fuse none

# The second histogram counts by other functions, of other widths.
program 'key: u32;' 'partition items by key[0], key[2:1]; partition items by key[3], key[4];
    pass { read key6 -> histogram(key[5]) as h } pass { read key6 -> crossbar(key[5]) -> write a }
    pass { read a -> alltoallv(key[5], h) -> write b }'
plans
matches 8 --fuse none
# More than 32 steps, up to 64; beyond these, and beyond the registers for counts, planning refuses.
steps() {
    program "key: u32;" \
        "repeat d in 1..$1 { pass { read key -> crossbar(key[d % 24 +: 1]) -> write key } }"; }
refused() { # WORDS OPTIONS...
    words=$1
    shift
    "$BANKLOOM" build -q -o "$work/out" "$@" "$work/p.loom" >"$work/said" 2>&1 &&
        fail "accepted: $words"
    grep -q "error E1017.*$words" "$work/said" || fail "not said: $words"
}
steps 40
[ "$BL_LONG" ] || keys=100
matches 40
steps 65
refused "at most 64 steps, and this would be one of 65"
program "$(seq 1 57 | sed "s/.*/k&: u32;/")" "$(seq 1 57 |
    sed "s/.*/pass { read k& -> crossbar(k&[0]) -> write w& }/")"
refused "registers for 56 columns of 8 channels, and 57 are read" --channels 8
exit 0
