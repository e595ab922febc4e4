#!/bin/sh
# Each signal that asks for an end, while the model is compiled: exit status 130, a message, and
# nothing stays in the cache or keeps running.
sort=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
fail() { echo "$*"; cat "$work/said"; exit 1; }

for signal in INT TERM HUP; do
    # A shell lets background jobs ignore SIGINT, so the signal's default is restored by env.
    XDG_CACHE_HOME=$work/cache env --default-signal=INT "$BANKLOOM" run $sort --nodes 2 \
        --channels 2 --keys 100 >"$work/said" 2>&1 &
    process=$!
    for _ in $(seq 100); do [ -n "$(find "$work/cache" -name '*.o' 2>/dev/null)" ] &&
        break; sleep 0.1; done
    kill -$signal $process
    wait $process; status=$?
    [ $status -eq 130 ] || fail "SIG$signal: status $status"
    grep -q 'interrupted while compiling the model; nothing was kept' "$work/said" ||
        fail "SIG$signal: no message"
    sleep 0.3 # what is still running would write again
    left=$(find "$work/cache" -type f)
    [ -z "$left" ] || fail "SIG$signal: left in the cache: $left"
    [ -z "$(find "$work/cache" -name 'scratch*')" ] || fail "SIG$signal: a scratch folder was left"
done
exit 0
