#!/bin/sh
# seconds: 14
# Kernels with modules of the user's own: the ring allreduce, whose parts are longer than what it
# holds of them, and the halo exchange, of all lengths of a last word; a barrier of eight nodes. In
# `make test-long` what stands in place of the barrier, and a module that does something else than
# its golden function, are noticed.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; exit 1; }

# run PROGRAM FOLDER SETTINGS: with Icarus; the result's line is said
run() {
    "$BANKLOOM" run "$1" --sim icarus --keep "$work/$2" -q --set "$3" >"$work/said" 2>&1
}
right() { # PROGRAM FOLDER SETTINGS
    run "$@" || fail "$1 $3"
    grep -q '^result *equal to the golden model' "$work/said" || fail "$1 $3: no result"
}

# As they are, and over the full mesh, of which less has to be simulated.
for example in allreduce halo; do
    mkdir "$work/$example" && cp examples/$example/*.[cv] "$work/$example" || exit 1
    sed 's|network ethernet.*|network full_mesh { link 5 GB/s; latency 400 ns; }|
        /clock   mac/d' examples/$example/$example.loom >"$work/$example/mesh.loom" || exit 1
done
right examples/halo/halo.loom halo_ethernet count=9,pairs=1
for bytes in 64 1028; do
    right "$work/allreduce/mesh.loom" sum bytes=$bytes
    [ -z "$BL_LONG" ] || right examples/allreduce/allreduce.loom sum_ethernet bytes=$bytes
done
for count in 1 6 7 8 9 61; do
    right "$work/halo/mesh.loom" halo_mesh "count=$count,pairs=1"
    [ -z "$BL_LONG" ] || right examples/halo/halo.loom halo_ethernet "count=$count,pairs=1"
done
# The nodes are started one after the other and end together, so the first one takes longest.
ahead() { # PROGRAM FOLDER: cycles by which node 0 takes longer than node 7
    run "$1" "$2" rounds=1 || fail "$1"
    grep -q 'all kernels have ended' "$work/said" || fail "$1: no result"
    awk '/kernel meet *node  0/ { first = $5 } /kernel meet *node  7/ { last = $5 }
        END { print first - last }' "$work/said"
}
with=$(ahead examples/barrier/barrier.loom meet) || exit 1
[ "$with" -ge 70 ] || fail "node 0 takes $with cycles longer with a barrier"

# An argument, and another kernel, whose names together are those of a third thing.
cat >"$work/meet.loom" <<'END'
cluster k { board arria10_a10pl4; nodes 2; clock core 200 MHz;
            network full_mesh { link 6 GB/s; latency 100 ns; } host { bus pcie; gpus 1; } }
channel c: u32 from 0 to 1;
kernel a on k node 0 (go: u32) { read gpu(0, go) -> send c; }
kernel a_argument on k node 1 (go: u32) { recv c -> write gpu(0, go); }
END
right "$work/meet.loom" names go=5

[ "$BL_LONG" ] || { echo 'allreduce and halo are right'; exit 0; }
# Not where something else stands in place of the barrier.
sed 's/barrier;/fill(0, 1) -> drop;/' examples/barrier/barrier.loom >"$work/alone.loom"
without=$(ahead "$work/alone.loom" alone) || exit 1
[ "$without" -eq 0 ] || fail "node 0 takes $without cycles longer without a barrier"
cp -r examples/allreduce "$work/other" && sed -i 's/\] + own/] - own/' "$work/other/add.v" || exit 1
run "$work/other/allreduce.loom" less bytes=64 && fail 'another module is not noticed'
grep -q '^error: memory gpu of node' "$work/said" || fail 'the difference is not reported'
echo 'allreduce and halo are right, and a module that is not is noticed'
