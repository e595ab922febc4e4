#!/bin/sh
# seconds: 15
# Records of three and more columns of one width: one pass by fusion, any width of columns and of
# words, columns together in twos and threes in one circuit; all give what the golden model gives.
# What planning refuses is called as the user wrote it.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

# program COLUMNS PASSES
program() {
    cat >"$work/p.loom" <<END
cluster small { board stratix10_mx2100; nodes 2; clock core 150 MHz;
    memory { channels 4; width 32 B; strip 512; burst 128 B; }
                network full_mesh { link 6.25 GB/s; latency 400 ns; } }
record item { $1 }
pipeline wide(items: item) on small { $2 }
END
}
# columns NUMBER TYPE: key, c1, c2 ...
columns() { printf 'key: %s;' "$2"; seq 1 $(($1 - 1)) | sed "s/.*/ c&: $2;/" | tr -d '\n'; }
# matches VERSIONS OPTIONS...
matches() {
    versions=$1
    shift
    "$BANKLOOM" run -q "$work/p.loom" --sim icarus "$@" >"$work/said" 2>&1 || fail "run $*"
    grep -q "matches the golden model ($versions column" "$work/said" ||
        fail "run $*: not $versions versions"
    if [ "$versions" -gt 1 ] && ! grep -q "passes  *A = " "$work/said"; then fail "run $*: no A"; fi
}
one_pass() {
    "$BANKLOOM" explain "$work/p.loom" "$@" >"$work/said" 2>&1 || fail "explain $*"
    grep -q "(A = 1)" "$work/said" || fail "explain $*: more than one pass"
}

# NUMBER TYPE WIDTH KEYS
while read -r number type width keys long; do
    [ -z "$long" ] || [ "$BL_LONG" ] || continue
    program "$(columns "$number" "$type")" 'partition items by key[1], c1[0];'
    one_pass --width "$width"
    matches "$number" --width "$width" --keys "$keys"
done <<END
3 u32 32 501
4 f32 64 333 long
5 u32 16 250 long
8 i32 32 120 long
3 u8 16 700 long
3 u64 16 130 long
2 f64 16 99
6 u16 64 444
33 u8 16 60 long
END

# As many nodes as share a channel, and a clock of its own for memory and network.
program "$(columns 3 u32)" 'partition items by key[2:1], key[0];'
one_pass --nodes 4
matches 3 --nodes 4 --keys 300
sed -i 's/clock core 150 MHz;/clock core 150 MHz; clock hbm 200 MHz; clock net 120 MHz;/;
s/burst 128 B;/burst 128 B; clock hbm;/; s/latency 400 ns;/latency 400 ns; clock net;/' \
    "$work/p.loom"
one_pass --nodes 4
matches 3 --nodes 4 --keys 300

# Twos and threes in one circuit, a histogram beside them; and no records at all.
program "$(columns 3 u32)" 'pass { read key, c1, c2 -> crossbar(c2[0]) -> write k1, a1, b1 }
    pass { read k1, b1 -> crossbar(k1[0]) -> write k2, b2 }
    pass { read a1 -> histogram(c1[3:2]) as h }'
sed -i 's/k1\[0\]/key[0]/' "$work/p.loom"
matches 5 --keys 333
matches 5 --keys 0
program "$(columns 3 u32)" \
    'pass { read key, c1, c2 -> alltoallv(key[0]) -> write k1, a1, b1 }
    pass { read k1, a1 -> alltoallv(key[0]) -> write k2, a2 }'
sed \
    -i 's/read key, c1, c2 -> all/read key, c1, c2 -> crossbar(key[0]) -> all/;
    s/read k1, a1 -> all/read k1, a1 -> crossbar(key[0]) -> all/' "$work/p.loom"
"$BANKLOOM" check "$work/p.loom" >"$work/said" 2>&1 &&
    fail "exchanges of three columns and of two: accepted"
grep -q "error E1016: some passes exchange more columns together" "$work/said" ||
    fail "exchanges of three columns and of two"

# A record of 17 columns of 64 bits is beyond an exchange; and a partition's versions are called by
# what the user wrote.
program "$(columns 17 u64)" 'pass { read '"$(echo key; seq 1 16 |
    sed 's/^/, c/')"' -> crossbar(key[0]) -> alltoallv(key[0]) -> write '"$(echo k; seq 1 16 |
        sed 's/^/, w/')"' }'
"$BANKLOOM" check "$work/p.loom" >"$work/said" 2>&1 && fail "1088 bits: accepted"
grep -q "error E1017.*records of 1088 bits travel together here, and .* takes at most 1024" \
    "$work/said" || fail "1088 bits"
program "$(columns 3 u32)" 'partition items by key[2:1], key[0];'
"$BANKLOOM" explain --fuse none --nodes 4 "$work/p.loom" >"$work/said" 2>&1 &&
    fail "values that travel alone: accepted"
text='a channel of `c1` holds the records of several nodes, and `key` does not travel with it'
grep -q "error E1013: $text" "$work/said" || fail "E1013"
[ "$(grep -c 'error E1013' "$work/said")" -eq 1 ] || fail "E1013 for every column"
grep -q 'note: with `--fuse all`.* it has a circuit$' "$work/said" || fail "fusion is not advised"
grep -q 'error.*`c1[0-9]' "$work/said" && fail "a name that nobody wrote"
program "$(columns 3 u32)" \
    'partition items by key[2], key[1:0]; pass { read c13 -> alltoallv(key[1:0]) -> write y }'
"$BANKLOOM" check --nodes 4 "$work/p.loom" >"$work/said" 2>&1 &&
    fail "a value that travels alone: accepted"
grep -q 'error E1013: a channel of `c13` holds' "$work/said" ||
    fail "E1013 of a name that the user wrote"
exit 0
