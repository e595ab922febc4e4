#!/bin/sh
# seconds: 25
# Waveforms as VCD, and as FST in `make test-long`; a disk that becomes full, or a file that may not
# grow, ends the run at once with a message and leaves nothing.
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
for kind in vcd ${BL_LONG:+fst}; do
    run 1800 --keys 1000 --trace "$work/node.$kind,node=1,from=50,to=70" || fail "--trace, $kind"
    grep -q 'matches the golden model' "$work/said" || fail "no match with --trace, $kind"
done
grep -q '^\$timescale' "$work/node.vcd" || fail "no VCD"

# Of kernels as well, of the node that has the kernel.
cat >"$work/kernel.loom" <<'END'
cluster one { board stratix10_mx2100; nodes 2; clock core 200 MHz; clock pcie 250 MHz;
    network full_mesh { link 6.4 GB/s; latency 400 ns; }
    host { bus pcie; memory 1 MiB; clock pcie; } }
kernel copy on one node 1 (n: u32) { read host(0, n) -> write host(0x8000, n); }
END
kernel() { timeout 600 "$BANKLOOM" run "$work/kernel.loom" -q "$@" >"$work/said" 2>&1; }
kernel --set n=9 --trace "$work/kernel.vcd,node=1,from=5,to=90" || fail "--trace of a kernel"
grep -q '^result *equal to the golden model' "$work/said" || fail "a kernel that is traced"
awk '/ argument_n / { code = $4 } $1 ~ /^b0*1001$/ && $2 == code { found = 1 }
    END { exit !found }' "$work/kernel.vcd" || fail "the waveform does not show the argument"
kernel --trace "$work/late.vcd,from=100000" || fail "a late window"
grep -q '^warning: .*nothing was traced: the window begins at cycle 100000' "$work/said" ||
    fail "no warning of a late window"
nothing_left late
kernel --trace /dev/full && fail "a kernel's waveform on a full disk"
grep -q '^error: /dev/full: cannot write the trace: No space left' "$work/said" ||
    fail "a full disk was not reported"
# FST: blocks of a type and a length (which counts itself) up to the end of the file; the first one
# is the header of 329 bytes.
if [ "$BL_LONG" ]; then
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
fi

run 120 --keys 1000 --trace /dev/full; [ $? -eq 1 ] || fail "a full disk gave another status than 1"
grep -q '^error: /dev/full: cannot write the trace: No space left on device' "$work/said" ||
    fail "a full disk was not reported"
[ -c /dev/full ] || fail "/dev/full is gone"
for kind in vcd ${BL_LONG:+fst}; do
    # ulimit counts blocks of 512 bytes or of 1024, as the shell likes.
    (ulimit -f 200; run 120 --keys 2000 --trace "$work/limit.$kind"); [ $? -eq 1 ] ||
        fail "a file that may not grow, $kind: status not 1"
    grep -q 'cannot write the trace: File too large; nothing of it is kept' "$work/said" ||
        fail "a file that may not grow, $kind: not reported"
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
