// SPDX-License-Identifier: ISC
`default_nettype none
// An output of a hub: takes turns between the inputs, a TLP at a time.
// Contract: the words of a TLP leave together. It begins when the other end of the link has room:
// SLOTS TLPs at first, one less for each that has begun, one more for each `freed`. What stands in
// PASSES is on its way around a ring and needs room for one; all else comes into it and needs room
// for two, so that a ring never fills up. SLOTS 0: the other end says by m_tready alone.
// Latency: 1 cycle. Throughput: 1 word a cycle.
module bl_hub_give #(
    // inputs: 1..8
    parameter INPUTS = 4,
    // inputs that pass on, a bit each: 0..255
    parameter PASSES = 4,
    // whether what comes in leaves room for another one: 0..1
    parameter BUBBLE = 1,
    // TLPs that the other end has room for: 0..255
    parameter SLOTS = 15
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [INPUTS-1:0]     s_tvalid,
    output wire [INPUTS-1:0]     s_tready,
    input  wire [INPUTS*128-1:0] s_tdata,
    input  wire [INPUTS-1:0]     s_tlast,
    output reg                   m_tvalid,
    input  wire                  m_tready,
    output reg  [127:0]          m_tdata,
    output reg                   m_tlast,
    input  wire                  freed
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
    endgenerate

    localparam [31:0] PASS = PASSES, SLOT = SLOTS;
    reg  [7:0]        room;                  // TLPs that may begin
    reg               one, two;              // room for as many
    reg               busy;                  // in the middle of a TLP, of
    reg  [INPUTS-1:0] held;
    reg  [INPUTS-1:0] later;                 // inputs behind the last one
    wire [INPUTS-1:0] may   = s_tvalid & ({INPUTS{two}} | ({INPUTS{one}} & PASS[INPUTS-1:0]));
    wire [INPUTS-1:0] front = may & later;
    wire [INPUTS-1:0] from  = |front ? front : may;
    wire [INPUTS-1:0] pick  = from & (~from + 1'b1);
    wire [INPUTS-1:0] turn  = busy ? held : pick;
    wire              ready = ~m_tvalid | m_tready;
    wire              goes  = ready & |(turn & s_tvalid);
    wire              begins = goes & ~busy;
    wire              last  = |(turn & s_tlast);
    reg  [127:0]      word;
    assign s_tready = turn & {INPUTS{ready}};
    always @* begin : choose
        integer i;
        word = 128'd0;
        for (i = 0; i < INPUTS; i = i + 1)
            word = word | (s_tdata[128*i +: 128] & {128{turn[i]}});
    end

    wire [7:0] room_next = SLOTS == 0 ? 8'd2
                                      : room - {7'd0, begins} + {7'd0, freed};
    always @(posedge clk)
        if (rst) begin
            room <= SLOTS == 0 ? 8'd2 : SLOT[7:0];
            one  <= 1'b1;
            two  <= SLOTS != 1 || BUBBLE == 0;
        end else begin
            room <= room_next;
            one  <= room_next != 8'd0;
            two  <= BUBBLE != 0 ? room_next > 8'd1 : room_next != 8'd0;
        end
    always @(posedge clk)
        if (rst) begin
            m_tvalid <= 1'b0;
            busy     <= 1'b0;
            held     <= {INPUTS{1'b0}};
            later    <= {INPUTS{1'b0}};
        end else begin
            if (ready) m_tvalid <= goes;
            if (goes) busy <= ~last;
            if (begins) begin
                held  <= pick;
                later <= ~(pick | (pick - 1'b1));
            end
        end
    always @(posedge clk)
        if (goes) begin
            m_tdata <= word;
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
        if (begins) f_of <= pick;
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past && f_away == 8'd0) assume (!freed);
        if (f_past && SLOTS != 0) begin
            assert (f_away <= SLOT[7:0] && room == SLOT[7:0] - f_away);
            assert (one == (room != 8'd0));
            assert (two == (BUBBLE != 0 ? room > 8'd1 : room != 8'd0));
            if (begins) assert (f_away < SLOT[7:0]);
            if (begins && BUBBLE != 0 && (pick & ~PASS[INPUTS-1:0]) != 0)
                assert (f_away + 8'd1 < SLOT[7:0]);
        end
        if (f_past && !rst) begin
            assert ((s_tready & (s_tready - 1'b1)) == 0);
            if (busy) assert (held == f_of && (s_tready & ~f_of) == 0);
            if (f_waits) assert (m_tvalid && {m_tlast, m_tdata} == f_word);
        end
    end
`endif
endmodule
`default_nettype wire
