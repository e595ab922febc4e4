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
    reg  [2:0]   rested;                      // `runs` was 0: a cycle ago, and before
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

    assign ask    = wants & ~fetching & waiting < 5'd8 & ~stops;
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
        m_early <= direct & (&rested);
        rested  <= {rested[1:0], ~runs & ~rst};
        // the first register stands ready
        if (~m_tvalid) m_tdata <= store[runs ? {fetched, first[3:0]} : 5'd0];
        if (asked) nearby <= 1'b1;
        else if (takes) nearby <= next[47:7] == ask_at[47:7] && next[6:5] > comes;
        if (asked) comes <= ask_at[6:5];
        else if (got) comes <= comes + 2'd1;
    end
    wire unused = &{1'b0, source_low, source_high, block, target_low, target_high, size,
                    source_stride, target_stride, 1'b0};
`ifdef FORMAL
    // Assumed: `begins` comes while `runs` is 0, which it is not in the next cycle; `runs` ends
    // when all is dry, or stops, and no read is on its way. `stops` lasts until the next run. A
    // read has the descriptors from what was asked for to the end of 128 bytes, unless it is
    // `unread`.
    // Rule 1: what is asked for is what the former descriptor, or the beginning, named as the next;
    // it is on no read, fewer than eight wait, and nothing stops.
    // Rule 2: of what comes, that which is wanted is taken, and nothing else.
    // Rule 3: what was taken, or is in a register, is handed over as it was, in order, once.
    // Rule 4: a request stays until it is taken; m_early is 1 where it has stood for three cycles.
    // Rule 5: `failed` and `dry` say that none waits, and why no other will come.
    // The data of rules 3 and 4 are a bit of 256 that are alike.
    localparam F_BIT = 160;
    (* anyconst *) reg [3:0] f_slot;
    (* anyseq *)   reg       f_arm;
    reg         f_past = 1'b0;
    reg         f_begins, f_runs, f_stops, f_ends, f_waits, f_moves, f_reads, f_wanted;
    reg         f_lost;                       // it was not read
    reg  [47:0] f_next;                       // the address of the descriptor that is wanted
    reg  [47:0] f_at;                         // of the one that comes
    reg  [4:0]  f_many;                       // that wait
    reg  [1:0]  f_stood;                      // cycles that the register's request has
    reg  [4:0]  f_asked;                      // of the register: slot and bit
    reg         f_known, f_kept;              // what the register of that number holds
    reg         f_armed, f_value;             // the one that is watched
    reg  [4:0]  f_ahead;                      // requests before it
    reg  [2:0]  f_bits;                       // of m_tdata, a cycle ago and before
    wire        f_take = got & f_reads & f_wanted & f_at == f_next & ~stops;
    wire        f_give = m_tvalid & m_tready & ~stops;
    wire        f_near = f_next[47:7] == f_at[47:7] && f_next[6:5] >= f_at[6:5];
    wire [4:0]  f_rest = f_many - {4'd0, f_give};
    always @(posedge clk) begin
        f_past   <= 1'b1;
        f_begins <= begins & ~rst;
        f_runs   <= runs & ~rst;
        f_stops  <= stops & ~begins & ~rst;
        f_ends   <= (dry | stops) & ~f_reads & ~asked;
        f_waits  <= m_tvalid & ~m_tready & ~stops & ~rst;
        f_moves  <= f_many != 5'd0 & ~m_tvalid & ~stops & ~begins & ~rst;
        f_asked  <= {slot, request[F_BIT]};
        f_stood  <= rst || f_asked != {slot, request[F_BIT]} ? 2'd0
                  : f_stood + {1'b0, f_stood != 2'd3};
        f_bits   <= {f_bits[1:0], m_tdata[F_BIT]};
        f_known  <= ~rst & (f_known | (~runs && slot == f_slot));
        if (~runs && slot == f_slot) f_kept <= request[F_BIT];
        if (asked) f_at <= ask_at;
        else if (got) f_at <= f_at + 48'd32;
        if (begins) f_next <= chain;
        else if (f_take) f_next <= next;
        f_reads <= ~rst & (asked | (f_reads & ~ended & ~unread));
        if (rst) {f_wanted, f_lost, f_armed, f_many} <= 8'd0;
        else if (begins) begin
            {f_wanted, f_lost} <= {~of_registers, 1'b0};
            f_many  <= of_registers ? total : 5'd0;
            f_armed <= of_registers && f_known && {1'b0, f_slot} < total
                    && !(slot == f_slot && request[F_BIT] != f_kept);
            f_ahead <= {1'b0, f_slot};
            f_value <= f_kept;
        end else if (stops) {f_wanted, f_lost, f_armed, f_many} <= 8'd0;
        else begin
            if (unread & f_wanted & f_near) {f_wanted, f_lost} <= 2'd1;
            else if (f_take) f_wanted <= next != 48'd0 && next[4:0] == 5'd0;
            f_many <= f_rest + {4'd0, f_take};
            if (f_give) f_ahead <= f_ahead - 5'd1;
            if (f_give && f_ahead == 5'd0) f_armed <= 1'b0;
            if (f_take && f_arm && !f_armed) begin
                f_armed <= 1'b1;
                f_ahead <= f_rest;
                f_value <= descriptor[F_BIT];
            end
        end
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past && !rst) begin
            assume (!begins || (!runs && !f_begins && !f_reads));
            assume (!begins || f_stood == 2'd3 && f_asked == {slot, request[F_BIT]});
            assume (!begins || chain[4:0] == 5'd0);
            assume (f_runs ? runs || f_ends : runs == f_begins);
            assume (!f_stops || stops);
            assume (!asked || ask);
            assume (!got && !ended && !unread || f_reads);
            assume (ended == (got && f_at[6:5] == 2'd3 && !unread));
            // rule 1
            if (ask) assert (f_wanted && ask_at == f_next && !f_reads && f_many < 5'd9);
            if (ask) assert (waiting < 5'd8 && !stops);
            // rule 2
            if (!stops) assert (takes == f_take);
            // rule 3
            if (!stops) assert (f_many == waiting + {4'd0, m_tvalid});
            if (f_armed && f_ahead == 5'd0 && m_tvalid) assert (m_tdata[F_BIT] == f_value);
            // rule 4
            if (f_waits && !stops) assert (m_tvalid && m_tdata[F_BIT] == f_bits[0]);
            if (f_moves && !stops) assert (m_tvalid);
            if (m_early && m_tvalid) assert ({2{m_tdata[F_BIT]}} == f_bits[1:0]);
            // rule 5
            if (failed && !stops) assert (f_lost && f_many == 5'd0 && !f_wanted);
            if (dry && !stops && !f_stops)
                assert (!f_lost && f_many == 5'd0 && !f_wanted && !f_reads);
        end
    end
`endif
endmodule
`default_nettype wire
