#!/bin/sh
# The estimate of a node's resources: the same numbers from build, explain and its JSON; split goes
# by them, on a board where two crossbars fit and on one where they do not; counted in the unit of
# the board's logic.
set -u
root=$(cd "$(dirname "$0")/../../.." && pwd)
keys=$root/examples/counting_sort/counting_sort.loom
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
failed=0
fail() { echo "FAIL: $*"; failed=1; }
field() { sed -n '/"estimate":/,$p' "$out/json" | sed \
    -n "s/^.*\"$1\":[[:space:]]*\"\{0,1\}\([^\",]*\).*/\1/p" | head -n 1; }

# One line of build, one of explain, one object of JSON: equal.
"$BANKLOOM" build "$keys" -o "$out/built" --nodes 2 --channels 4 >"$out/text" || fail "build"
line=$(sed -n 's/^  a node takes \(about .*\) of stratix10_mx2100, estimated$/\1/p' "$out/text")
[ "$line" ] || fail "build says no estimate: $(cat "$out/text")"
"$BANKLOOM" explain "$keys" --nodes 2 --channels 4 >"$out/text" || fail "explain"
grep -qxF "  together $line" "$out/text" || fail "explain says another estimate than \"$line\""
"$BANKLOOM" explain "$keys" --nodes 2 --channels 4 --json >"$out/json" || fail "explain --json"
case $line in "about $(field logic) of "*" ALMs "*", $(field ff) of "*" flip-flops "*", $(field \
    block_ram) of "*" M20K "*) ;; *) fail "$(field logic) ALMs in the JSON, $line" ;; esac
[ "$(field logic_unit)" = alm ] || fail "unit $(field logic_unit)"

# The parts add up to the total.
awk '/^resources of a node/ { on = 1; next } /^  together about/ { exit }
on && $1 != "ALMs" { logic += $(NF - 2); ff += $(NF - 1); ram += $NF }
    END { print logic, ff, ram }' "$out/text" >"$out/sum"
awk -v logic="$(field logic)" -v ff="$(field ff)" -v ram="$(field block_ram)" \
    '{ d = $1 - logic; e = $2 - ff;
    exit !(d * d <= 100 && e * e <= 100 && $3 == ram && logic > 0) }' \
        "$out/sum" || fail "the parts sum to $(cat "$out/sum")"

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
[ "$(field block_ram)" -lt "$with" ] || fail "block RAM $with with tables, $(field \
    block_ram) without"

# What split says is the whole node: that of the end, where no later rule changes it; and the
# crossbars are those of the circuit.
"$BANKLOOM" explain "$keys" --fuse table,histogram,eop,split >"$out/text"
said=$(sed -n \
    's/^  split .* node takes about \([0-9]*\) of the 316224 ALMs and [0-9]* of the 6847 .*/\1/p' \
    "$out/text")
whole=$(sed -n 's/^  together about \([0-9]*\) of 702720 ALMs.*/\1/p' "$out/text")
[ "$said" ] && [ "$said" = "$whole" ] || fail "split: $said, the node: $whole"
both=$(sed -n 's/.*crossbars about \([0-9]*\) of 702720 ALMs.*/\1/p' "$out/text")
part=$(sed -n 's/^  [0-9]* x bl_crossbar  *\([0-9]*\) .*/\1/p' "$out/text")
[ "$part" ] && [ $((part - both)) -le 2 ] && [ $((both - part)) -le 2 ] ||
    fail "crossbars: $both, those of the circuit: $part"

# small LOGIC RESERVED: the board with so much logic, of which that share is reserved
small() {
    sed "s/board stratix10_mx2100/board small/; s/logic  *702720 alm/logic $1 alm/
        s/reserved 55 %/reserved $2 %/" \
        "$root/boards/stratix10_mx2100/board.loom" >"$out/small.loom"
}

# By the whole node, not by the crossbars alone: they fit 80,000, the node does not; and where it
# just fits, it is taken.
small 80000 0
"$BANKLOOM" explain "$keys" --board "$out/small.loom" >"$out/text" || fail "a small board"
text="a node takes about $whole ALMs, but small leaves 80000 of its 80000\.\$"
grep -q "split .*With a second crossbar for .channel. $text" "$out/text" ||
    fail "a small board: $(grep split "$out/text")"
grep -q '^steps of the circuit (A = 2)' "$out/text" || fail "split where it does not fit"
[ "$both" -lt 80000 ] || fail "the crossbars alone, $both, do not fit either: this shows nothing"
small $((whole + 1)) 0
"$BANKLOOM" explain "$keys" --board "$out/small.loom" >"$out/text" || fail "a board of one more"
grep -q '^steps of the circuit (A = 1)' "$out/text" || fail "no split where it just fits"
small $((2 * whole + 2)) 50
"$BANKLOOM" explain "$keys" --board "$out/small.loom" | grep -q '^steps of the circuit (A = 1)' ||
    fail "no split where half just fits"
small $((2 * whole - 4)) 50
"$BANKLOOM" explain "$keys" --board "$out/small.loom" | grep -q '^steps of the circuit (A = 2)' ||
    fail "split in what is reserved"

# What fits without the split still fits with all fusions asked for.
sed 's/board arria10_a10pl4/board b7/; s/logic  *427200 alm/logic 5000 alm/; /^ *reserved/d
    s/channels 2;/channels 4;/' \
    "$root/boards/arria10_a10pl4/board.loom" >"$out/b7.loom"
"$BANKLOOM" build "$keys" -o "$out/fitting" --board "$out/b7.loom" --nodes 2 --channels 2 \
    --width 16 --fuse all >"$out/text" || fail "build for b7"
grep -q 'a node takes about .* of b7, estimated$' "$out/text" ||
    fail "split makes what fits not fit: $(grep takes "$out/text")"

# widen BOARD FILE: the board with the memory that a pipeline needs
widen() {
    awk '$1 == "memory" { inside = 1 } !inside { print } inside && /}/ { inside = 0 }
        $1 == "board" {
            print "memory any { channels 32; width 64 B; size 256 MiB; clock 100 MHz;"
            print "    read 150 ns; refresh 160 ns; protocol axi4; }" }' \
        "$root/boards/$1/board.loom" >"$2"
}

# Block RAM is the device's; beside it stands what Yosys counts in where another fabric stands in,
# and the same number where none does. (70 blocks is Yosys' own count.)
widen stratix4gx_530 "$out/other.loom"
"$BANKLOOM" explain "$keys" --nodes 2 --channels 4 --width 16 --board "$out/other.loom" \
    --json >"$out/json" 2>"$out/said" || fail "a stand-in"
[ "$(field block_ram)" -eq 40 ] && [ "$(field yosys_block_ram)" -eq 70 ] ||
    fail "blocks: $(field block_ram) M9K, $(field yosys_block_ram) M10K"
"$BANKLOOM" explain "$keys" --nodes 2 --channels 4 --json >"$out/json" ||
    fail "a board of the same blocks"
[ "$(field block_ram)" -eq "$(field yosys_block_ram)" ] ||
    fail "blocks: $(field block_ram), $(field yosys_block_ram)"

# A description without the memory made of logic that its fabric has: Yosys makes it all the same,
# and a warning says so.
"$BANKLOOM" explain "$keys" --nodes 2 --channels 2 --width 16 --board "$out/b7.loom" \
    --json >"$out/json" 2>"$out/said" || fail "b7"
grep -q W2004 "$out/said" && fail "a warning about a board with lut_ram"
with=$(field yosys_block_ram) device=$(field block_ram)
sed '/^ *lut_ram/d' "$out/b7.loom" >"$out/bare.loom"
"$BANKLOOM" explain "$keys" --nodes 2 --channels 2 --width 16 --board "$out/bare.loom" \
    --json >"$out/json" 2>"$out/said" || fail "no lut_ram"
grep -q 'warning W2004: .*no .lut_ram.' "$out/said" ||
    fail "no warning about lut_ram: $(cat "$out/said")"
[ "$with" -gt 0 ] && [ "$(field yosys_block_ram)" -eq "$with" ] ||
    fail "Yosys' blocks: $(field yosys_block_ram), $with with lut_ram"
[ "$(field block_ram)" -gt "$device" ] || fail "the device's blocks: $(field \
    block_ram), $device with lut_ram"

# A small node of 4-input tables, whose butterflies have four lines: within 15 % of the 14,800 that
# Yosys counts.
widen spartan3e_1200 "$out/other.loom"
"$BANKLOOM" explain "$keys" --fuse none --nodes 2 --channels 1 --width 16 \
    --board "$out/other.loom" --json >"$out/json" || fail "4-input tables"
[ "$(field logic)" -gt 12580 ] && [ "$(field logic)" -lt 17020 ] ||
    fail "4-input tables: $(field logic), counted 14800"

# Another fabric, another unit.
widen kc705 "$out/other.loom"
"$BANKLOOM" explain "$keys" --nodes 2 --channels 4 --width 16 --board "$out/other.loom" \
    >"$out/text" || fail "another fabric"
grep -q '^  together about [0-9]* of 203800 LUT6s .* of 445 BRAM36 ' "$out/text" ||
    fail "another fabric: $(grep together "$out/text")"
sed "s/board stratix10_mx2100/board tiny/; s/logic  *702720 alm/logic 20000 alm/" \
    "$root/boards/stratix10_mx2100/board.loom" >"$out/tiny.loom"
"$BANKLOOM" build "$keys" -o "$out/tight" --board "$out/tiny.loom" >"$out/text" ||
    fail "build for a tiny board"
grep -q "of tiny, estimated: it does not fit\$" "$out/text" ||
    fail "a tiny board: $(grep takes "$out/text")"
exit $failed
