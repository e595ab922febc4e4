# Section `watched` of testbench/bench/coe, read by it and by a test with `.`: random programs whose
# accesses on the bus are looked at. PROGRAMS=N (20), RUNS=N in all (10000), from SEED=N.
# $build, $work and $csv are the bench's, `bar` that of bars.sh, model_make that of tests/model.sh.
# shellcheck shell=sh disable=SC2154,SC2034

# watched_make SEED FOLDER WORD...: the host program in FOLDER/bench/host/watched; words are make's
watched_make() {
    awk -v seed="$1" -f testbench/bench/coe_kernels/watched.awk >"$2.loom" &&
        "$BANKLOOM" build -q -o "$2" "$2.loom" || return
    shift
    watched_folder=$1
    shift
    model_make "$watched_folder/bench" "$@" host-program \
        HOST="$PWD/testbench/bench/coe_kernels/watched.c"
}

# The numbers of its line, summed, of all programs.
watched_sum() { awk -F, -v column="$1" '{ sum += $column } END { print sum + 0 }' "$work/watched"; }

watched() {
    BANKLOOM=$build/bankloom programs=${PROGRAMS:-20} runs=${RUNS:-10000} first=${SEED:-1}
    # shellcheck source=/dev/null
    BL_SIM_OPT=-O1 && . testbench/tests/model.sh
    : >"$work/watched"
    for seed in $(seq "$first" $((first + programs - 1))); do
        watched_make "$seed" "$work/w" >"$work/said" 2>&1 || { tail -n 5 "$work/said"; exit 2; }
        BL_SIM_THREADS=1 timeout 3000 "$work/w/bench/host/watched" \
            $(((runs + programs - 1) / programs)) "$seed" >"$work/said" 2>&1 ||
            { echo "seed $seed:"; tail -n 5 "$work/said"; }
        grep '^watched,' "$work/said" >>"$work/watched"
        rm -rf "$work/w"
    done
    printf '\nRandom programs on a bus that is watched: %d runs of %d, %d ended, %d failed, %d ' \
        "$(watched_sum 2)" "$programs" "$(watched_sum 3)" "$(watched_sum 4)" "$(watched_sum 5)"
    printf 'refused; %d resets; %d bursts read and %d words written\n' "$(watched_sum 6)" \
        "$(watched_sum 7)" "$(watched_sum 8)"
    bar 'watched: programs' '>=' "$programs" "$(grep -c . "$work/watched")" programs
    bar 'watched: runs' '>=' "$runs" "$(watched_sum 2)" runs
    bar 'watched: of them that ended' '>=' $((runs / 10)) "$(watched_sum 3)" runs
    bar 'watched: accesses outside what was registered' '<=' 0 "$(watched_sum 9)" accesses
}
