#!/bin/sh
# Every signal transition graph of the examples and of testbench/tests/stg: what its comments say is
# found, and nothing else; then the forms of the report, and a graph of a million states in little
# time and memory.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
complain() { echo "FAIL $*"; failed=1; }

# "# error: E4001 E4002" at the end of a line: "line code"
announced() { awk \
    'match($0, /# (error|warning): /) { n = split(substr($0, RSTART), word, " ")
        for (i = 3; i <= n; i++) print NR, word[i] }' "$1" | sort; }
reported() { sed -n 's/^[^:]*:\([0-9]*\):[0-9-]*: [a-z]* \([EW][0-9]*\):.*/\1 \2/p' "$1" | sort; }

for file in examples/stg/*.g testbench/tests/stg/*.g; do
    "$BANKLOOM" stg "$file" >"$work/out" 2>"$work/said"
    status=$?
    announced "$file" >"$work/want"
    reported "$work/said" >"$work/got"
    cmp -s "$work/want" "$work/got" || { complain "$file: announced (<) and reported (>):"; diff \
        "$work/want" "$work/got"; }
    if grep -q ' E' "$work/want"; then
        [ $status -eq 1 ] && ! [ -s "$work/out" ] ||
            complain "$file: status $status, or a report in spite of errors"
        continue
    fi
    finds=$(sed -n 's/^# finds: //p' "$file")
    found=$(awk '/^[^ ]/ && substr($0, 20, 4) == " no " {
        word = substr($0, 1, 19); sub(/ +$/, "", word); gsub(/ /, "-", word)
        print word }' "$work/out")
    [ "${finds:-nothing}" = "$(echo ${found:-nothing})" ] ||
        complain "$file: finds $found, wanted $finds"
    want=0
    ! grep -q "^# no circuit$" "$file" || want=1
    for check in $finds; do case $check in nothing | safe | USC | CSC) ;; *) want=1 ;; esac; done
    [ $status -eq $want ] || complain "$file: status $status, wanted $want"
    markings=$(sed -n 's/^# markings: //p' "$file")
    [ -z "$markings" ] || grep -q "^$markings reachable" "$work/out" ||
        complain "$file: $(sed -n 2p "$work/out"); wanted $markings"
    "$BANKLOOM" stg "$file" --json >"$work/json" 2>/dev/null
    grep -q '"reachable_markings"' "$work/json" || complain "$file: no counts in the JSON document"
    for what in stg graph; do
        "$BANKLOOM" stg "$file" --dot $what >"$work/dot" 2>/dev/null
        [ "$(sed -n '1s/^digraph ".*" {$/open/p;$s/^}$/close/p' "$work/dot" |
            tr -d '\n')" = openclose ] || complain "$file: --dot $what"
        # Graphviz takes long for the states of these two.
        case "$file $what" in */arbiter_3_early.g\ graph | */arbiter_4.g\ graph) continue ;; esac
        ! command -v dot >/dev/null || dot -Tplain "$work/dot" >/dev/null ||
            complain "$file: Graphviz does not take --dot $what"
    done
done

# A code has a row in the reference, and a file or a unit test that provokes it.
for code in $(sed -n 's/^BL_MESSAGE([A-Z0-9_]*, *"\([EW][0-9]*\)".*/\1/p' \
    compiler/base/messages/messages_stg.def); do
    grep -q "^| $code | " docs/stg.md || complain "$code is not in docs/stg.md"
    grep -q "# [a-z]*: .*$code" testbench/tests/stg/*.g ||
        grep -q "\"$code\"" testbench/tests/unit/test_stg_*.c || complain "$code has no test"
done

# 2^20 markings: below 10 s of CPU time and 1 GB of address space.
generate=testbench/bench/stg_generate
$generate cycles 20 >"$work/large.g"
(ulimit -v 1000000 && ulimit -t 10 && "$BANKLOOM" stg "$work/large.g") >"$work/out" 2>&1 ||
    { complain "a million states"; cat "$work/out"; }
grep -q '^1048576 reachable markings' "$work/out" || complain "not 2^20 markings"
for case in "cycles 3:8" "handshakes 2:16" "pipeline 4:64" "ring 5:10" "buffer 3:12"; do
    # shellcheck disable=SC2086
    $generate ${case%:*} >"$work/small.g" && "$BANKLOOM" stg "$work/small.g" >"$work/out" 2>&1
    grep -q "^${case#*:} reachable" "$work/out" || complain "$case: $(sed -n 2p "$work/out")"
done
"$BANKLOOM" stg "$work/large.g" --states 1000 >"$work/out" 2>"$work/said"
[ $? -eq 1 ] && grep -q "raise --states" "$work/said" ||
    complain "the limit of states is not reported"
"$BANKLOOM" stg "$work/none.g" 2>&1 | grep -q 'E0001' || complain "a missing file is not reported"
"$BANKLOOM" stg "$work/large.g" --dot nothing >/dev/null 2>&1
[ $? -eq 2 ] || complain "a wrong word after --dot"
exit $failed
