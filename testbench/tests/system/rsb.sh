#!/bin/sh
# seconds: 10
# The ring segmented bus: the graphs of its cell make verified circuits, its rings are correct and
# broken ones are not (built ones in `make test-long`), and the event model and the Verilog give the
# same answers to the same requests.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
build=$(dirname "$BANKLOOM")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
complain() { echo "FAIL $*"; failed=1; }

for tool in rsb_ring rsb_requests; do
    [ -x "$build/bench/$tool" ] || make -s B="$build" "$build/bench/$tool" ||
        { complain "$tool cannot be built"; exit 1; }
done

for file in examples/rsb/*.g; do
    "$BANKLOOM" stg "$file" --equations --lut-inputs 4 >"$work/out" 2>&1 &&
        grep -q ': correct' "$work/out" ||
        { complain "$file"; cat "$work/out"; }
    markings=$(sed -n 's/^# markings: //p' "$file")
    "$BANKLOOM" stg "$file" | grep -q "^$markings reachable" ||
        complain "$file has not $markings markings"
done

"$build/bench/rsb_ring" --cells 3 >"$work/out" || { complain "a ring of three"; cat "$work/out"; }
grep -q '^3 cells, exhaustive, correct' "$work/out" || complain "the report of a ring of three"
"$build/bench/rsb_ring" --cells 3 --wires >"$work/out" ||
    { complain "a ring of three with delays of wires"; cat "$work/out"; }
grep -q '^3 cells, exhaustive, wires with delays, correct' "$work/out" ||
    complain "the report of a ring of three with delays of wires"
"$build/bench/rsb_ring" --cells 3 --split >"$work/out" ||
    { complain "a ring of three without multiplexers"; cat "$work/out"; }
grep -q '^3 cells, exhaustive, without multiplexers, correct' "$work/out" ||
    complain "the report of a ring of three without multiplexers"
for flaw in no-check no-answer no-mutex no-token no-settle no-release no-hold late-choice \
    late-number; do
    for wires in "" --wires; do
        "$build/bench/rsb_ring" --cells 3 $wires --flaw $flaw >"$work/out" &&
            complain "the flaw $flaw is not noticed $wires"
        grep -q '^  cell' "$work/out" || complain "no trace for the flaw $flaw $wires"
        [ -z "$wires" ] || grep -q ': wire ' "$work/out" ||
            complain "no wire in the trace for the flaw $flaw"
    done
done
"$build/bench/rsb_ring" --cells 3 --flaw late-number | grep -q 'number matters' ||
    complain "a late number is taken for something else"
"$build/bench/rsb_ring" --cells 2 >/dev/null 2>&1
[ $? -eq 2 ] || complain "a ring of two is taken"

# domains, bits of a number, time of a segment, folder of the ring, other options: makes $work/vvp
build_ring() {
    [ "$3" -eq 0 ] && define= || define=-DBL_WIRE_DELAY=$3
    # shellcheck disable=SC2086
    iverilog -g2001 -Wall -Wno-timescale $define $5 -s tb_rsb_script \
        -Ptb_rsb_script.DOMAINS="$1" -Ptb_rsb_script.NUMBER="$2" \
        -Ptb_rsb_script.SETTLE=$((6 * $1 * ($3 + 25))) -y rtl_templates/async -y "$4" \
            -y rtl_templates/rsb -o "$work/vvp" \
        testbench/tests/system/tb_rsb_script.v >"$work/log" 2>&1
    [ -s "$work/log" ] && { complain "compiling $1 domains"; cat "$work/log"; }
}

# Gates of 1 or 2 units, so 0.4 ns each: segments of nothing, 4.45 ns and 20.5 ns. The times of the
# gates are other ones with every seed.
for ring in "4 2" "16 4" ${BL_LONG:+"6 3" "8 3"}; do
    domains=${ring% *} number=${ring#* }
    lines=$((domains < 16 ? 150 : 100))
    [ "$BL_LONG" ] || [ "$domains" -lt 16 ] || lines=80
    : >"$work/scripts"
    for wire in 0 11 51; do
        build_ring "$domains" "$number" $wire rtl_templates/rsb
        for seed in 0 ${BL_LONG:+1}; do
            "$build/bench/rsb_requests" "$domains" $lines $((domains + seed)) >"$work/script" ||
                complain "the model breaks a rule with $domains domains"
            vvp -n "$work/vvp" +script="$work/script" +seed=$seed >"$work/log" 2>&1
            [ "$(cat "$work/log")" = "$lines lines agree" ] || {
                complain "model and Verilog with $domains domains, segments of $wire, seed $seed"; \
                    cat "$work/log"; }
            cat "$work/script" >>"$work/scripts"
        done
        lines=50
    done
    [ "$(awk '$2 >= 0 && !$3' "$work/scripts" | wc -l)" -gt 4 ] && [ "$(awk '$3' "$work/scripts" |
        wc -l)" -gt 20 ] ||
        complain "the scripts for $domains domains test too little"
done

# agree DOMAINS LINES WHAT: the built ring on a script
agree() {
    "$build/bench/rsb_requests" "$1" "$2" "$1" >"$work/script"
    vvp -n "$work/vvp" +script="$work/script" +seed=0 >"$work/log" 2>&1
    [ "$(cat "$work/log")" = "$2 lines agree" ] ||
        { complain "model and Verilog with $1 domains, $3"; cat "$work/log"; }
}

# `go` as a table and a multiplexer
lines=50
[ -z "$BL_LONG" ] || lines=100
for ring in "8 3" ${BL_LONG:+"4 2" "16 4"}; do
    build_ring ${ring% *} ${ring#* } 11 rtl_templates/rsb -Ptb_rsb_script.JOINED=1
    agree ${ring% *} "$lines" "multiplexers"
done

# What the margin of the token is for: the tables of the address lines take twice as long as all
# others. Where a multiplexer takes the place of a table there must be one more in the token's way.
mkdir "$work/slow" "$work/less"
sed 's/^module bl_lut /module bl_slow_lut /; s/#(1 + {$random} % `BL_RANDOM_DELAY)/#2/' \
    rtl_templates/async/bl_lut.v >"$work/slow/bl_slow_lut.v"
for file in bl_rsb_numbers bl_rsb_near; do sed 's/bl_lut #/bl_slow_lut #/' \
    rtl_templates/rsb/$file.v >"$work/slow/$file.v"; done
sed -z 's/bl_lut \(#([^;]*TABLE(BIT < NUMBER\)/bl_slow_lut \1/' rtl_templates/rsb/bl_rarb_cell.v \
    >"$work/slow/bl_rarb_cell.v"
lines=100
[ -z "$BL_LONG" ] || lines=350
for joined in ${BL_LONG:+0} 1; do
    build_ring 8 3 11 "$work/slow" "-DBL_RANDOM_DELAY=1 -Ptb_rsb_script.JOINED=$joined"
    agree 8 "$lines" "slow address lines, JOINED=$joined"
done
[ "$BL_LONG" ] || exit $failed
cp "$work"/slow/* "$work/less"
sed 's/ + JOINED;/;/' rtl_templates/rsb/bl_rarb_ring.v >"$work/less/bl_rarb_ring.v"
build_ring 8 3 11 "$work/less" "-DBL_RANDOM_DELAY=1 -Ptb_rsb_script.JOINED=1"
vvp -n "$work/vvp" +script="$work/script" +seed=0 >"$work/log" 2>&1
grep -q 'FAIL hazard' "$work/log" || { complain "a token without its margin is not noticed"; cat \
    "$work/log"; }

# the address lines see the token where it arrives: too late for the token's own cell
mkdir "$work/late"
sed 's/= token\[BEHIND\];/= token_far[BEHIND];/' rtl_templates/rsb/bl_rarb_ring.v \
    >"$work/late/bl_rarb_ring.v"
build_ring 4 2 11 "$work/late"
"$build/bench/rsb_requests" 4 50 4 >"$work/script"
vvp -n "$work/vvp" +script="$work/script" +seed=0 >"$work/log" 2>&1
grep -q 'FAIL hazard' "$work/log" || { complain "a late number is not noticed"; cat "$work/log"; }
exit $failed
