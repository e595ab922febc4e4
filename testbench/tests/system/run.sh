#!/bin/sh
# seconds: 12
# bankloom run on 2 nodes with 2 channels each: every published plan equals the golden model; files
# in and out; bad input.
sort=examples/counting_sort/counting_sort.loom values=examples/counting_sort/with_values.loom
small='--nodes 2 --channels 2 --width 16 -q'
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

# shellcheck disable=SC2086
run() { "$BANKLOOM" run "$@" $small >"$work/said" 2>&1; }

# equal A PROGRAM OPTIONS...: runs, matches the golden model, in A passes
equal() {
    passes=$1
    shift
    run "$@" || fail "status $?: $*"
    grep -q 'matches the golden model' "$work/said" || fail "no match: $*"
    grep -q "A = $passes\$" "$work/said" || fail "not $passes passes: $*"
}

equal 1 $sort --keys 5000
equal 1 $sort --keys 777 --dist equal --seed 9
equal 1 $sort --keys 1
equal 1 $sort --keys 0
# Fewer keys are sooner simulated by Icarus than a model is compiled.
few='--sim icarus --keys 400'
[ -z "$BL_LONG" ] || few='--keys 3000'
# shellcheck disable=SC2086
{ equal 2 $sort $few --fuse table,histogram,eop
  equal 3 $sort $few --fuse table,histogram
  equal 6 $sort $few --fuse none
  equal 11 $values $few --fuse none; }
equal 1 $values --keys 3000

# The same cycles on one thread as on two.
for threads in 1 2; do
    run $sort --keys 20000 --threads $threads --json || fail "--json --threads $threads"
    sed -n 's/.*"cycles": \([0-9]*\).*/\1/p' "$work/said" >"$work/cycles$threads"
    [ -s "$work/cycles$threads" ] || fail "no cycles in the JSON"
done
cmp -s "$work/cycles1" "$work/cycles2" || fail "the number of threads changed the cycles"

# The user's own records: what comes out is what went in, sorted by the four values.
head -c 40000 /dev/urandom >"$work/in"
run $sort --input "$work/in" --output "$work/out" || fail "--input"
records() { od -An -v -tu4 -w4 "$1"; }
records "$work/in" | sort -n >"$work/in.sorted"
records "$work/out" | sort -n | cmp -s - "$work/in.sorted" || fail "records were lost or made up"
records "$work/out" | awk '{ v = $1 % 4; if (v < last) exit 1; last = v }' ||
    fail "the output is not in the order of its buckets"

run $sort --input "$work/missing"; [ $? -eq 2 ] || fail "a missing input was no error"
grep -q "missing: No such file or directory" "$work/said" || fail "a missing input was not named"
head -c 39999 "$work/in" >"$work/short"
run $sort --input "$work/short"; [ $? -eq 2 ] || fail "a truncated input was no error"
grep -q "short: truncated: 39999 bytes" "$work/said" || fail "a truncated input was not reported"
grep -q "passes of the circuit" "$work/said" && fail "a truncated input was reported too late"
truncate -s 1T "$work/large"
run $sort --input "$work/large"; [ $? -eq 2 ] || fail "too large an input was no error"
grep -q "has no room for so many records a node" "$work/said" ||
    fail "too large an input was not reported"
run $sort --input "$work/in" --key-bits 8; [ $? -eq 2 ] ||
    fail "keys outside their range were no error"
if [ -e /dev/full ]; then run $sort --keys 100 --output /dev/full; [ $? -eq 0 ] &&
    fail "a full disk was no error"; fi
exit 0
