#!/bin/sh
# seconds: 20
# Unreliable channels, run and compared with their golden model, which is given what was lost: no
# loss, all kinds of faults of the wire, a link that is dead from the start, a receiver that is too
# slow. What is lost without --faults is an error; every run ends.
program=testbench/tests/system/kernels_unreliable.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
failed=0
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; failed=1; }
says() { grep -q -- "$1" "$work/said" || fail "nobody says: $1"; }

# play GROUP SETTINGS [OPTIONS]; right: equal to the golden model, exit status 0
play() {
    group=$1 settings=$2
    shift 2
    timeout 120 "$BANKLOOM" run $program -q --group "$group" --set "$settings" \
        --keep "$work/kept" "$@" >"$work/said" 2>&1
}
right() { play "$@" || fail "$*"; says '^result *equal to the golden model: [1-9][0-9]* bytes'; }
lost() { awk '/^lost / { n += $7 } END { print n + 0 }' "$work/said"; }

"$BANKLOOM" check $program >"$work/said" 2>&1 || fail check
says 'may lose'
"$BANKLOOM" explain $program >"$work/said" 2>&1 || fail explain
says 'guarantee: none of delivery: units may be lost'
"$BANKLOOM" explain examples/pingpong/pingpong.loom >"$work/said" 2>&1 || fail explain
says 'guarantee: .*every word arrives, once and in order'

right play words=1,rounds=3
[ "$(lost)" = 0 ] || fail 'a loss without a cause'
[ -z "$BL_LONG" ] || right play words=1203,rounds=1
[ -z "$BL_LONG" ] || right both n=12,m=0,spins=0
[ "$(lost)" = 0 ] || fail 'a loss without a cause'

# The wire loses, damages, repeats and holds back: what is missing is zeros, at its place.
right play words=2000,rounds=2 --faults drop=0.1,flip=0.1,repeat=0.1,reorder=0.1 --seed 2
says '^lost *channel p[io]ng of node [01]: [1-9]'
says 'moves have missed units that were lost on their way'
right both n=30,m=0,spins=0 --faults drop=0.1,flip=0.1,repeat=0.1,reorder=0.1
says '^lost *channel bulk of node [01]: [1-9]'

# Nothing arrives: each move is over after the silence.
right play words=5,rounds=2 --faults drop=1
[ "$(lost)" = 20 ] || fail "$(lost) of 20 units are lost"

# The sender is not held back: what has no room is lost, which nobody has asked for.
play both n=0,m=16000,spins=40 && fail 'a loss without --faults'
says 'units of 4 bytes were lost without --faults'
says 'frames for which a channel.s buffer had no room'
right both n=0,m=16000,spins=40 --faults drop=1e-9
[ "$(lost)" -gt 1000 ] || fail 'the buffer is larger than it was'
[ -z "$BL_LONG" ] && exit $failed

# Silence ends a kernel whose partner has failed by another error: the model has that as well.
cat >"$work/fails.loom" <<'END'
cluster c {
    board arria10_a10pl4; nodes 2; clock core 200 MHz; clock mac 312.5 MHz;
    network ethernet { port 40 Gbit/s; silence 15 us; clock mac; }
    host { bus pcie; memory 1 MiB; gpus 1; gpu 1 MiB; }
}
channel x: u32 from 0 to 1 { unreliable; }
kernel give on c node 0 (n: u32, at: u32) { read gpu(at, n) -> send x; }
kernel take on c node 1 (n: u32) { recv x -> write host(0, n); }
END
timeout 100 "$BANKLOOM" run "$work/fails.loom" -q --set give.n=40,give.at=2,take.n=40 \
    >"$work/said" 2>&1 || fail 'a partner that fails'
says '^kernel give of node 0: a length or an address is not a multiple of 4 bytes'
says '^kernel take of node 1: moves have missed units'
says '^result *equal to the golden model'

# The host joins other ends while the program runs: units are counted from 0 each time.
cat >"$work/ring.loom" <<'END'
cluster ring {
    board arria10_a10pl4; nodes 4; clock core 200 MHz; clock mac 312.5 MHz;
    network ethernet { port 40 Gbit/s; silence 15 us; clock mac; }
    host { bus pcie; memory 1 MiB; gpus 1; gpu 1 MiB; }
}
channel right: u32 from all to (node + 1) % nodes { send now; unreliable; }
kernel around on ring (words: u32, turns: u32) {
    repeat t in 1..turns {
        read gpu(0, words) -> send right;
        recv right -> write gpu(0x80000, words);
    }
}
END
timeout 300 "$BANKLOOM" run "$work/ring.loom" -q --host testbench/tests/system/kernels_to.c \
    -- others >"$work/said" 2>&1 || fail 'the ring is turned round'
for further in 1 3 2; do says "^to the node $further further on: 0 wrong"; done

"$BANKLOOM" run $program -q --group both --set n=0,m=16000,spins=40 --faults drop=1e-9 \
    --json --keep "$work/kept" >"$work/said" 2>/dev/null || fail 'as JSON'
says '"lost": \['
says '{"node": 1, "channel": "bulk", "first": [0-9]*, "units": [0-9]*}'

exit $failed
