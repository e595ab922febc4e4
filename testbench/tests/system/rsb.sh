#!/bin/sh
# The ring segmented bus: the graphs of its cell make verified circuits, its rings are correct and broken ones are not, and the event model and
# the Verilog give the same answers to the same wishes.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
build=$(dirname "$BANKLOOM")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT INT TERM
failed=0
complain() { echo "FAIL $*"; failed=1; }

for tool in rsb_ring rsb_traffic; do
    [ -x "$build/bench/$tool" ] || make -s B="$build" "$build/bench/$tool" || { complain "$tool cannot be built"; exit 1; }
done

for file in examples/rsb/*.g; do
    "$BANKLOOM" stg "$file" --equations --lut-inputs 4 >"$work/out" 2>&1 && grep -q ': correct' "$work/out" || { complain "$file"; cat "$work/out"; }
    markings=$(sed -n 's/^# markings: //p' "$file")
    "$BANKLOOM" stg "$file" | grep -q "^$markings reachable" || complain "$file has not $markings markings"
done

"$build/bench/rsb_ring" --cells 3 >"$work/out" || { complain "a ring of three"; cat "$work/out"; }
grep -q '^3 cells, exhaustive, correct' "$work/out" || complain "the report of a ring of three"
for flaw in no-check no-answer no-mutex no-token no-settle no-release; do
    "$build/bench/rsb_ring" --cells 3 --flaw $flaw >"$work/out" && complain "the flaw $flaw is not noticed"
    grep -q '^  cell' "$work/out" || complain "no trace for the flaw $flaw"
done
"$build/bench/rsb_ring" --cells 2 >/dev/null 2>&1
[ $? -eq 2 ] || complain "a ring of two is taken"

for ring in "4 2" "6 3" "8 3" "16 4"; do
    domains=${ring% *} number=${ring#* }
    "$build/bench/rsb_traffic" script "$domains" 150 "$domains" >"$work/script" || complain "the model breaks a rule with $domains domains"
    iverilog -g2001 -Wall -Wno-timescale -s tb_rsb_script -Ptb_rsb_script.DOMAINS="$domains" -Ptb_rsb_script.NUMBER="$number" \
        -y rtl_templates/async -y rtl_templates/rsb -o "$work/vvp" testbench/tests/system/tb_rsb_script.v >"$work/log" 2>&1
    vvp -n "$work/vvp" +script="$work/script" >>"$work/log" 2>&1
    [ "$(cat "$work/log")" = "150 lines agree" ] || { complain "model and Verilog with $domains domains"; cat "$work/log"; }
    [ "$(awk '$2 >= 0 && !$3' "$work/script" | wc -l)" -gt 2 ] && [ "$(awk '$3' "$work/script" | wc -l)" -gt 8 ] ||
        complain "the script for $domains domains tests too little"
done
exit $failed
