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
    // log2 of the number of words: 4..14
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
        if (LOG_DEPTH < 4 || LOG_DEPTH > 14) begin : g_check_log_depth
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
endmodule
`default_nettype wire
