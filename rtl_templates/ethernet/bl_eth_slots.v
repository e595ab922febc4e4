// SPDX-License-Identifier: ISC
`default_nettype none
// Free places of a memory for frames.
// Contract: `slot` is free while `some`; `take` takes it, and another one stands there in the next
// cycle if there is one. A slot that is given back is free again; none may be given back that was
// not taken. `count`: how many are free.
// Latency: 2 cycles from give to slot. Throughput: one taken and one given back a cycle.
module bl_eth_slots #(
    // frames in the memory: 2..2048
    parameter SLOTS = 16,
    // bits of a slot's number: log2(SLOTS)..11
    parameter SLOT_W = 4
) (
    input  wire              clk,
    input  wire              rst,
    output wire              some,
    output wire [SLOT_W-1:0] slot,
    input  wire              take,
    input  wire              give,
    input  wire [SLOT_W-1:0] given,
    output reg  [SLOT_W:0]   count
);
    generate
        if (SLOTS < 2 || SLOTS > 2048) begin : g_check_slots
            bl_eth_slots_illegal_SLOTS illegal();
        end
        if (SLOT_W < 1 || SLOT_W > 11 || (1 << SLOT_W) < SLOTS) begin : g_check_slot_w
            bl_eth_slots_illegal_SLOT_W illegal();
        end
    endgenerate

    localparam [31:0] ALL = SLOTS;

    // those that were never taken come first, so that nothing has to be filled after a reset
    reg  [SLOT_W:0]   fresh;
    wire              unused_ready, back;
    wire [SLOT_W-1:0] returned;
    wire              untouched = fresh != ALL[SLOT_W:0];

    assign some = untouched | back;
    assign slot = untouched ? fresh[SLOT_W-1:0] : returned;

    bl_fifo #(.WIDTH(SLOT_W), .LOG_DEPTH(SLOT_W)) queue (
        .clk(clk), .rst(rst), .s_tvalid(give), .s_tready(unused_ready), .s_tdata(given),
        .m_tvalid(back), .m_tready(take & ~untouched), .m_tdata(returned));

    always @(posedge clk) begin
        if (take & untouched) fresh <= fresh + 1'b1;
        count <= count + {{SLOT_W{1'b0}}, give} - {{SLOT_W{1'b0}}, take};
        if (rst) begin
            fresh <= {(SLOT_W+1){1'b0}};
            count <= ALL[SLOT_W:0];
        end
    end

`ifdef FORMAL
    // Rule 1: a slot that stands there is one of the memory and not taken: none is given twice.
    // Rule 2: one stands there exactly when one is not taken, as `count` says: none is lost.
    reg                f_reset = 1'b0;
    reg [(1<<SLOT_W)-1:0] f_taken;
    reg [SLOT_W:0]     f_free;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (give) f_taken[given] <= 1'b0;
        if (take) f_taken[slot] <= 1'b1;
        f_free <= f_free + give - take;
        if (rst) begin
            f_taken <= 0;
            f_free  <= ALL[SLOT_W:0];
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        assume (!take || some);
        assume (!give || f_taken[given]);
        if (f_reset) begin
            if (some) assert (slot < SLOTS && !f_taken[slot]);
            assert (some == (f_free != 0) && count == f_free);
        end
    end
`endif
endmodule
`default_nettype wire
