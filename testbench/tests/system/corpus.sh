#!/bin/sh
# The kept corpus of the fuzzer, every file once, on the programs in build/san (on those in build,
# where there are none).
# seconds: 60
fail() { echo "corpus: $*" >&2; exit 1; }
build=$(dirname "$BANKLOOM") corpus=testbench/fuzz/corpus
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
[ -d "$build/san/replay" ] && build=$build/san

for file in testbench/fuzz/target_*.c; do
    target=$(basename "$file" .c) && target=${target#target_}
    kept=$(find "$corpus/$target" -type f | wc -l)
    [ "$kept" -gt 0 ] || fail "$target has no corpus"
    "$build/replay/$target" "$corpus/$target" >"$work/said" 2>"$work/files" ||
        { tail -n 20 "$work/files"; fail "$target: $(grep "^$corpus" "$work/files" | tail -n 1)"; }
    grep -qx "$kept files" "$work/said" || fail "$target: $(cat "$work/said") of $kept"
    bytes=$(find "$corpus/$target" -type f -printf '%s\n' | awk '{ n += $1 } END { print n }')
    [ "$kept" -le 200 ] && [ "$bytes" -le 200000 ] || fail "$target: $kept files, $bytes bytes"
    [ "$(basename "$build")" != san ] || sanitized=1
done

# A target that goes wrong is found.
for seed in ${sanitized:+overflow undefined} exit fault; do
    FUZZ_SEED=$seed "$build/replay/program" $corpus/program >"$work/said" 2>"$work/files" &&
        fail "a seeded $seed is not found"
done
exit 0
