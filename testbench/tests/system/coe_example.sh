#!/bin/sh
# seconds: 15
# The ping-pong on unreliable channels, examples/coe: alone, and from its host program, which goes
# on after errors; nothing is lost without a fault, and with one what is lost is counted.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; exit 1; }
play() { timeout 200 "$BANKLOOM" run examples/coe/coe.loom -q --keep "$work/kept" "$@" \
    >"$work/said" 2>&1 || fail "$*"; }
says() { grep -q -- "$1" "$work/said" || fail "nobody says: $1"; }

play --host examples/coe/coe.c -- 100 4 2
says '4 rounds: .* 0 words lost on the way there, 0 back, 0 of 2 starts with a loss, 0 words wrong'
# Late words of an earlier start do no harm: the kernels are started again, and are in step.
play --faults drop=0.3 --host examples/coe/coe.c -- 700 12 1
says '12 rounds: .* [1-9][0-9]* words lost on the way there, [1-9][0-9]* back, '
says ' [1-9][0-9]* of 12 starts with a loss, 0 words wrong'
play --set words=1000,rounds=2
says '^result *equal to the golden model: [1-9][0-9]* bytes'
