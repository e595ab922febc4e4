#!/bin/sh
# Wrong use, bad input, missing tools: each a clear message and the right exit status.
program=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT INT TERM
fail() { echo "$*"; cat "$work/said"; exit 1; }

# expect STATUS TEXT COMMAND...
expect() {
    wanted=$1 text=$2
    shift 2
    "$@" >"$work/said" 2>&1 </dev/null
    status=$?
    [ $status -eq "$wanted" ] || fail "status $status, wanted $wanted: $*"
    grep -q -e "$text" "$work/said" || fail "nothing about '$text': $*"
}

expect 0 'run ' "$BANKLOOM" --help
expect 0 '^bankloom [0-9]' "$BANKLOOM" --version
expect 2 "did you mean 'check'" "$BANKLOOM" chekc
expect 2 'there is no verb' "$BANKLOOM" frobnicate
expect 2 'usage' "$BANKLOOM"
expect 0 '\-\-output' "$BANKLOOM" help build
expect 0 '\-\-keys' "$BANKLOOM" run --help
expect 2 'which file' "$BANKLOOM" run
expect 2 '-o DIR' "$BANKLOOM" build $program
expect 2 'unknown option' "$BANKLOOM" build $program --outptu x
expect 2 'no fusion rule' "$BANKLOOM" build $program -o "$work/x" --fuse table,magic
expect 2 'a number from' "$BANKLOOM" run $program --keys lots
expect 1 'no-such-file.loom' "$BANKLOOM" build no-such-file.loom -o "$work/x"
expect 1 'nothing was changed' "$BANKLOOM" build $program -o "$work/no/such/folder/x"
[ -e "$work/x" ] && fail "a failed build left something"

# A tool that is missing is named with its package, and nothing is left in the cache.
mkdir "$work/bin" && ln -s "$(command -v make)" "$(command -v g++)" "$(command -v ar)" "$work/bin"
expect 1 'package verilator' env PATH="$work/bin" XDG_CACHE_HOME="$work/cache" "$BANKLOOM" run $program
expect 1 'cannot make the folder' env XDG_CACHE_HOME=/dev/null/x "$BANKLOOM" run $program
[ -z "$(find "$work/cache" -type f 2>/dev/null)" ] || fail "a run without Verilator left files in the cache"
exit 0
