#!/bin/sh
# seconds: 18
# Collectives, run and compared with their golden model: all of them on three nodes beside a
# channel, over the full mesh, of lengths that fill words and parts and of others; over Ethernet
# with frames that are lost; an operator of the program's own; a host program that judges by itself;
# a destination that an argument says, which must not overlap the source.
# An operator that is broken is noticed, in `make test-long`.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/model.sh
# Icarus takes longer for the many moves of three nodes than Verilator takes to compile them.
sim=icarus many=icarus
command -v verilator >/dev/null && many=verilator
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; exit 1; }

run() { # PROGRAM FOLDER SETTINGS [OPTIONS]: with $sim, from a folder that is kept
    program=$1 folder=$2 settings=$3
    shift 3
    timeout 300 "$BANKLOOM" run "$program" --sim $sim --keep "$work/$folder" -q \
        --set "$settings" "$@" >"$work/said" 2>&1
}
right() {
    run "$@" || fail "$*"
    grep -q '^result *equal to the golden model: [1-9]' "$work/said" || fail "$*: no result"
}

cat >"$work/mesh.loom" <<'END'
cluster mesh { board stratix10_mx2100; nodes 3; clock core 300 MHz;
               network full_mesh { link 6.25 GB/s; latency 100 ns; }
               host { bus pcie; generation 3; lanes 8; memory 1 MiB; gpus 1; gpu 1 MiB; } }
channel right: u32 from all to (node + 1) % nodes;
kernel other on mesh (n: u32) {
    read host(0, n) -> send right;
    recv right -> write host(64 KiB, n);
}
kernel limit on mesh () verilog "limit.v" golden "limit.c" { in a: u16; in b: u16; out y: u16; }
kernel all on mesh (n: u32) {
    allreduce limit u16 gpu(64 KiB, n * 2);
    broadcast u16 gpu(512 KiB, n * 2) from 2;
    repeat i in 1..2 { allreduce max i16 gpu(0, n * 2); allreduce min u8 gpu(0, n * 4); }
    read gpu(4 * n, n) -> write gpu(128 KiB, n);
    scatter u32 gpu(0, n) -> gpu(768 KiB, n) from 1;
    gather u32 gpu(768 KiB, n) -> gpu(256 KiB, n) to nodes - 1;
    allgather u64 gpu(0, n) -> gpu(640 KiB, n);
    allreduce sum u64 gpu(900 KiB, n);
}
END
cp examples/collectives/limit.[cv] "$work" || exit 1
sim=$many
for n in 0 ${BL_LONG:+1} 37; do right "$work/mesh.loom" mesh n=$n; done

cat >"$work/pair.loom" <<'END'
cluster pair { board arria10_a10pl4; nodes 2; clock core 222.5 MHz; clock mac 312.5 MHz;
               network ethernet { port 40 Gbit/s; frame 1518 B; latency 150 ns; switch 400 ns;
                                  clock mac; }
               host { bus pcie; generation 3; lanes 8; memory 1 MiB; gpus 1; gpu 1 MiB; } }
kernel total on pair (n: u32) { allreduce sum u32 gpu(0, n); }
END
sim=icarus
right "$work/pair.loom" pair n=801 --seed 2 --faults drop=0.2,flip=0.00001
grep -q 'data frames sent again' "$work/said" || fail 'no frame was sent again'

{ grep -v '^kernel' "$work/pair.loom"; cat <<'END'; } >"$work/at.loom" || exit 1
kernel some on pair (n: u32, at: u32) { gather u32 gpu(1024, n) -> gpu(at, n) to 1; }
END
right "$work/at.loom" at n=501,at=131072
run "$work/at.loom" at n=16384,at=2048 && fail 'source and destination that overlap'
grep -q '^kernel some of node 1 waits: source and destination of its collective overlap$' \
    "$work/said" || fail 'what overlaps is not reported'

cat >"$work/judge.c" <<'END'
#include <stdio.h>
#include "pair_host.h"
#include <bl_dma.h>
int main(void) {
    struct bl_device *device = NULL;
    uint32_t *memory[2], wrong = 0;
    uint64_t clocks = 0;
    int result = pair_open(&device);
    for (int node = 0; node < 2 && !result; node++) {
        void *bytes = NULL;
        uint64_t bus = 0;
        result = bl_device_gpu_buffer(device, node, 0, 1 << 20, &bytes, &bus);
        if (!result) result = pair_gpu(device, node, bus, 1 << 20);
        memory[node] = bytes;
        for (uint32_t i = 0; i < 101 && !result; i++)
            memory[node][i] = i * (node ? 3000000000u : 7u);
    }
    if (!result) result = pair_total_run(device, 1, 100);
    if (!result && pair_total_call(device, 100, 0, &clocks) != BL_DEVICE_BUSY) return 3;
    if (!result) result = pair_total_run(device, 0, 100);
    for (int node = 0; node < 2 && !result; node++)
        result = pair_total_wait(device, node, 0, NULL);
    for (int node = 0; node < 2 && !result; node++)
        for (uint32_t i = 0; i < 101; i++)
            wrong += memory[node][i] != (i < 100 ? i * 3000000007u : i * (node ? 3000000000u : 7u));
    if (!result) result = pair_total_call(device, 100, 0, &clocks);
    for (int node = 0; node < 2 && !result; node++)
        for (uint32_t i = 0; i < 100; i++) wrong += memory[node][i] != i * 1705032718u;
    if (result) fprintf(stderr, "error: %s\n", bl_device_message(device));
    bl_device_close(device);
    printf("%u wrong, %s\n", (unsigned)wrong, clocks ? "with cycles" : "without cycles");
    return result || wrong;
}
END
"$BANKLOOM" build -q "$work/pair.loom" -o "$work/host" >"$work/said" 2>&1 || fail 'build'
model_make "$work/host/bench" SIM=icarus host HOST="$work/judge.c" >"$work/said" 2>&1 ||
    fail 'host program'
grep -q '^0 wrong, with cycles$' "$work/said" || fail 'the host program says something else'

[ "$BL_LONG" ] || { echo 'collectives are right'; exit 0; }
sed 's/16{exact\[16\]}/16{1'"'"'b0}/' examples/collectives/limit.v >"$work/limit.v" || exit 1
sim=$many
run "$work/mesh.loom" mesh n=37 && fail 'another operator is not noticed'
grep -q '^error: memory gpu of node' "$work/said" || fail 'the difference is not reported'
echo 'collectives are right, and an operator that is not is noticed'
