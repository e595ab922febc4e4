#!/bin/sh
# seconds: 15
# synth counts a small node, shares what it has counted, says what does not fit, and is understood
# when something is missing.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
folder=$(mktemp -d) || exit 2
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
failed=0
# What sweep.sh has counted of the same node before, another process need not count again.
counted=${XDG_CACHE_HOME:+$XDG_CACHE_HOME/bankloom/synth}
export XDG_CACHE_HOME="$folder/cache"
mkdir -p "$folder/cache/bankloom/synth"
[ "$BL_LONG" ] || [ ! -d "$counted" ] || find "$counted" -maxdepth 1 -name 'count-*' -exec cp {} \
    "$folder/cache/bankloom/synth" \;
sort=$folder/counting_sort.loom
sed 's/key: u32;/key: u64;/' examples/counting_sort/counting_sort.loom >"$sort"
small='--nodes 2 --channels 2 --width 16 --fuse all'

fail() { echo "FAIL $*"; failed=1; }
says() { grep -q -e "$1" "$folder/log" || { fail "nothing about '$1'"; cat "$folder/log"; }; }
count() { sed -n "/\"$1\":/,/}/s/^.*\"used\":[^0-9]*\([0-9.]*\).*/\1/p" "$2" | head -n 1; }
kept() { find "$folder/cache/bankloom/synth" -name 'count-*' ! -name '*.sum' | wc -l; }

# ---- a node, its tree and its document
# shellcheck disable=SC2086
"$program" synth $sort $small --json-file "$folder/first.json" >"$folder/log" 2>&1 ||
    { fail "a small node"; cat "$folder/log"; }
says 'bl_reader  *2 '
says 'memory readers and writers'
says 'the nearest fabric that it has'
says 'MLAB / 2'
grep -q "$(printf '\r')" "$folder/log" && fail "a progress bar without a terminal"
grep -q '"fits":.*true' "$folder/first.json" || fail "fits"
logic=$(count logic "$folder/first.json") ff=$(count ff "$folder/first.json") ram=$(count \
    block_ram "$folder/first.json")
awk -v a="$logic" -v f="$ff" -v r="$ram" 'BEGIN {
    exit !(a > 1000 && a < 20000 && f > 1000 && f < 30000 && r >= 8) }' ||
    fail "counts $logic $ff $ram"
# templates of every folder are for something, but for those that all others use
for area in rtl_templates/*/; do
    area=$(basename "$area")
    case $area in async | control | stream) continue ;; esac
    grep -q "{\"$area\", \"\", " compiler/synth/synthesis.c || fail "what $area is for"
done
# the modules, multiplied, are the total; so are the roles and the parts
for list in modules parts roles; do
    sum=$(awk -v list="$list" '
        $0 ~ "^\t\"" list "\":" { inside = 1 } inside && /^\t\t}\],?$/ { inside = 0 }
        inside && /"count":/ { count = $2 + 0 }
        inside && /"logic":/ { sum += (list == "modules" ? count : 1) * $2 }
        END { printf "%.1f", sum }' "$folder/first.json")
    awk -v a="$sum" -v b="$logic" 'BEGIN { exit !(a - b < 0.1 && b - a < 0.1) }' ||
        fail "the $list have $sum of $logic"
done
[ "$(ls "$folder/cache/bankloom/synth" | grep -c scratch)" -eq 0 ] ||
    fail "a scratch folder is left"

# ---- again, without Yosys' synthesis: the same document; another program shares its modules
before=$(kept)
# shellcheck disable=SC2086
"$program" synth $sort $small --json >"$folder/second.json" 2>&1 || fail "again"
cmp -s "$folder/first.json" "$folder/second.json" ||
    { fail "another document"; diff "$folder/first.json" "$folder/second.json" | head; }
[ "$(kept)" -eq "$before" ] || fail "the second time counted again"
# shellcheck disable=SC2086
"$program" synth $sort $small --clock 125MHz -q >"$folder/log" 2>&1 || fail "another clock"
[ "$(kept)" -le $((before + 1)) ] || fail "another clock makes $(($(kept) - before)) other modules"

# ---- a template by itself, with its path
"$program" synth rtl_templates/stream/bl_fifo.v --board kc705 --depth -q >"$folder/log" 2>&1 ||
    { fail "a template"; cat "$folder/log"; }
says 'synth_xilinx -family xc7'
says 'bl_fifo  *[1-5] levels'
says 'to   full'
printf '%s\n' 'module one (input wire clk, input wire a, input wire b, output reg q);' \
    '    always @(posedge clk) q <= a & b;' endmodule >"$folder/one.v"
"$program" synth "$folder/one.v" --board kc705 --depth -q >"$folder/log" 2>&1 || fail "one table"
says '^ *one  *1 level$'
"$program" synth rtl_templates/stream/bl_fifo.v --board spartan3e_1200 -q >"$folder/log" 2>&1 ||
    fail "a template for Spartan-3E"
says 'experimental'
grep -q 'block RAM is counted in' "$folder/log" &&
    fail "the device's own blocks are counted as others"
"$program" synth rtl_templates/stream/bl_block_ram.v --board stratix4gx_530 -q >"$folder/log" 2>&1 \
    || fail "a template for Stratix IV"
says 'block RAM is counted in M10K of 512 x 20 bit; the device has M9K of 256 x 36 bit'

# ---- a damaged count or path is made anew, and nothing else; a cache that cannot be written serves
# what is in it
fifo=rtl_templates/stream/bl_fifo.v
synthesise() { $limited "$program" synth $fifo --board kc705 --depth --json "$@" \
    >"$folder/again.json" 2>"$folder/log"; }
limited=
synthesise || fail "a template to be damaged"
cp "$folder/again.json" "$folder/whole.json"
cache=$folder/cache/bankloom/synth
whole=$(cd "$cache" && cksum count-* path-*)
for file in "$cache"/count-* "$cache"/path-*; do
    case $file in *.sum) continue ;; esac
    sed 's/[0-9]/7/g' "$file" >"$folder/damaged" && cat "$folder/damaged" >"$file"
done
cp -R "$folder/cache" "$folder/ruined"
synthesise && cmp -s "$folder/whole.json" "$folder/again.json" ||
    fail "damaged counts and paths were taken for whole"
[ "$(cd "$cache" && ls count-* path-* | wc -l)" -eq "$(echo "$whole" | wc -l)" ] ||
    fail "other files are kept after the damage"
[ "$(id -u)" -ne 0 ] || limited='setpriv --bounding-set -dac_override'
chmod -R a-w "$folder/cache" "$folder/ruined"
$limited touch "$cache/x" 2>/dev/null && fail "the cache can be written"
synthesise && cmp -s "$folder/whole.json" "$folder/again.json" ||
    { fail "a cache that can only be read"; cat "$folder/log"; }
fifo=rtl_templates/stream/bl_skid.v
synthesise; [ $? -eq 1 ] || fail "a cache that cannot be written was no error"
says "bl_skid is not synthesised yet and cannot be kept in '$cache': Permission denied"
fifo=rtl_templates/stream/bl_fifo.v
(export XDG_CACHE_HOME="$folder/ruined"; synthesise); [ $? -eq 1 ] ||
    fail "damaged counts that cannot be made anew were no error"
chmod -R u+w "$folder/cache"

# ---- what does not fit
sed 's/^board .*/board tiny {/; s/^    logic .*/    logic 100 alm;/' \
    boards/stratix10_mx2100/board.loom >"$folder/tiny.loom"
"$program" synth rtl_templates/memory/bl_reader.v --board "$folder/tiny.loom" \
    --json >"$folder/tiny.json" 2>"$folder/log"
[ $? -eq 1 ] || fail "what does not fit has another status than 1"
says 'bl_reader does not fit tiny: .* of logic where there are 100'
grep -q '"fits":.*false' "$folder/tiny.json" && grep -q '"resource":.*"logic"' "$folder/tiny.json" \
    || fail "the document says that it fits"

# ---- what is missing
mkdir "$folder/empty"
PATH=$folder/empty "$program" synth rtl_templates/stream/bl_fifo.v >"$folder/log" 2>&1 &&
    fail "without Yosys"
says "'yosys' is missing.*apt-get install yosys"
"$program" synth "$folder/none.v" >"$folder/log" 2>&1 && fail "a file that is not there"
says 'cannot read .*none.v: No such file'
cp rtl_templates/stream/bl_skid.v "$folder/bl_fifo.v" \
    # the file that is named counts, not a template of its name
"$program" synth "$folder/bl_fifo.v" -q >"$folder/log" 2>&1 &&
    fail "a module that is not named after its file"
before=$(kept)
"$program" synth rtl_templates/sort/bl_queue.v --place "$folder/place" >"$folder/log" 2>&1
[ $? -eq 2 ] || fail "place for a closed device"
says 'no open place and route for stratix10_mx2100'
[ "$(kept)" -eq "$before" ] || fail "place for a closed device is refused after the synthesis"
[ -e "$folder/place" ] && fail "a folder for nothing"

# ---- Verilog has no plan to be changed
for option in "--fuse all" "--nodes 3" "--channels 2" "--width 3" "--burst 64" "--clock 100MHz" \
    "--link 1GB/s"; do
    # shellcheck disable=SC2086
    "$program" synth rtl_templates/stream/bl_fifo.v $option >"$folder/log" 2>&1
    [ $? -eq 2 ] || fail "synth FILE.v $option"
    says "${option% *} changes the plan of a program, and .*bl_fifo.v is Verilog"
done

# ---- the table of the templates has the size of each; that of a latch is what is counted
for file in rtl_templates/*/*.v; do
    grep -q "^| \[$(basename "$file" .v)\](.* | [0-9]* | [0-9]* | [0-9]* | [^|]* | [^|]*|\$" \
        docs/templates.md ||
        fail "no size of $file in docs/templates.md"
done
"$program" synth rtl_templates/async/bl_latch.v --json >"$folder/latch.json" 2>"$folder/log" ||
    fail "a latch"
size="$(printf '%.0f' "$(count logic "$folder/latch.json")") | $(count ff \
    "$folder/latch.json") | $(count block_ram "$folder/latch.json")"
grep -q "^| \[bl_latch\](.* | $size |" docs/templates.md || fail "the size of bl_latch is $size"

"$program" synth $sort -j 0 >"$folder/log" 2>&1
[ $? -eq 2 ] || fail "-j 0"
exit $failed
