#!/bin/sh
# The estimate of a node's resources: the same numbers from build, explain and its JSON; split goes by them, on a board where two crossbars
# fit and on one where they do not; counted in the unit of the board's logic.
set -u
root=$(cd "$(dirname "$0")/../../.." && pwd)
keys=$root/examples/counting_sort/counting_sort.loom
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
failed=0
fail() { echo "FAIL: $*"; failed=1; }
field() { sed -n '/"estimate":/,$p' "$out/json" | sed -n "s/^.*\"$1\":[[:space:]]*\"\{0,1\}\([^\",]*\).*/\1/p" | head -n 1; }

# One line of build, one of explain, one object of JSON: equal.
"$BANKLOOM" build "$keys" -o "$out/built" --nodes 2 --channels 4 >"$out/text" || fail "build"
line=$(sed -n 's/^  a node takes \(about .*\) of stratix10_mx2100, estimated$/\1/p' "$out/text")
[ "$line" ] || fail "build says no estimate: $(cat "$out/text")"
"$BANKLOOM" explain "$keys" --nodes 2 --channels 4 >"$out/text" || fail "explain"
grep -qxF "  together $line" "$out/text" || fail "explain says another estimate than \"$line\""
"$BANKLOOM" explain "$keys" --nodes 2 --channels 4 --json >"$out/json" || fail "explain --json"
case $line in "about $(field logic) of "*" ALMs "*", $(field ff) of "*" flip-flops "*", $(field block_ram) of "*" M20K "*) ;; *) fail "$(field logic) ALMs in the JSON, $line" ;; esac
[ "$(field logic_unit)" = alm ] || fail "unit $(field logic_unit)"

# The parts add up to the total.
awk '/^resources of a node/ { on = 1; next } /^  together about/ { exit } on && $1 != "ALMs" { logic += $(NF - 2); ff += $(NF - 1); ram += $NF }
    END { print logic, ff, ram }' "$out/text" >"$out/sum"
awk -v logic="$(field logic)" -v ff="$(field ff)" -v ram="$(field block_ram)" \
    '{ d = $1 - logic; e = $2 - ff; exit !(d * d <= 100 && e * e <= 100 && $3 == ram && logic > 0) }' "$out/sum" || fail "the parts sum to $(cat "$out/sum")"

# More nodes, more channels, more logic; a fusion that takes a table away takes block RAM away.
last=0
for shape in "2 4" "4 4" "4 8" "8 8"; do
    # shellcheck disable=SC2086
    set -- $shape
    "$BANKLOOM" explain "$keys" --nodes "$1" --channels "$2" --json >"$out/json"
    [ "$(field logic)" -gt "$last" ] || fail "$shape: $(field logic) after $last"
    last=$(field logic)
done
"$BANKLOOM" explain "$keys" --fuse none --json >"$out/json"
with=$(field block_ram)
"$BANKLOOM" explain "$keys" --fuse table --json >"$out/json"
[ "$(field block_ram)" -lt "$with" ] || fail "block RAM $with with tables, $(field block_ram) without"

# What split says is the sum of the crossbars; with less room it says what would be needed.
"$BANKLOOM" explain "$keys" >"$out/text"
both=$(sed -n 's/^  split .* both take about \([0-9]*\) ALMs of the .*/\1/p' "$out/text")
crossbars=$(sed -n 's/.*crossbars about \([0-9]*\) of 702720 ALMs.*/\1/p' "$out/text")
[ "$both" ] && [ "$both" = "$crossbars" ] || fail "split: $both, crossbars: $crossbars"
part=$(sed -n 's/^  [0-9]* x bl_crossbar  *\([0-9]*\) .*/\1/p' "$out/text")
[ "$part" ] && [ $((part - both)) -le 2 ] && [ $((both - part)) -le 2 ] || fail "split: $both, the circuit's crossbars: $part"
sed "s/board stratix10_mx2100/board small/; s/logic  *702720 alm/logic $((both * 2)) alm/" "$root/boards/stratix10_mx2100/board.loom" >"$out/small.loom"
"$BANKLOOM" explain "$keys" --board "$out/small.loom" >"$out/text" || fail "a small board"
grep -q "split .*A second crossbar for .channel. needs about $((both / 2)) ALMs beside the $((both / 2)) of the first, but small leaves $((both * 9 / 10)) of its" \
    "$out/text" || fail "a small board: $(grep split "$out/text")"
grep -q '^steps of the circuit (A = 2)' "$out/text" || fail "split where it does not fit"

# Another fabric, another unit.
awk '$1 == "memory" { inside = 1 } !inside { print } inside && /}/ { inside = 0 }
    $1 == "board" { print "memory any { channels 32; width 64 B; size 256 MiB; clock 100 MHz; read 150 ns; refresh 160 ns; protocol axi4; }" }' \
    "$root/boards/kc705/board.loom" >"$out/other.loom"
"$BANKLOOM" explain "$keys" --nodes 2 --channels 4 --width 16 --board "$out/other.loom" >"$out/text" || fail "another fabric"
grep -q '^  together about [0-9]* of 203800 LUT6s .* of 445 BRAM36 ' "$out/text" || fail "another fabric: $(grep together "$out/text")"
sed "s/board stratix10_mx2100/board tiny/; s/logic  *702720 alm/logic 20000 alm/" "$root/boards/stratix10_mx2100/board.loom" >"$out/tiny.loom"
"$BANKLOOM" build "$keys" -o "$out/tight" --board "$out/tiny.loom" >"$out/text" || fail "build for a tiny board"
grep -q "of tiny, estimated: it does not fit\$" "$out/text" || fail "a tiny board: $(grep takes "$out/text")"
exit $failed
