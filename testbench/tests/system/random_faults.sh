#!/bin/sh
# seconds: 20
# The faults that are put into the compiler on purpose can all be put in, and the bench that looks
# for them finds one of them, and says when it finds none (the last two with BL_LONG).
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
build=$(dirname "$BANKLOOM")

python3 -B testbench/random/faults.py --list >"$work/said" 2>&1 || fail "a fault does not apply"
[ "$(wc -l <"$work/said")" -ge 20 ] || fail "fewer than 20 faults"

[ "$BL_LONG" ] || exit 0
hunt() { # COUNT: of one fault
    python3 -B testbench/random/faults.py --build "$build" --work "$work/hunt" \
        --match golden_arrival \
        --count "$1" --jobs 1 --csv "$work/csv" >"$work/said" 2>&1
}
hunt 20 || fail "not found"
grep -q '^1 of 1 faults found' "$work/said" || fail "not said"
grep -q '^golden_arrival (wrong result),<= 20,[0-9]*,programs,yes$' "$work/csv" || fail "table"
hunt 0 && fail "found by no program"
grep -q '^golden_arrival (not found),<= 0,none,programs,no$' "$work/csv" || fail "table without it"
exit 0
