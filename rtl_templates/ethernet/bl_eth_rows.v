// SPDX-License-Identifier: ISC
`default_nettype none
// Flits of all peers become rows of up to ROW_WORDS words, so that every peer's link may give a
// flit a cycle while one row a cycle is written.
// Contract: a row is words of one channel and one epoch, in order, the first in the low bits; its
// side is that of its last word, all before have all elements and no `end`. It is offered when it
// has ROW_WORDS words, or fewer: behind a word that is not full or has `end`, behind the last of a
// packet while `lone`, before a word of another channel or epoch, and when nothing has come for it
// in IDLE to 2 IDLE cycles and not `jam`. What is offered stays until it is taken. `part`: words of
// the peer are here. A node's flits to itself are not taken.
// Cut: what leaves is registers; s_tready follows from s_tdata and m_tready.
// Latency: 1 cycle from the flit that completes a row. Throughput: a flit a cycle of each peer.
module bl_eth_rows #(
    // nodes: 2..16
    parameter NODES = 4,
    // elements in a word: 1..16
    parameter ELEMS = 8,
    // bits in an element: 1..1024
    parameter ELEM_W = 32,
    // bits of a channel's number: 1..4
    parameter CHAN_W = 2,
    // words in a row: 2..64, a power of two
    parameter ROW_WORDS = 2,
    // cycles without a word that complete a row: 2..4096
    parameter IDLE = 32,
    // derived, leave alone: bits of a flit, of a row
    parameter FLIT_W = ELEMS * ELEM_W + ELEMS + CHAN_W + 3,
    parameter ETH_ROW_W = ROW_WORDS * ELEMS * ELEM_W + ELEMS + CHAN_W + 3
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [NODES-1:0]        self,
    input  wire [NODES-1:0]        lone,
    input  wire [NODES-1:0]        jam,
    // flits by peer
    input  wire [NODES-1:0]        s_tvalid,
    output wire [NODES-1:0]        s_tready,
    input  wire [NODES*FLIT_W-1:0] s_tdata,
    // rows by peer (row.def), and how many words they have
    output wire [NODES-1:0]        m_tvalid,
    input  wire [NODES-1:0]        m_tready,
    output wire [NODES*ETH_ROW_W-1:0]  m_tdata,
    output wire [NODES*7-1:0]      m_twords,
    output wire [NODES-1:0]        part
);
    localparam DATA_W = ELEMS * ELEM_W;
    localparam [31:0] LAST = ROW_WORDS - 1, PAUSE = IDLE - 1;

    generate
        if (NODES < 2 || NODES > 16) begin : g_check_nodes
            bl_eth_rows_illegal_NODES illegal();
        end
        if (ELEMS < 1 || ELEMS > 16) begin : g_check_elems
            bl_eth_rows_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1 || ELEM_W > 1024) begin : g_check_elem_w
            bl_eth_rows_illegal_ELEM_W illegal();
        end
        if (CHAN_W < 1 || CHAN_W > 4) begin : g_check_chan_w
            bl_eth_rows_illegal_CHAN_W illegal();
        end
        if (ROW_WORDS < 2 || ROW_WORDS > 64 || (ROW_WORDS & (ROW_WORDS - 1)) != 0)
            begin : g_check_row_words
            bl_eth_rows_illegal_ROW_WORDS illegal();
        end
        if (IDLE < 2 || IDLE > 4096) begin : g_check_idle
            bl_eth_rows_illegal_IDLE illegal();
        end
    endgenerate

    reg  [11:0] pause;
    wire        tick = pause == PAUSE[11:0];
    always @(posedge clk)
        if (rst | tick) pause <= 12'd0;
        else pause <= pause + 1'b1;

    genvar p, k;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            reg               full, quiet;
            reg  [6:0]        count;
            reg                         epoch, is_end, is_last;
            reg  [CHAN_W-1:0]           channel;
            reg  [ELEMS-1:0]            keep;
            reg  [ROW_WORDS*DATA_W-1:0] words;
            wire                        comes_epoch, comes_end, comes_last;
            wire [CHAN_W-1:0]           comes_channel;
            wire [ELEMS-1:0]            comes_keep;
            wire [DATA_W-1:0]           data;
            bl_flit_unpack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W)) unpack (
                .flit(s_tdata[p*FLIT_W +: FLIT_W]), .data(data), .keep(comes_keep),
                .channel(comes_channel), .is_last(comes_last), .is_end(comes_end),
                .epoch(comes_epoch));
            bl_eth_row_pack #(.ELEMS(ELEMS), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W),
                              .ROW_WORDS(ROW_WORDS)) pack (
                .words(words), .keep(keep), .channel(channel), .is_last(is_last),
                .is_end(is_end), .epoch(epoch), .row(m_tdata[p*ETH_ROW_W +: ETH_ROW_W]));
            wire              taken  = full & m_tready[p];
            wire              starts = taken | (count == 7'd0);
            wire [6:0]        place  = starts ? 7'd0 : count;
            wire              fits   = starts
                | ((comes_epoch == epoch) & (comes_channel == channel));
            wire              comes  = s_tvalid[p] & s_tready[p];
            wire              closes = (place == LAST[6:0]) | comes_end | ~(&comes_keep)
                | (comes_last & lone[p]);
            wire              stale  = tick & quiet & ~jam[p] & (count != 7'd0);
            assign s_tready[p] = (~full | taken) & fits & ~self[p];
            always @(posedge clk) begin
                if (comes) begin
                    epoch   <= comes_epoch;
                    is_end  <= comes_end;
                    is_last <= comes_last;
                    channel <= comes_channel;
                    keep    <= comes_keep;
                end
                if (comes) count <= place + 1'b1;
                else if (taken) count <= 7'd0;
                if (comes) full <= closes;
                else if (taken) full <= 1'b0;
                else full <= full | stale | (s_tvalid[p] & ~fits);
                quiet <= (quiet | tick) & ~comes;
                if (rst) begin
                    count <= 7'd0;
                    full  <= 1'b0;
                end
            end
            for (k = 0; k < ROW_WORDS; k = k + 1) begin : g_word
                localparam [31:0] PLACE = k;
                always @(posedge clk)
                    if (comes && place == PLACE[6:0]) words[k*DATA_W +: DATA_W] <= data;
            end
            assign m_twords[p*7 +: 7] = count;
            assign m_tvalid[p] = full;
            assign part[p]     = count != 7'd0;
        end
    endgenerate
endmodule
`default_nettype wire
