#!/bin/sh
# A pipeline that only counts: its golden model compiles without a warning, and a run compares the
# counts; one that writes a column besides compares both.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }
program=testbench/tests/lang/good_counts.loom

"$BANKLOOM" build -q -o "$work/out" $program >"$work/said" 2>&1 || fail "build"
gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I compiler -I compiler/runtime \
    "$work/out/golden/counts_golden.c" \
    >"$work/said" 2>&1 || fail "the golden model"

"$BANKLOOM" run $program --nodes 2 --channels 2 --keys 400 --sim icarus \
    -q --json-file "$work/json" >"$work/said" 2>&1 || fail "run"
grep -q 'matches the golden model (0 column versions and 1 histogram compared)' "$work/said" ||
    fail "the counts are not compared"
grep -q '"ok": true' "$work/json" || fail "the document"

sed "s|shared/|$PWD/testbench/tests/lang/shared/|
    s|as h }|as h -> crossbar(key[0]) -> write key1 }|" $program >"$work/written.loom"
"$BANKLOOM" run "$work/written.loom" --nodes 2 --channels 2 --keys 400 --sim icarus \
    -q >"$work/said" 2>&1 || fail "with a column: the run"
grep -q 'matches the golden model (1 column version and 1 histogram compared)' "$work/said" ||
    fail "with a column: no match"
exit 0
