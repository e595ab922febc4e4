#!/bin/sh
# What the calls of a hub's engine say: of resets while other threads wait, and of a node alone; of
# chains that stop, to the wait for their word; of places that nobody has.
# seconds: 8
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
BL_SIM_OPT=-O1
export BL_SIM_OPT
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
fail() { tail -n 20 "$work/said"; echo "FAIL $*"; exit 1; }
source=examples/put/tca.loom
# calls WORD OPTIONS...
calls() {
    word=$1
    shift
    timeout 300 "$program" run -q $source --host testbench/tests/system/put_calls.c \
        "$@" -- "$word" >"$work/said" 2>&1 && grep -q "^ok: $word\$" "$work/said" ||
        fail "$word $*"
}
calls threads
calls ends
calls faults --faults host-abort=0.002
calls faults --faults host-lost=0.002
calls places
calls alone --memory ideal,reset=1:3000
calls words
sed 's/bus pcie;/& memory 1 MB;/' $source >"$work/edge.loom"
source=$work/edge.loom
calls edge
echo 'int main(void) { return 0 }' >"$work/wrong.c"
"$program" run -q $source --host "$work/wrong.c" >"$work/said" 2>&1; [ $? = 1 ] &&
    grep -q '^bankloom: compiling the host program failed' "$work/said" || fail 'a wrong program'
echo ok
