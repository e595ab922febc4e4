// SPDX-License-Identifier: ISC
`default_nettype none
// The requests of a hub's engine, in the order in which they are run: those in registers, or those
// of a chain of descriptors in the host's memory.
// Contract: while `runs` is 0 the register `slot` holds `request`, which stands four cycles. With
// `begins`, a cycle before `runs`, the registers from 0 to total - 1 are the requests, or the
// descriptor at `chain` and those behind it, fetched while fewer than eight wait. `ask`: the
// descriptor at `ask_at` is wanted, until `asked`; then it comes, and with it what lies behind it
// to the end of 128 bytes, as one read has them: `got` with 32 bytes each in `descriptor`, and
// `ended` at the end, or `unread`. Those of them that are next in the chain are not fetched again.
// `failed`: the next request could not be fetched, and none waits. `stops` forgets all that wait.
// `dry`: none waits, or is to be fetched. `m_early`: m_tdata has stood for three cycles.
// Latency: 1 cycle to the first register, 2 to others. Throughput: a request every second cycle.
module bl_hub_requests (
    input  wire         clk,
    input  wire         rst,
    input  wire [255:0] request,
    input  wire [3:0]   slot,
    input  wire         runs,
    input  wire         begins,
    input  wire         of_registers,
    input  wire [4:0]   total,
    input  wire [47:0]  chain,
    input  wire         stops,
    output wire         ask,
    output reg  [47:0]  ask_at,
    input  wire         asked,
    input  wire         got,
    input  wire         ended,
    input  wire         unread,
    input  wire [255:0] descriptor,
    output reg          m_tvalid,
    input  wire         m_tready,
    output reg  [255:0] m_tdata,
    output reg          m_early,
    output wire         failed,
    output wire         dry
);
    // 16 registers, and 16 places for descriptors.
    reg  [255:0] store [0:31];
    reg  [4:0]   first, behind;
    reg          fetched, wants, fetching, unreadable;
    reg          nearby;                      // the wanted one is in what is being fetched,
    reg  [1:0]   comes;                       // of which this comes next
    wire [4:0]   waiting = behind - first;
    wire         some    = behind != first;
    wire         moves   = some & ~m_tvalid;
    wire         direct  = begins & of_registers & total != 5'd0;
    wire         takes   = got & wants & nearby & comes == ask_at[6:5];

    wire [31:0] source_low, target_low, next_low, size, source_stride, target_stride;
    wire [15:0] source_high, block, target_high, next_high;
    bl_chain_descriptor_unpack came (
        .descriptor(descriptor), .source_low(source_low), .source_high(source_high),
        .block(block), .target_low(target_low), .target_high(target_high),
        .next_high(next_high), .next_low(next_low), .size(size), .source_stride(source_stride),
        .target_stride(target_stride));
    wire [47:0] next = {next_high, next_low};

    assign ask    = wants & ~fetching & waiting < 5'd8;
    assign failed = unreadable & ~some & ~m_tvalid;
    assign dry    = ~some & ~m_tvalid & ~wants & ~fetching & ~unreadable;
    always @(posedge clk)
        if (~runs) store[{1'b0, slot}] <= request;
        else if (takes) store[{1'b1, behind[3:0]}] <= descriptor;
    always @(posedge clk)
        if (rst) begin
            {fetched, wants, fetching, unreadable, m_tvalid} <= 5'd0;
            {first, behind} <= 10'd0;
        end else begin
            if (moves | direct) m_tvalid <= 1'b1;
            else if (m_tready) m_tvalid <= 1'b0;
            if (moves) first <= first + 5'd1;
            if (asked) fetching <= 1'b1;
            else if (ended | unread) fetching <= 1'b0;
            if (begins) begin
                first   <= {4'd0, direct};
                behind  <= of_registers ? total : 5'd0;
                fetched <= ~of_registers;
                wants   <= ~of_registers;
            end else if (stops) begin
                {wants, unreadable, m_tvalid} <= 3'd0;
                behind <= first;
                first  <= first;
            end else begin
                if (takes) behind <= behind + 5'd1;
                if (takes) wants <= next != 48'd0 && next[4:0] == 5'd0;
                if (unread & nearby) {wants, unreadable} <= {1'b0, wants};
            end
        end
    always @(posedge clk) begin
        if (begins) ask_at <= chain;
        else if (takes) ask_at <= next;
        m_early <= direct;
        // the first register stands ready
        if (~m_tvalid) m_tdata <= store[runs ? {fetched, first[3:0]} : 5'd0];
        if (asked) nearby <= 1'b1;
        else if (takes) nearby <= next[47:7] == ask_at[47:7] && next[6:5] > comes;
        if (asked) comes <= ask_at[6:5];
        else if (got) comes <= comes + 2'd1;
    end
    wire unused = &{1'b0, source_low, source_high, block, target_low, target_high, size,
                    source_stride, target_stride, 1'b0};
endmodule
`default_nettype wire
