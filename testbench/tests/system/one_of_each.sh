#!/bin/sh
# seconds: 5
# What there is one of is named in the singular: no output of programs with one node, channel, word,
# record, thread and so on has "1 nodes".
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0

# said COMMAND...: what it prints, on both outputs, whatever its status
said() {
    "$BANKLOOM" "$@" >"$work/said" 2>&1
    [ -s "$work/said" ] || { echo "FAIL nothing said: $*"; failed=1; }
    one_things <"$work/said" >"$work/wrong" && { echo "FAIL $*"; cat "$work/wrong"; failed=1; }
}
# Lines with a 1 that stands alone before a plural. Not ns, us, ms, is, as, has, plus and times; "n
# + 1 channels" and "1 of 4 nodes" are right.
one_things() {
    kinds='(block|column|simulated|memory|look-up|state|internal)'
    right='has|was|is|this|across|always|less|comes|goes|[a-z]*ss'
    sed 's/[0-9]* [+] 1 channels//g; s/\(--[a-z]*\)[ =]1/\1/g' |
        grep -E "(^|[ (,:])1 ($kinds )?[a-zA-Z]+[a-zA-Z]s([^a-z]|\$)" |
        grep -vE "(^|[ (,:])1 ([a-z]+ )?($right)([^a-z]|\$)"
}
printf 'on 1 nodes\n' | one_things >/dev/null || { echo "FAIL the check sees nothing"; exit 1; }
printf '1 ns, 2 + 1 channels, 1 pass, 1 line takes\n' | one_things &&
    { echo "FAIL the check sees what is right"; exit 1; }

# program NODES CHANNELS COLUMNS PASSES
program() {
    cat >"$work/p.loom" <<END
cluster k { board stratix10_mx2100; nodes $1; clock core 150 MHz;
    memory { channels $2; width 64 B; strip 64; burst 64 B; }
            network ${network:-full_mesh { link 6 GB/s; latency 300 ns; \}} }
record row { $3 }
pipeline p(rows: row) on k { $4 }
END
}
program 1 2 'key: u32;' \
    'pass { read key -> histogram(key[0]) as h -> crossbar(key[0:0]) -> write k1 }'
said check "$work/p.loom"
said explain "$work/p.loom"
said graph "$work/p.loom" --dot
said build "$work/p.loom" -o "$work/out"
said run "$work/p.loom" --sim icarus --keys 1 --threads 1
printf 'abc' >"$work/three.bin"
said run "$work/p.loom" --sim icarus --keys 1 --threads 1 --input "$work/three.bin"
program 1 2 'key: u8;' 'pass { read key -> histogram(key[0]) as h }'
said run "$work/p.loom" --sim icarus --keys 1
printf 'a' >"$work/one.bin"
said run "$work/p.loom" --sim icarus --input "$work/one.bin"
program 2 2 'key: u32; v: u32;' 'pass { read key -> alltoallv(key[0]) -> write k1 }'
said check "$work/p.loom"
said explain "$work/p.loom"
program 3 2 'key: u32; v: u32;' 'pass { read key -> crossbar(key[1:0]) -> write k1 }
    pass { read v -> crossbar(v[1:0]) -> write v1 }
    pass { read v1 -> alltoallv(key[1:0]) -> write v2 }'
said check "$work/p.loom"
program 2 2 'key: u32; v: u32;' \
    'pass { read key, v -> histogram(key[1:0]) as sizes }
    pass { read key, v -> crossbar(key[1:0]) -> write k1, v1 }
    pass { read v1 -> alltoallv(key[1:0], sizes) -> write v2 }'
said check --fuse none "$work/p.loom"
program 2 2 'key: u32;' \
    'pass { read key -> crossbar(crc32c(key[0])) -> write k1 }
    pass { read key -> crossbar() -> write k2 }
    pass { read key -> partition(key[0]) }'
said check "$work/p.loom"
program 2 2 'key: u32;' 'partition rows by key[0];'
said check "$work/p.loom"
program 4 2 'key: u32;' 'pass { read key -> crossbar(key[1:0]) -> alltoallv(key[1:0]) -> write k1 }'
network='rsb { delay 4 ns; lines 1; }'
program 4 2 'key: u32;' 'pass { read key -> crossbar(key[1:0]) -> alltoallv(key[1:0]) -> write k1 }'
said explain "$work/p.loom"
said sweep "$work/p.loom" --nodes 5 --channels 3 --out "$work/sweep"
said boards
said boards ice40_up5k
[ $failed -eq 0 ] && echo ok
exit $failed
