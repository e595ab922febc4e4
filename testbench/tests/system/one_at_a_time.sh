#!/bin/sh
# seconds: 10
# Two at once into one folder: the second waits, or is refused, and the folder holds what one of
# them wrote.
sort=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }
export XDG_CACHE_HOME="$work/cache"
build() { "$BANKLOOM" build $sort --nodes 2 -q "$@" >>"$work/said" 2>&1 </dev/null; }
same() { diff -rq "$1" "$2" >/dev/null; }

# Both into a folder that is there, and both into one that is not yet.
build --channels 1 -o "$work/narrow" && build --channels 1 --width 64 -o "$work/wide" ||
    fail "build"
same "$work/narrow" "$work/wide" && fail "the two are one"
for round in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf "$work/both"
    [ $((round % 2)) = 0 ] || build --channels 2 -o "$work/both" || fail "build"
    build --channels 1 -o "$work/both" & first=$!
    build --channels 1 --width 64 -o "$work/both" & second=$!
    wait $first && wait $second || fail "round $round: one failed"
    same "$work/narrow" "$work/both" || same "$work/wide" "$work/both" ||
        fail "round $round: files of both"
done
[ "$(ls "$work")" = "both
narrow
said
wide" ] || fail "something was left: $(ls "$work")"

# Somebody else has the folder, until it is released.
held() {
    rm -f "$work/release"
    flock -o "$work/both" sh -c "touch '$work/has'
        while [ -d '$work' ] && [ ! -e '$work/release' ]; do sleep 0.05; done" & holder=$!
    until [ -e "$work/has" ]; do sleep 0.05; done
    rm "$work/has"
}
# says: what is in the background says that it waits, within a minute
says() {
    for _ in $(seq 1200); do grep -q "waiting for it" "$work/said" && return; sleep 0.05; done
    return 1
}
held
: >"$work/said"
build --channels 1 -o "$work/both" & waiting=$!
says || fail "nothing is said of the wait"
grep -q "another bankloom is at work in $work/both; waiting for it" "$work/said" ||
    fail "what is said of the wait"
touch "$work/release"
wait $waiting || fail "a build that has to wait fails"
wait $holder; same "$work/narrow" "$work/both" || fail "a build that had to wait"
held
: >"$work/said"
"$BANKLOOM" stg examples/stg/toggle.g -o "$work/both" >"$work/said" 2>&1 & waiting=$!
says || fail "stg does not wait"
touch "$work/release"
wait $waiting || fail "stg has to wait"
wait $holder

# Who waits can be interrupted; a program that ends waiting leaves the folder as it is.
held
cp -r "$work/both" "$work/before"
: >"$work/said" # in front of what looks into it
env --default-signal=INT "$BANKLOOM" run $sort --nodes 2 --channels 1 --keys 50 --sim icarus \
    --keep "$work/both" >"$work/said" 2>&1 & waiting=$!
says || fail "who is to be interrupted does not wait"
kill -INT $waiting
wait $waiting; [ $? -eq 130 ] || fail "an interrupt does not end who waits"
same "$work/before" "$work/both" || fail "who waited has written"
[ ! -e "$work/both.log" ] || fail "a log was left"

# A sweep would take hours, so a second one is refused.
mkdir "$work/sweep" "$work/sweep/points"
touch "$work/release"
wait $holder
flock -o "$work/sweep" sh -c "touch '$work/has'; exec sleep 10" & holder=$!
until [ -e "$work/has" ]; do sleep 0.05; done
"$BANKLOOM" sweep $sort --nodes 2 --channels 1 --keys 50 --fuse all --no-synth -q \
    -o "$work/sweep" >"$work/said" 2>&1; [ $? -eq 1 ] || fail "two sweeps in one folder"
grep -q "^bankloom sweep: another bankloom is at work in $work/sweep" "$work/said" ||
    fail "nothing is said of the other sweep"
kill $holder

# What is run in a folder is what was compiled there.
rm -rf "$work/both"
run() {
    "$BANKLOOM" run $sort --nodes 2 --channels 1 --keys 50 --sim icarus --json "$@" \
        --keep "$work/both" 2>>"$work/said" </dev/null
}
run --width 16 >"$work/a" & first=$!
run --width 32 >"$work/b" & second=$!
wait $first && wait $second || fail "two runs in one folder"
grep -q '"word_bytes": 16' "$work/a" && grep -q '"word_bytes": 32' "$work/b" ||
    fail "one ran what the other has compiled"
exit 0
