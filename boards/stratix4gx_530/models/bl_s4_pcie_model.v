// SPDX-License-Identifier: ISC
`default_nettype none
// Model of Altera's hard IP for PCI Express of Stratix IV, its Avalon-ST side of 128 bit, for
// simulation only; two of them are a link.
// Contract: the ports of the IP's names are in pld_clk. What is sent is looked at: words only
// READY_LATENCY cycles behind a ready one, no gap in a TLP but for that, start and end, as many
// double words as the header says and where its address says, tx_st_err0 in no first or last word;
// each violation counts in `faults`. What has had tx_st_err0 is not sent.
// What comes has pauses at random, and up to 3 words behind an rx_st_ready0 that has gone. TLPs go
// to the other end as their double words, `link_tlp` with `link_count` of them, when link_toggle
// changes. In reset nothing is sent, looked at or kept.
module bl_s4_pcie_model #(
    parameter READY_LATENCY = 2,
    // of 16 words that may be sent or come: how many do not
    parameter PAUSES = 4,
    parameter SEED = 1
) (
    input  wire          pld_clk,
    input  wire          rst,
    input  wire          rx_st_ready0,
    output reg           rx_st_valid0,
    output reg  [127:0]  rx_st_data0,
    output reg           rx_st_sop0,
    output reg           rx_st_eop0,
    output reg           rx_st_empty0,
    output reg           tx_st_ready0,
    input  wire          tx_st_valid0,
    input  wire [127:0]  tx_st_data0,
    input  wire          tx_st_sop0,
    input  wire          tx_st_eop0,
    input  wire          tx_st_empty0,
    input  wire          tx_st_err0,
    output reg           link_toggle,
    output reg  [2175:0] link_tlp,
    output reg  [6:0]    link_count,
    input  wire          peer_toggle,
    input  wire [2175:0] peer_tlp,
    input  wire [6:0]    peer_count
);
    integer seed = SEED, faults = 0, sent = 0, came = 0;
    function integer draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    task fault;
        input [8*40-1:0] what;
        begin
            faults = faults + 1;
            if (faults < 5) $display("IP %0d: %0s", SEED, what);
        end
    endtask

    // Double words of a TLP: those of its header and payload, and where in the words they lie.
    function integer header_of;
        input [31:0] h0;
        header_of = h0[29] ? 4 : 3;
    endfunction
    function integer payload_of;
        input [31:0] h0;
        payload_of = !h0[30] ? 0 : h0[9:0] == 0 ? 1024 : h0[9:0];
    endfunction
    function integer place_of;  // of the first of the payload, from that of the header on
        input [31:0] h0, h2, h3;
        reg odd;
        begin
            odd = h0[29] ? h3[2] : h2[2];
            place_of = h0[29] ? (odd ? 5 : 4) : (odd ? 3 : 4);
        end
    endfunction

    // ---- what is sent
    reg [3:0]    readies = 0;
    reg [2303:0] flat;
    integer      at = 0, i, first, whole, words;
    reg          midst = 0, is_void = 0;
    initial begin
        tx_st_ready0 = 0;
        link_toggle = 0;
        rx_st_valid0 = 0;
    end
    task look;
        begin
            first = place_of(flat[31:0], flat[95:64], flat[127:96]);
            whole = payload_of(flat[31:0]);
            words = whole == 0 ? 1 : (first + whole + 3) / 4;
            if (at != 4 * words) fault("a TLP of another length");
            if (tx_st_empty0 !== (whole != 0 && ((first + whole) % 4 == 1
                                                 || (first + whole) % 4 == 2)))
                fault("what is empty");
            link_tlp = 0;
            for (i = 0; i < header_of(flat[31:0]); i = i + 1)
                link_tlp[32*i +: 32] = flat[32*i +: 32];
            for (i = 0; i < whole; i = i + 1)
                link_tlp[32*(header_of(flat[31:0]) + i) +: 32] = flat[32*(first + i) +: 32];
            link_count = header_of(flat[31:0]) + whole;
            if (!is_void) link_toggle = ~link_toggle;
            is_void = 0;
            sent = sent + 1;
        end
    endtask
    always @(posedge pld_clk) begin
        readies <= rst ? 4'd0 : {readies[2:0], tx_st_ready0};
        if (rst) {midst, is_void} <= 2'b00;
        else if (tx_st_valid0 && !readies[READY_LATENCY-1]) fault("a word that is not asked for");
        if (!rst && midst && !tx_st_valid0 && readies[READY_LATENCY-1]) fault("a gap");
        if (tx_st_valid0 && !rst) begin
            if (tx_st_sop0 == midst) fault("a start");
            if (tx_st_sop0) at = 0;
            flat[32*at +: 128] = tx_st_data0;
            at = at + 4;
            if (tx_st_err0 && (tx_st_sop0 || tx_st_eop0)) fault("void at the wrong time");
            if (tx_st_err0) is_void = 1;
            midst <= ~tx_st_eop0;
            if (tx_st_eop0) look;
        end
        tx_st_ready0 <= #0.1 !rst && (draw(16) >= PAUSES || draw(4) != 0);
    end

    // ---- what comes
    reg [2175:0] tlps [0:255];
    reg [6:0]    counts [0:255];
    reg [7:0]    in = 0, out = 0;
    integer      gone = 0, most = 0, word = 0, k, total, start, place;
    reg [2303:0] next;
    always @(peer_toggle) if ($time > 0) begin
        tlps[in] = peer_tlp;
        counts[in] = peer_count;
        in = in + 1;
    end
    task place_next;
        begin
            next = {72{32'hdeadbeef}};
            start = header_of(tlps[out][31:0]);
            place = place_of(tlps[out][31:0], tlps[out][95:64], tlps[out][127:96]);
            for (k = 0; k < start; k = k + 1) next[32*k +: 32] = tlps[out][32*k +: 32];
            for (k = 0; k < counts[out] - start; k = k + 1)
                next[32*(place + k) +: 32] = tlps[out][32*(start + k) +: 32];
            total = counts[out] == start ? start : place + counts[out] - start;
        end
    endtask
    always @(posedge pld_clk) begin
        gone = rx_st_ready0 ? 0 : gone + 1;
        if (gone == 0) most = draw(4);
        rx_st_valid0 <= #0.1 1'b0;
        if (rst) begin
            out = in;
            word = 0;
        end
        if (in != out && gone <= most && draw(16) >= PAUSES) begin
            if (word == 0) place_next;
            rx_st_valid0 <= #0.1 1'b1;
            rx_st_data0  <= #0.1 next[128*word +: 128];
            rx_st_sop0   <= #0.1 word == 0;
            rx_st_eop0   <= #0.1 4 * (word + 1) >= total;
            rx_st_empty0 <= #0.1 4 * (word + 1) >= total && total - 4 * word < 3;
            word = word + 1;
            if (4 * word >= total) begin
                word = 0;
                out = out + 1;
                came = came + 1;
            end
        end
    end
endmodule
`default_nettype wire
