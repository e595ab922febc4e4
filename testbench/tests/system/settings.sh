#!/bin/sh
# seconds: 3
# All settings are listed with their ranges, and tables in docs/ that say something else are
# noticed.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "FAIL $*"; failed=1; }
build=$(dirname "$BANKLOOM")

"$BANKLOOM" help settings >"$work/list" || fail "the list is refused"
# says LINE: one of the list, blanks squeezed
says() { tr -s ' ' <"$work/list" | grep -qxF " $1" || fail "no line: $1"; }
says "burst power of two, 64 B to 256 B 128 B bytes of one memory access"
says "channels power of two, 1 to 32 needed memory channels of a node, half of them read at a time"
says "delay 0 ps, or 1 ps to 1 us needed of a segment of the ring, between two neighbours"
says "rate 1 Mbit/s to 1000 Gbit/s needed bits a second of one lane on the wire"
says "connectors 1 or 2 1 of a domain to the ring, a cell each"
for network in $(sed -n 's/^BL_NETWORK(\(.*\))$/\1/p' compiler/network/networks.def); do
    grep -qx "network $network" "$work/list" || fail "no list of $network"
done
"$BANKLOOM" help settings --json | python3 -m json.tool >/dev/null || fail "no JSON"
"$BANKLOOM" help settings --jsn >"$work/said" 2>&1
[ $? -eq 2 ] || fail "a wrong option is taken"
grep -q "takes --json alone, not '--jsn'" "$work/said" || fail "a wrong option is not reported"

testbench/lint_settings --build "$build" || fail "docs/"
# notices WHAT FILE SED: what is said of docs/ with one change
notices() {
    rm -rf "$work/docs" && mkdir "$work/docs" && cp docs/*.md "$work/docs" || exit 2
    sed -i "$3" "$work/docs/$2"
    cmp -s "docs/$2" "$work/docs/$2" && fail "nothing to change: $3"
    testbench/lint_settings --build "$build" --docs "$work/docs" >"$work/said" &&
        fail "not noticed: $3"
    grep -qF "$1" "$work/said" || fail "'$1' is not said: $(cat "$work/said")"
}
notices '`strip` of memory: legal is power of two, 16 to 4096' language.md \
    's/16 to 4096/16 to 8192/'
notices '`gate` of bus: without it: 600 ps' language.md 's/100 ns | 0.6 ns/100 ns | 0.7 ns/'
notices '`gate` of network rsb: without it: 600 ps' language.md 's/; 0.6 ns when none is named//'
notices '`latency` of network full_mesh: no row' language.md '/^| `latency`/d'
notices 'no table of the settings of traffic' language.md '/settings: traffic/d'
notices 'no `ports` of board memory' boards.md 's/`ports` of each/ports of each/'
notices '`read` of board memory: bold' boards.md 's/\*\*`read`\*\*/`read`/'
notices '`reserved` of board: bold' boards.md 's/^| `reserved`/| **`reserved`**/'
notices 'no row of the option `--burst`' commands.md '/^| `--burst /d'
exit $failed
