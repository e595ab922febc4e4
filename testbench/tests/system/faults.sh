#!/bin/sh
# seconds: 25
# A memory that answers with errors, late, and across a reset of the node: as options of `run`, and
# every beat of a small sort in turn.
folder=examples/counting_sort tests=testbench/tests/system
small="$folder/counting_sort.loom -q --nodes 2 --channels 2 --width 16"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

# run FAULTS: the small sort, its result to a file
# shellcheck disable=SC2086
run() { rm -f "$work/out"; "$BANKLOOM" run $small --keys 500 --memory "$1" --output "$work/out" \
    >"$work/said" 2>&1; }
reported() { # FAULTS TEXT...: exit status 1, the words on stderr, and no result
    run "$1"; [ $? -eq 1 ] || fail "$1: exit status"
    [ ! -e "$work/out" ] || fail "$1: there is a result"
    shift
    for text; do grep -q "^error: .*$text" "$work/said" || fail "not said: $text"; done
}
run ideal || fail "no fault"
mv "$work/out" "$work/right"
for faults in ideal,late=0 ideal,late=500 hbm2,late=37; do
    run $faults || fail "$faults"
    cmp -s "$work/out" "$work/right" || fail "$faults: another result"
done
for memory in ideal hbm2; do
    reported $memory,read-error=1.0:7 'node 1: channel 0: a read was answered with an error' \
        'node 0: data came from a node that had failed'
    reported $memory,write-error=0.3:2:decerr \
        'node 0: channel 3: a write was answered with an error'
    reported $memory,reset=1:90 'node 1: it was reset'
done
reported ideal,read-error=0.1:0,read-error=1.1:3,late=50 \
    'node 0: channel 1: a read.*node 1: channel 1: a read'
run ideal,read-error=0.0:100000 || fail "a beat that does not come"
grep -q '^warning: .*read-error=0.0:100000 did not happen' "$work/said" ||
    fail "a beat that does not come: nothing was said"
run ideal,reset=1:100000 || fail "a reset that does not come"
grep -q '^warning: .*reset=1:100000 did not happen: the run was over' "$work/said" ||
    fail "a reset that does not come: nothing was said"
# About the end of the run, and while the host reads what is reported there: it is reported, or did
# not happen.
run ideal,late=0
cycles=$(sed -n 's/^cycles *\([0-9]*\).*/\1/p' "$work/said")
for behind in 0 20 40 60 80 100 120 150 200 300; do
    run ideal,reset=1:$((cycles + behind))
    case $? in
        1) grep -q '^error: .*node 1: it was reset' "$work/said" ||
            fail "a reset at the end: not reported" ;;
        0) grep -q '^warning: .* did not happen' "$work/said" &&
            grep -q "^cycles  *$cycles," "$work/said" ||
            fail "a reset $behind cycles behind the end: nothing was said" ;;
        *) fail "a reset at the end" ;;
    esac
done
for wrong in ideal,read-error=2.0:1 ideal,read-error=0.4:1 ideal,read-error=0.0 \
    ideal,write-error=0.0:1:maybe ideal,reset=0 ideal,late= ideal, \
    ideal,late ideal,slow=1 none,late=1; do
    run $wrong; [ $? -eq 2 ] || fail "$wrong: exit status"
done

# try OPTIONS -- KEYS LATE STEP
try() {
    # shellcheck disable=SC2086
    "$BANKLOOM" run $small --host $tests/faults.c "$@" >"$work/said" 2>&1 || fail "$*"
    grep 'the next run right each time' "$work/said" || fail "$*: nothing was tried"
}
try --memory ideal,late=0 -- 200 0 1
[ -z "$BL_LONG" ] || for memory in ideal hbm2; do
    try --memory $memory,late=0 -- 500 0 1
    try --memory $memory,late=500 -- 500 500 1
    try --memory $memory,late=0 --fuse none -- 500 0 1
    try --memory $memory,late=500 --fuse none -- 500 500 1
done
exit 0
