#!/bin/sh
# seconds: 10
# A build carries the sources of the simulation that its benches link, and no others: the folder
# against the linker's map of a bench with Icarus, of one without and of the device's library, for a
# network of links and for a bus. Of Verilator's model only what it asks of the library counts. The
# runtime is there for host programs, all of it.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

# carried FOLDER: the sources in it, but that of Icarus' own module, as objects
carried() {
    (cd "$1" && find . \( -path './simulation/*' -o -path '*/carried/*' -o -path './bus/model/*' \
        \) -name '*.c' ! -path '*/vpi/*') |
        sed 's,.*/,,; s,c$,o,' | sort
}

# linked FOLDER: the objects of its library that the benches take
linked() {
    bench=$1/bench
    make -s -j2 -C "$bench" SIM=icarus OPT=-O0 SIM_LIBS="-lm -Wl,-Map=$work/icarus.map" \
        >"$work/said" 2>&1 || fail 'the bench for Icarus'
    make -s -j2 -C "$bench" SIM=icarus OPT=-O0 SIM_LIBS="-lm -Wl,-Map=$work/device.map" device \
        >"$work/said" 2>&1 || fail 'the device'
    name=$(basename "$bench"/*_golden.o _golden.o)
    wanted=$(grep -o 'bl_sim_bus_events' "$bench/shim.cpp" | sed -n '2s/^/-u /p')
    # shellcheck disable=SC2086
    cc -Wl,--unresolved-symbols=ignore-all -Wl,-Map="$work/verilator.map" -o "$work/bench" $wanted \
        "$bench/${name}_bench.o" "$bench/${name}_golden.o" "$bench/${name}_host.o" \
        "$bench/simulation/libbl_sim.a" -lm -lpthread >"$work/said" 2>&1 || fail 'the other bench'
    (cd "$1/runtime" && find . -name '*.c') | sed 's,.*/,,; s,c$,o,' >"$work/runtime"
    grep -ho 'libbl_sim\.a([a-z0-9_]*\.o)' "$work"/*.map | sed 's/.*(//; s/)//' | sort -u |
        grep -v -x -F -f "$work/runtime"
}

# same NAME: what the folder carries is what is linked
same() {
    carried "$work/$1" >"$work/carried"
    linked "$work/$1" >"$work/linked"
    diff "$work/carried" "$work/linked" >"$work/said" || fail "$1: carried (<) and linked (>)"
}

sort=examples/counting_sort
"$BANKLOOM" build -q $sort/counting_sort.loom --nodes 2 --channels 2 -o "$work/mesh" || exit 1
"$BANKLOOM" build -q $sort/over_rsb.loom --channels 1 -o "$work/rsb" || exit 1
same rsb
same mesh
[ -e "$work/rsb/bus/model" ] && [ ! -e "$work/mesh/bus/model" ] ||
    fail 'the ring goes with the bus, and with it alone'

# One that nothing links is noticed.
echo 'int bl_spare(void) { return 0; }' >"$work/mesh/simulation/core/spare.c"
carried "$work/mesh" | diff - "$work/linked" >/dev/null && fail 'a spare file'
(linked "$work/mesh") | grep -q spare && fail 'it is linked'
files=$(find "$work/mesh" -name '*.o' -prune -o -path '*/simulation/*' -name '*.[ch]' -print |
    wc -l)
echo "$files sources of the simulation in a build for links"
