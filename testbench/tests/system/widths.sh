#!/bin/sh
# seconds: 25
# Records with columns of several widths: moved together and alone, with and without fusion, on several numbers of nodes, they are what the
# golden model says, with one pass where equal columns have one; a host program and --output see whole elements.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
program() { # COLUMNS STATEMENTS
    cat >"$work/p.loom" <<END
record row { $1 }
cluster k { board stratix10_mx2100; nodes 4; clock core 150 MHz; memory { channels 4; width 16 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 100 ns; } }
pipeline p (rows: row) on k { $2 }
END
}
matches() { # OPTIONS...
    for fuse in all none; do
        "$BANKLOOM" run -q "$work/p.loom" --sim icarus --keys 150 --fuse $fuse "$@" >"$work/said" 2>&1 || fail "run --fuse $fuse $*: $(cat "$work/p.loom")"
        grep -q '^golden model    matches the golden model' "$work/said" || fail "no match: $*"
    done
}

program 'key: u32; value: u64;' 'partition rows by key[1:0], key[3:2];'
matches
"$BANKLOOM" explain "$work/p.loom" >"$work/said" || fail "explain"
grep -q 'steps of the circuit (A = 1)' "$work/said" || fail "not one pass"
grep -q '^  value .* in 2 planes of 32 bits' "$work/said" || fail "planes are not told"
grep -q 'of the 12 bytes counted' "$work/said" || fail "T is not in bytes of records"
program 'key: u64; value: u32;' 'partition rows by key[33:31], key[1:0];'
matches --nodes 2
program 'tag: u8; key: f64; mark: i16;' 'pass { read tag, key, mark -> crossbar({key[63], key[7]}) -> write a, b, c }
    pass { read a, b, c -> alltoallv({key[63], key[7]}) -> write d, e, f } pass { read d, e, f -> crossbar(mark[1:0]) -> write g, h, i }'
matches --nodes 2
program 'key: u32; value: u64;' 'pass { read value -> crossbar(value[33:32]) -> write a } pass { read key -> crossbar(key[1:0]) -> write b }'
matches --nodes 1 --channels 2
program 'key: u16; value: u64; w: u32;' 'pass { read key, value -> histogram(value[34:32]) as h -> crossbar(value[34:32]) -> write a, b }
    pass { read a, b -> alltoallv(value[34:32], h) -> write c, d }'
matches --nodes 2

# A column that lies elsewhere in the records of a later pass.
program 'a: u32; b: u32; c: u32;' 'pass { read a, b, c -> crossbar(b[1:0]) -> write d, e, f } pass { read d, f, e -> crossbar(b[1:0]) -> write g, h, i }'
matches --nodes 1

# The same records leave as came in.
program 'key: u32; value: u64;' 'pass { read key, value -> crossbar(key[0]) -> write a, b }'
head -c 2400 /dev/urandom >"$work/in"
"$BANKLOOM" run -q "$work/p.loom" --sim icarus --nodes 1 --channels 1 --input "$work/in" --output "$work/out" >"$work/said" 2>&1 || fail "--output"
[ "$(wc -c <"$work/out")" -eq 2400 ] || fail "the output has another size"
for file in in out; do od -An -v -w12 -tx1 "$work/$file" | sort >"$work/$file.sorted"; done
cmp -s "$work/in.sorted" "$work/out.sorted" || fail "the output has other records"
exit 0
