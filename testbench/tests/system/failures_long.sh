#!/bin/sh
# Allocations and writes that fail: the first of each command and every 241st, or 61st in `make
# test-long`. All of them: make bench NAME=fuzz.
# seconds: 20
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
fail() { echo "failures: $*" >&2; exit 1; }
build=$(dirname "$BANKLOOM")

every=241 least=60
[ -z "$BL_LONG" ] || every=61 least=100
testbench/fuzz/failures --build "$build" --every $every >"$work/said" 2>&1 ||
    { cat "$work/said"; fail "a call that fails is not handled"; }
counts=$(sed -n 's/^\([0-9]*\) passed, 0 failed$/\1/p' "$work/said")
[ "${counts:-0}" -ge $least ] || fail "only $counts calls were let fail"

# What is to be found is found, in commands that are not careful; and one that is gets through.
cc -std=c11 -Wall -o "$work/bad" testbench/tests/system/failures_bad.c || fail "no compiler"
try() { # WAY KIND: what failures says of it
    BAD=$1 BANKLOOM=$work/bad testbench/fuzz/failures --build "$build" --only "$2" \
        --match graph-drawn >"$work/said" 2>&1
}
for kind in memory disk; do
    try careful $kind || { cat "$work/said"; fail "a careful command is blamed"; }
done
finds() { # WAY KIND WORDS
    try "$1" "$2" && fail "a command that $1 is not found"
    grep -q "^FAILED graph-drawn, $2, .*: $3" "$work/said" && return
    cat "$work/said"
    fail "a command that $1: not reported as '$3'"
}
finds crashes memory 'status 139'
finds silent memory 'no reason is reported'
finds ignores disk 'status 0, and other files'
finds leaves disk 'left behind: ./graph.dot'
exit 0
