// SPDX-License-Identifier: ISC
`default_nettype none
// An output of a hub: takes turns between the inputs, a TLP at a time.
// Contract: the words of a TLP leave together. It begins when the other end of the link has room:
// SLOTS TLPs at first, one less for each that has begun, one more for each `freed`. What stands in
// PASSES is on its way around a ring and needs room for one; all else comes into it and needs room
// for two, so that a ring never fills up. SLOTS 0: the other end says by m_tready alone. USERS
// bits of tuser go with each word.
// Latency: 1 cycle. Throughput: 1 word a cycle.
module bl_hub_give #(
    // inputs: 1..8
    parameter INPUTS = 4,
    // inputs that pass on, a bit each: 0..255
    parameter PASSES = 4,
    // whether what comes in leaves room for another one: 0..1
    parameter BUBBLE = 1,
    // TLPs that the other end has room for: 0..255
    parameter SLOTS = 15,
    // bits beside a word: 1..4
    parameter USERS = 1
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [INPUTS-1:0]       s_tvalid,
    output wire [INPUTS-1:0]       s_tready,
    input  wire [INPUTS*128-1:0]   s_tdata,
    input  wire [INPUTS-1:0]       s_tlast,
    input  wire [INPUTS*USERS-1:0] s_tuser,
    output reg                     m_tvalid,
    input  wire                    m_tready,
    output reg  [127:0]            m_tdata,
    output reg                     m_tlast,
    output reg  [USERS-1:0]        m_tuser,
    input  wire                    freed
);
    generate
        if (INPUTS < 1 || INPUTS > 8) begin : g_check_inputs
            bl_hub_give_illegal_INPUTS illegal();
        end
        if (PASSES < 0 || PASSES > 255) begin : g_check_passes
            bl_hub_give_illegal_PASSES illegal();
        end
        if (BUBBLE < 0 || BUBBLE > 1) begin : g_check_bubble
            bl_hub_give_illegal_BUBBLE illegal();
        end
        if (SLOTS < 0 || SLOTS > 255) begin : g_check_slots
            bl_hub_give_illegal_SLOTS illegal();
        end
        if (USERS < 1 || USERS > 4) begin : g_check_users
            bl_hub_give_illegal_USERS illegal();
        end
    endgenerate

    localparam [31:0] PASS = PASSES, SLOT = SLOTS;
    reg  [7:0]        room;                  // TLPs that may begin
    reg               one, two;              // room for as many
    reg               busy;                  // in the middle of a TLP
    // Which inputs may be taken: in the middle of a TLP its own, else those that there is room for.
    reg  [INPUTS-1:0] open;
    // Whether input j goes before input i: bit INPUTS * i + j. Those behind the last one are first.
    reg  [INPUTS*INPUTS-1:0] prior;
    wire [INPUTS-1:0] asks  = s_tvalid & open;
    reg  [INPUTS-1:0] turn;
    wire              ready = ~m_tvalid | m_tready;
    wire              goes  = ready & |asks;
    wire              begins = goes & ~busy;
    wire              last  = |(turn & s_tlast);
    reg  [INPUTS*INPUTS-1:0] prior_next;
    assign s_tready = turn & {INPUTS{ready}};
    always @* begin : choose
        integer i, j, k;
        reg [INPUTS-1:0] of;                 // behind these j is before i
        for (i = 0; i < INPUTS; i = i + 1)
            turn[i] = asks[i] & ~|(asks & prior[INPUTS*i +: INPUTS]);
        for (i = 0; i < INPUTS; i = i + 1)
            for (j = 0; j < INPUTS; j = j + 1) begin
                for (k = 0; k < INPUTS; k = k + 1)
                    of[k] = j != i && ((j > k) == (i > k) ? j < i : j > k);
                prior_next[INPUTS*i+j] = |(turn & of);
            end
    end
    // What the one whose turn it is offers, put together in pairs.
    localparam BITS = 128 + USERS;
    reg  [INPUTS*BITS-1:0] parts;
    always @* begin : put_together
        integer i, step;
        for (i = 0; i < INPUTS; i = i + 1)
            parts[BITS*i +: BITS] = {s_tuser[USERS*i +: USERS], s_tdata[128*i +: 128]}
                                  & {BITS{turn[i]}};
        for (step = 1; step < INPUTS; step = 2 * step)
            for (i = 0; i + step < INPUTS; i = i + 2 * step)
                parts[BITS*i +: BITS] = parts[BITS*i +: BITS] | parts[BITS*(i+step) +: BITS];
    end

    // ---- room: what it is next is known for both cases before a TLP begins
    wire              less = begins & ~freed, more = freed & ~begins;
    wire              one_next = SLOTS == 0 | (less ? room > 8'd1 : more | one);
    wire              two_next = SLOTS == 0 | (BUBBLE == 0 ? one_next
                                 : less ? room > 8'd2 : more ? one : two);
    wire [INPUTS-1:0] roomy = {INPUTS{two_next}} | ({INPUTS{one_next}} & PASS[INPUTS-1:0]);
    always @(posedge clk)
        if (rst) begin
            room <= SLOTS == 0 ? 8'd2 : SLOT[7:0];
            one  <= 1'b1;
            two  <= SLOTS != 1 || BUBBLE == 0;
        end else begin
            if (SLOTS != 0 && (less | more)) room <= less ? room - 8'd1 : room + 8'd1;
            one  <= one_next;
            two  <= two_next;
        end
    integer r;
    always @(posedge clk)
        if (rst) begin
            m_tvalid <= 1'b0;
            busy     <= 1'b0;
            open     <= {INPUTS{1'b0}};
            for (r = 0; r < INPUTS * INPUTS; r = r + 1)
                prior[r] <= r % INPUTS < r / INPUTS;
        end else begin
            if (ready) m_tvalid <= goes;
            if (goes) busy <= ~last;
            open <= goes ? (last ? roomy : turn) : busy ? open : roomy;
            if (begins) prior <= prior_next;
        end
    always @(posedge clk)
        if (goes) begin
            {m_tuser, m_tdata} <= parts[BITS-1:0];
            m_tlast <= last;
        end

`ifdef FORMAL
    // Rule 1: no more TLPs are away than SLOTS.
    // Rule 2: what comes into a ring leaves room for another TLP.
    // Rule 3: one input is taken at a time, and in the middle of a TLP the one that has begun it.
    // Rule 4: a word that was offered stays until it is taken, and is the one that was taken last.
    reg         f_past = 1'b0, f_waits;
    reg  [7:0]  f_away;
    reg  [INPUTS-1:0] f_of;
    reg  [128:0] f_word;
    wire [7:0]  f_left = f_away - {7'd0, freed};
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_waits <= m_tvalid & ~m_tready & ~rst;
        f_word  <= {m_tlast, m_tdata};
        if (rst) f_away <= 8'd0;
        else f_away <= f_left + {7'd0, begins};
        if (begins) f_of <= turn;
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past && f_away == 8'd0) assume (!freed);
        if (f_past && SLOTS != 0) begin
            assert (f_away <= SLOT[7:0] && room == SLOT[7:0] - f_away);
            assert (one == (room != 8'd0));
            assert (two == (BUBBLE != 0 ? room > 8'd1 : room != 8'd0));
            if (begins) assert (f_away < SLOT[7:0]);
            if (begins && BUBBLE != 0 && (turn & ~PASS[INPUTS-1:0]) != 0)
                assert (f_away + 8'd1 < SLOT[7:0]);
        end
        if (f_past && !rst) begin
            assert ((s_tready & (s_tready - 1'b1)) == 0);
            if (busy) assert (open == f_of && (s_tready & ~f_of) == 0);
            if (goes) assert (turn != 0);
            if (f_waits) assert (m_tvalid && {m_tlast, m_tdata} == f_word);
        end
    end
`endif
endmodule
`default_nettype wire
