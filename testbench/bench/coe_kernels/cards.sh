# The section of testbench/bench/coe on kernels that read and write a channel of a card, read by it
# with `.`: words a cycle beside what the model of the channel gives a requester that always asks.
# $build and $work are the bench's, `bar` that of bars.sh.
# shellcheck shell=sh disable=SC2154

card_words=65536

# card_rate PROGRAM KERNEL ARGUMENTS WORDS: moved in a cycle, by a kernel of the program
card_rate() {
    "$work/$1/bench/one_bench" --json --memory hbm2 --set "reads=0,writes=0,n=0,$3" \
        >"$work/said" 2>&1 || { cat "$work/said" >&2; return 1; }
    sed -n 's/.*"kernel": "'"$2"'",.*"cycles": \([0-9]*\).*/\1/p' "$work/said" |
        awk -v words="$4" '$1 > 0 { printf "%.4f", words / $1 }'
}

# model_rate PATTERN MHZ: words a cycle, both ways
model_rate() {
    "$build/bench/memory_channel" "$1" 512 "$2" 16 1 | awk '{ printf "%.4f", $1 + $2 }'
}

# card_row NAME MEASURED MODEL: a line and a bar
card_row() {
    share=$(echo "$2 $3" | awk 'NF == 2 { printf "%.2f", 100 * $1 / $2 }')
    printf '%-44s %10s %10s %9s\n' "$1" "$2" "$3" "$share %"
    bar "$1: of the model's rate" '>=' 98 "$share" %
}

# card_build PROGRAM SED: a variant of cards.loom
card_build() {
    sed "$2" testbench/bench/coe_kernels/cards.loom >"$work/$1.loom"
    if ! "$build/bankloom" build -q -o "$work/$1" "$work/$1.loom" ||
        ! make -s -C "$work/$1/bench" one_bench >"$work/said" 2>&1; then
        cat "$work/said"
        exit 2
    fi
}

cards() {
    all=$((8 * card_words))
    card_build card_core ''
    card_build card_hbm 's/burst 128 B; }/burst 128 B; clock hbm; }/'
    printf '\nKernels at one channel of HBM2, %d words of 32 B, words a cycle of 300 MHz\n' \
        $card_words
    printf '%-44s %10s %10s %9s\n' '' measured model share
    both=$(model_rate duplex_seq 300)
    card_row 'a reader' "$(card_rate card_core move reads=$all $card_words)" \
        "$(model_rate seq_read 300)"
    card_row 'a writer' "$(card_rate card_core move writes=$all $card_words)" \
        "$(model_rate seq_write 300)"
    card_row 'a reader and a writer' \
        "$(card_rate card_core move reads=$all,writes=$all $((2 * card_words)))" "$both"
    card_row 'a copy within the channel' \
        "$(card_rate card_core copy n=$all $((2 * card_words)))" "$both"
    # the channel's own 450 MHz, words a cycle of core's
    both=$(model_rate duplex_seq 450 | awk '{ printf "%.4f", $1 * 1.5 }')
    card_row 'a reader and a writer with 450 MHz' \
        "$(card_rate card_hbm move reads=$all,writes=$all $((2 * card_words)))" "$both"
}
