// SPDX-License-Identifier: ISC
`default_nettype none
// Queue in block RAM whose words are shown only when they are known to be right.
// Contract: `write` puts a word behind the last one, unless `full`, which the writer looks at.
// `keep`: what was written becomes visible; `drop`: what was written since the last `keep` is
// forgotten. A cycle has one of write, keep, drop. m_tdata is valid while m_tvalid.
// Cut: full and m_tvalid are registers; m_tready reaches the read enable of the RAM and no output.
// Latency: 2 cycles from `keep`. Throughput: 1 word a cycle.
module bl_wire_store #(
    // bits in a word: 1 or more
    parameter WIDTH = 256,
    // log2 of the number of words: 2..14
    parameter LOG_DEPTH = 9
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             write,
    input  wire [WIDTH-1:0] s_tdata,
    input  wire             keep,
    input  wire             drop,
    output reg              full,
    output wire             m_tvalid,
    input  wire             m_tready,
    output wire [WIDTH-1:0] m_tdata
);
    generate
        if (WIDTH < 1) begin : g_check_width
            bl_wire_store_illegal_WIDTH illegal();
        end
        if (LOG_DEPTH < 2 || LOG_DEPTH > 14) begin : g_check_log_depth
            bl_wire_store_illegal_LOG_DEPTH illegal();
        end
    endgenerate

    reg  [LOG_DEPTH:0] wr, kept, rd;
    reg                shown;
    wire [LOG_DEPTH:0] held  = wr - rd;
    wire               fetch = (rd != kept) & (~shown | m_tready);

    assign m_tvalid = shown;

    bl_block_ram #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH)) store (
        .clk(clk), .write(write), .waddr(wr[LOG_DEPTH-1:0]), .wdata(s_tdata), .read(fetch),
        .raddr(rd[LOG_DEPTH-1:0]), .rdata(m_tdata));

    // `full` is a cycle late: two places are left for it.
    always @(posedge clk) begin
        full <= held[LOG_DEPTH] | (&held[LOG_DEPTH-1:1]);
        if (write) wr   <= wr + 1'b1;
        if (keep)  kept <= wr;
        if (drop)  wr   <= kept;
        if (fetch) rd   <= rd + 1'b1;
        if (fetch)         shown <= 1'b1;
        else if (m_tready) shown <= 1'b0;
        if (rst) begin
            wr    <= {(LOG_DEPTH+1){1'b0}};
            kept  <= {(LOG_DEPTH+1){1'b0}};
            rd    <= {(LOG_DEPTH+1){1'b0}};
            shown <= 1'b0;
            full  <= 1'b0;
        end
    end

`ifdef FORMAL
    // Rule 1: a word is shown only when one is kept that was not taken yet, and of two cycles in
    // which there is one the second shows it.
    // Rule 2: any word, once kept, leaves after exactly the words that were in front of it,
    // unchanged; none that was dropped does.
    // Rule 3: the RAM is never read at the address that is being written, and never holds more than
    // it has places.
    localparam DEPTH = 1 << LOG_DEPTH;
    (* anyseq *) wire f_pick;
    reg               f_reset = 1'b0, f_track = 1'b0, f_kept, f_waited = 1'b0;
    reg [LOG_DEPTH:0] f_all, f_sure, f_ahead;   // written, kept; in front of the word watched
    reg [WIDTH-1:0]   f_value;
    wire              f_leaves = m_tvalid & m_tready;
    always @(posedge clk) begin
        f_reset  <= 1'b1;
        f_waited <= !rst && f_sure != 0 && !m_tvalid;
        if (rst) begin
            f_all   <= 0;
            f_sure  <= 0;
            f_track <= 1'b0;
        end else begin
            f_all  <= (drop ? f_sure : f_all + write) - f_leaves;
            f_sure <= (keep ? f_all : f_sure) - f_leaves;
            if (f_track) begin
                f_kept <= f_kept | keep;
                if (drop && !f_kept) f_track <= 1'b0;
                if (f_leaves) begin
                    f_ahead <= f_ahead - 1'b1;
                    if (f_ahead == 0) f_track <= 1'b0;
                end
            end else if (f_pick && write) begin
                f_track <= 1'b1;
                f_kept  <= 1'b0;
                f_value <= s_tdata;
                f_ahead <= f_all - f_leaves;
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (write + keep + drop <= 1);
        assume (!(write && full));
        if (f_reset) begin
            if (m_tvalid) assert (f_sure != 0);
            if (f_waited) assert (m_tvalid);
            assert (f_all <= DEPTH + 1 && f_sure <= f_all);
            assert (!(write && fetch && wr[LOG_DEPTH-1:0] == rd[LOG_DEPTH-1:0]));
            if (f_track && m_tvalid && f_ahead == 0) assert (m_tdata == f_value && f_kept);
        end
    end
`endif
endmodule
`default_nettype wire
