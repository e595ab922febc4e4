# shellcheck shell=sh disable=SC2154
# Nodes with host ports that are broken on purpose: read by tests with `.` once $program, $work and
# fail are there. The host program host_faults.c has to notice.

# shellcheck source=/dev/null
. testbench/tests/model.sh

host_program=$PWD/testbench/tests/system/host_faults.c

# The counting sort on a mesh, with host ports, as a folder to break.
host_mesh() {
    sed "s/network ethernet.*/network full_mesh { link 6.25 GB\/s; latency 400 ns; }/
        s/    clock   mac.*//" examples/counting_sort/through_host.loom >"$work/mesh.loom"
    "$program" build "$work/mesh.loom" --channels 1 -o "$work/out" -q || fail build
}

# host_cases CASE...: runs them; what is said is in $work/said
host_cases() {
    model_make "$work/out/bench" host-program HOST="$host_program" >"$work/said" 2>&1 ||
        { tail -n 20 "$work/said"; fail "compiling"; }
    timeout 1800 "$work/out/bench/host/host_faults" "$@" >"$work/said" 2>&1
}

# host_broken WHAT FILE SED CASE...: without WHAT, these cases fail, and say of what kind
host_broken() {
    what=$1 file=$work/out/rtl/$2.v change=$3
    shift 3
    cp "$file" "$work/kept.v"
    sed "1,/^\`ifdef FORMAL/{$change
}" "$work/kept.v" >"$file"
    cmp -s "$file" "$work/kept.v" && fail "without $what: nothing is changed"
    host_cases "$@" && fail "without $what: not noticed"
    grep -q '^FAIL' "$work/said" || { tail "$work/said"; fail "without $what: not by a case"; }
    echo "noticed: without $what: $(grep -m 1 '^FAIL' "$work/said" | cut -c 1-70)"
    cp "$work/kept.v" "$file"
}
