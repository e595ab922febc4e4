# Section `copies` of testbench/bench/coe, read by it and by a test with `.`: copies of a program's
# kernels and the host's transfers at once, and the rate of both together. PERCENT=N of the rounds
# (100); BYTES=N: of the host's message. $build, $bytes and $work are the bench's, `bar` that of
# bars.sh, model_make that of tests/model.sh.
# shellcheck shell=sh disable=SC2154,SC2034

# copies_tell FILE TEXT: what stands in it before the end of the module
copies_tell() {
    awk -v text="$2" '/^endmodule/ { print text } { print }' "$1" >"$1.new" && mv "$1.new" "$1"
}

# The circuit, which says what its DMA does.
copies_make() { # FOLDER WORD...
    folder=$1
    shift
    "$BANKLOOM" build -q -o "$folder" testbench/bench/coe_kernels/copies.loom || return
    copies_tell "$folder/rtl/bl_dma_kernels.v" '
    reg [PORTS-1:0] waited;
    integer t;
    always @(posedge clk)
        for (t = 0; t < PORTS; t = t + 1) begin
            if (s_tvalid[t] & ~waited[t])
                $display("dma,%m,ask,%0d", FIRST + t);
            waited[t] <= s_tvalid[t] & ~s_tready[t] & ~rst;
        end'
    copies_tell "$folder/rtl/bl_dma_queue.v" '
    reg waiting;
    always @(posedge clk) begin
        if (taken) waiting <= able[0] & ~of_host;
        if (m_tvalid & m_tready & ~rst)
            $display("dma,%m,give,%0d,%0d", m_tdata[ID +: 8], waiting);
        if (s_done_tvalid & s_done_tready & ~rst)
            $display("dma,%m,done,%0d,%0d,%0d", s_done_tdata[7:0], s_done_tdata[15:8],
                     s_done_tdata[47:16]);
    end'
    model_make "$folder/bench" "$@" host-program HOST="$PWD/testbench/bench/coe_host/copies.c"
}

# copies_play WORD...: the host program, with what it and the circuit said in $work/said
copies_play() {
    BL_SIM_THREADS=1 timeout 3000 "$work/copies/bench/host/copies" "$@" >"$work/said" 2>&1 ||
        grep -v '^dma,' "$work/said" | tail -n 3
}

# What the modules of the DMA did, as copies.awk prints it.
copies_judge() { awk -f testbench/bench/coe_kernels/copies.awk "$work/said"; }

# copies_share WAY WORDS BYTES: both together beside what the bus lets through
copies_share() {
    copies_play share "$@"
    # shellcheck disable=SC2046
    set -- "$1" "$2" "$3" $(sed -n 's/^share //p' "$work/said") $(copies_judge)
    share=$([ "$6" ] && calc '%.2f' "100 * $5 / ($4 * 1e-12) / $6")
    printf '%-6s %10s %10s %12s %10s %10s\n' "$1" "$((4 * $2))" "$3" "${5:--}" \
        "$(calc '%.1f' "${4:-0} / 1e6")" "${share:--} %"
    bar "copies: $3 B $1 beside copies of $((4 * $2)) B: share of the bus" '>=' 97 "$share" %
    bar "copies: $3 B $1 beside copies of $((4 * $2)) B: in a row before the host" '<=' 1 "${12}" \
        descriptors
}

copies() {
    BANKLOOM=$build/bankloom
    # shellcheck source=/dev/null
    BL_SIM_OPT=-O1 && . testbench/tests/model.sh
    copies_make "$work/copies" >"$work/said" 2>&1 || { tail -n 5 "$work/said"; exit 2; }
    ahead=$("$BANKLOOM" explain testbench/bench/coe_kernels/copies.loom |
        sed -n 's/.*to the card.* at most \([0-9]*\) others.*/\1/p')
    copies_play rounds "${PERCENT:-100}"
    # shellcheck disable=SC2046
    set -- $(sed -n 's/^copied //p' "$work/said")
    wrong=$(grep -c '^FAIL' "$work/said") asked=$1 moved=$2 transfers=$3
    # shellcheck disable=SC2046
    set -- $(copies_judge)
    printf '\nCopies of three kernels, of 4 B to 1 MiB, beside transfers of the host both ways:\n'
    printf '%-50s %12s\n' 'copies that programs asked for' "${asked:--}" bytes "${moved:--}" \
        'transfers of the host' "${transfers:--}" 'completions of kernels' "${1:--}" \
        'completions of the host' "${2:--}" 'most of kernels that went before a copy' "${4:--}" \
        'its bound, as explain prints it' "${ahead:--}" 'the same of the host' "${5:--}" \
        'in a row beside one of the host' "${6:--}"
    bar 'copies: of kernels' '>=' $((100 * ${PERCENT:-100})) "$asked" copies
    bar 'copies: that differ' '<=' 0 "$([ "$asked" ] && echo "$wrong")" copies
    bar 'copies: completed once in order with id and cycles' '>=' "${asked:-1}" "$1" copies
    bar 'copies: out of order or twice or with an error' '<=' 0 "$3" descriptors
    bar 'copies: that went before one: of kernels' '<=' "$ahead" "$4" descriptors
    bar 'copies: that went before one: of the host' '<=' $((ahead + 1)) "$5" descriptors
    bar 'copies: in a row before the host' '<=' 1 "$6" descriptors
    printf '\nA message of the host beside copies the same way, PCIe Gen3 x8, both together:\n'
    printf '%-6s %10s %10s %12s %10s %10s\n' way 'a copy, B' 'message, B' 'at the port' us share
    copies_share up 1024 "$bytes"
    copies_share down 1024 "$bytes"
    for words in 16384 262143; do
        copies_share up $words $((bytes / 4))
        copies_share down $words $((bytes / 4))
    done
    echo "published: the report has no figure for both at once; the limit is the bus model's own"
}
