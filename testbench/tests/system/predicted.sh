#!/bin/sh
# seconds: 21
# Predictions within 5 % or 20 cycles: of `run` for short runs over Ethernet, where lanes share a
# link, and of `explain` for an exchange by a function that leaves nodes empty. In Icarus.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
root=$(cd "$(dirname "$0")/../../.." && pwd)
fail() { echo "FAIL $*"; exit 1; }
near() { # WHAT PREDICTED MEASURED
    awk -v p="$2" -v m="$3" 'BEGIN {
        d = p > m ? p - m : m - p
        exit !(p && m && (d <= 20 || d <= m / 20))
    }' || fail "$1: $2 cycles predicted, $3 measured"
}
cycles() { sed -n "s/.*\"$1\": *\([0-9.]*\).*/\1/p" "$work/run.json" | head -1; }
run() { # PROGRAM KEYS
    "$BANKLOOM" run "$1" --sim icarus --keys "$2" -q --json-file "$work/run.json" \
        >"$work/said" 2>&1 ||
        { cat "$work/said"; fail "$1 with $2 keys a node"; }
}
for keys in 256 1536 2K; do
    run "$root/examples/counting_sort/over_ethernet.loom" "$keys"
    near "$keys keys a node over Ethernet" "$(cycles predicted_cycles)" "$(cycles cycles)"
done
cat >"$work/few.loom" <<'END'
record item { key: u32; }
cluster c { board stratix10_mx2100; nodes 4; clock core 150 MHz;
    memory { channels 2; width 32 B; }
    network full_mesh { link 6.25 GB/s; latency 400 ns; } }
pipeline p(items: item) on c {
    pass { read key -> crossbar(key[0]) -> write k1 }
    pass { read k1 -> alltoallv(key[0]) -> write k2 }
}
END
"$BANKLOOM" explain "$work/few.loom" >"$work/explained" 2>"$work/warned" || fail explain
grep -q W0208 "$work/warned" || fail "no warning of two values on four nodes"
run "$work/few.loom" 16384
said='s/^ *predicted for *16384 records a node: *\([0-9]*\) cycles.*/\1/p'
near "two values on four nodes" "$(sed -n "$said" "$work/explained")" "$(cycles cycles)"
echo "predictions are near"
