#!/bin/sh
# What is no program: each gives a message and the right exit status.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
failed=0

expect() { # STATUS TEXT ARGUMENTS...
    want=$1 text=$2; shift 2
    timeout 20 "$program" check "$@" >"$folder/out" 2>&1; status=$?
    [ $status -eq "$want" ] && grep -q "$text" "$folder/out" && return
    echo "FAIL check $*: exit status $status, wanted $want and '$text'"; head -n 5 "$folder/out"; failed=1
}

good=examples/counting_sort/counting_sort.loom
expect 1 E0001 "$folder/missing.loom"
expect 1 E0001 "$folder"
expect 1 E0001 /dev/null
: >"$folder/empty.loom"
expect 1 E0100 "$folder/empty.loom"
head -c 100000 "$program" >"$folder/binary.loom"
expect 1 E0003 "$folder/binary.loom"
head -c 300 $good >"$folder/cut.loom"
expect 1 E0022 "$folder/cut.loom"
expect 2 "unknown option" $good --bogus
expect 2 tree $good --dump circuit
expect 2 "wants a frequency" $good --clock fast
expect 1 E0082 $good --nodes 6
expect 0 "6 passes" $good --nodes 16 --channels 2
expect 0 '"errors":	0' $good --json
expect 1 '"code":	"E0001"' "$folder/missing.loom" --json
exit $failed
