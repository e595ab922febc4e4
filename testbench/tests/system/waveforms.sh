#!/bin/sh
# seconds: 25
# Waveforms as VCD and as FST; a disk that becomes full, or a file that may not grow, ends the run
# at once with a message and leaves nothing.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
fail() { echo "$*"; cat "$work/said"; exit 1; }

# A small circuit, for it is compiled for each form.
cat >"$work/count.loom" <<'END'
cluster two { board stratix10_mx2100; nodes 2; clock core 150 MHz;
    memory { channels 2; width 16 B; strip 64; burst 64 B; }
    network full_mesh { link 6 GB/s; latency 300 ns; } }
record item { key: u32; }
pipeline count(items: item) on two { pass { read key -> histogram(key[2:0]) as h } }
END

# run SECONDS OPTIONS...: with the exit status 124 when it does not end
run() {
    limit=$1
    shift
    timeout -k 5 "$limit" "$BANKLOOM" run "$work/count.loom" -q "$@" >"$work/said" 2>&1 \
        </dev/null
}
nothing_left() { [ -z "$(find "$work" -name "$1*")" ] ||
    fail "$1 was left: $(find "$work" -name "$1*")"; }

# Compiled here, so that the limits below are for the simulation.
for kind in vcd fst; do
    run 600 --keys 1000 --trace "$work/node.$kind,node=1,from=50,to=70" || fail "--trace, $kind"
    grep -q 'matches the golden model' "$work/said" || fail "no match with --trace, $kind"
done
grep -q '^\$timescale' "$work/node.vcd" || fail "no VCD"
# FST: blocks of a type and a length (which counts itself) up to the end of the file; the first one
# is the header of 329 bytes.
[ "$(od -An -tx1 -N 9 "$work/node.fst" | tr -d ' \n')" = 000000000000000149 ] ||
    fail "no FST header"
size=$(wc -c <"$work/node.fst") at=0 kinds=
while [ "$at" -lt "$size" ]; do
    # shellcheck disable=SC2046
    set -- $(od -An -tu1 -j "$at" -N 9 "$work/node.fst")
    kinds="$kinds $1"
    at=$((at + 1 + (($6 * 256 + $7) * 256 + $8) * 256 + $9))
done
[ "$at" -eq "$size" ] || fail "the FST's blocks do not end with the file"
case $kinds in " 0 "*8*3*) ;; *) fail "the FST's blocks are$kinds" ;; esac

run 120 --keys 1000 --trace /dev/full; [ $? -eq 1 ] || fail "a full disk gave another status than 1"
grep -q '^error: /dev/full: cannot write the trace: No space left on device' "$work/said" ||
    fail "a full disk was not told"
[ -c /dev/full ] || fail "/dev/full is gone"
for kind in vcd ${BL_LONG:+fst}; do
    # ulimit counts blocks of 512 bytes or of 1024, as the shell likes.
    (ulimit -f 200; run 120 --keys 2000 --trace "$work/limit.$kind"); [ $? -eq 1 ] ||
        fail "a file that may not grow, $kind: status not 1"
    grep -q 'cannot write the trace: File too large; nothing of it is kept' "$work/said" ||
        fail "a file that may not grow, $kind: not told"
    nothing_left limit
done

# SIGTERM ends a run that writes a waveform.
"$BANKLOOM" run "$work/count.loom" -q --keys 1M --trace "$work/long.vcd" >"$work/said" 2>&1 \
    &
process=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/long.vcd" ] && break; sleep 0.5; done
kill -TERM $process
wait $process; [ $? -eq 130 ] || fail "SIGTERM did not end a run with 130"
exit 0
