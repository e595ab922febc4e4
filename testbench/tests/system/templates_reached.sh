#!/bin/sh
# seconds: 12
# Every template stands in the circuit of some program: of the examples, of the programs that the
# tests of the language accept, and of a few shapes of those. One that no program reaches is named.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

built=0
reach() { # FILE OPTIONS...: the templates in its circuit
    if "$BANKLOOM" build -q "$@" -o "$work/built" >"$work/said" 2>&1; then
        find "$work/built" -name 'bl_*.v' | sed 's,.*/,,' >>"$work/reached"
        built=$((built + 1))
    elif grep -q 'internal fault' "$work/said"; then
        echo "FAIL $1"
        cat "$work/said"
        exit 1
    fi
    rm -rf "$work/built"
}
for file in examples/*/*.loom testbench/tests/lang/good_*.loom; do reach "$file"; done
for fuse in none table; do reach examples/counting_sort/counting_sort.loom --fuse $fuse; done

# An exchange by a function that has fewer values than there are channels.
cat >"$work/few.loom" <<'END'
cluster k { board stratix10_mx2100; nodes 4; clock core 150 MHz;
    memory { channels 8; width 32 B; strip 64; burst 64 B; }
    network full_mesh { link 6 GB/s; latency 300 ns; } }
record row { key: u32; }
pipeline p(rows: row) on k {
    let f = key[3 +: 1];
    pass { read key -> crossbar(f) -> write key1 }
    pass { read key1 -> alltoallv(f) -> write key2 }
}
END
reach "$work/few.loom" --fuse none

# Circuits of signal transition graphs in each style.
for style in lut generalized; do
    "$BANKLOOM" stg examples/stg/arbiter_3.g --style $style -o "$work/stg" >"$work/said" 2>&1 &&
        find "$work/stg" -name 'bl_*.v' | sed 's,.*/,,' >>"$work/reached" && built=$((built + 1))
    rm -rf "$work/stg"
done

left=$(for file in rtl_templates/*/*.v; do echo "${file##*/}"; done | sort | while read -r name; do
    grep -qx "$name" "$work/reached" || echo "${name%.v}"; done)
count=$(find rtl_templates -name '*.v' | wc -l)
echo "$built programs reach $((count - $(echo "$left" | grep -c .))) of $count templates"
[ -z "$left" ] || { echo "FAIL no program has:"; echo "$left"; exit 1; }
[ $built -ge 80 ] || { echo "FAIL only $built programs were built"; exit 1; }
