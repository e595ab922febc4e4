// SPDX-License-Identifier: ISC
`default_nettype none
// What stands around a stage of the user's own: carries the words of one lane past it, and puts
// what it makes of every record beside the record.
// Contract: the stage looks at s_axis_tdata. `made` and `keep` are what it has made LATENCY cycles
// with `en` later; where LATENCY is 0, of the word that stands there. A record leaves as {made,
// record}, and is dropped where `keep` is 0: words may have gaps. No word is dropped. `busy`: a
// word is inside.
// Cut: s_axis_tready, which is `en`, and m_axis are registers.
// Latency: LATENCY + 1 cycles. Throughput: 1 word a cycle.
module bl_own #(
    // records in a word: 1 or more
    parameter ELEMS = 8,
    // bits in a record: 1 or more
    parameter ELEM_W = 32,
    // bits that the stage makes of a record: 0 or more
    parameter MADE_W = 8,
    // cycles from a record to what is made of it: 0..64
    parameter LATENCY = 1
) (
    input  wire                               clk,
    input  wire                               rst,
    input  wire                               s_axis_tvalid,
    output wire                               s_axis_tready,
    input  wire [ELEMS*ELEM_W-1:0]            s_axis_tdata,
    input  wire [ELEMS-1:0]                   s_axis_tkeep,
    input  wire                               s_axis_tlast,
    // the stage
    output wire                               en,
    input  wire [ELEMS*(MADE_W + 1)-1:0]      made_and_keep,
    output wire                               m_axis_tvalid,
    input  wire                               m_axis_tready,
    output wire [ELEMS*(MADE_W + ELEM_W)-1:0] m_axis_tdata,
    output wire [ELEMS-1:0]                   m_axis_tkeep,
    output wire                               m_axis_tlast,
    output wire                               busy
);
    localparam PAST_W = ELEMS * ELEM_W + ELEMS + 1;
    localparam OUT_W  = ELEMS * (MADE_W + ELEM_W) + ELEMS + 1;

    generate
        if (ELEMS < 1) begin : g_check_elems
            bl_own_illegal_ELEMS illegal();
        end
        if (ELEM_W < 1) begin : g_check_elem_w
            bl_own_illegal_ELEM_W illegal();
        end
        if (MADE_W < 0) begin : g_check_made_w
            bl_own_illegal_MADE_W illegal();
        end
        if (LATENCY < 0 || LATENCY > 64) begin : g_check_latency
            bl_own_illegal_LATENCY illegal();
        end
    endgenerate

    // Words on their way beside the stage, the oldest in the highest place.
    wire [PAST_W-1:0] past;
    wire              past_valid, held;
    wire [PAST_W-1:0] word = {s_axis_tlast, s_axis_tkeep, s_axis_tdata};

    generate
        if (LATENCY == 0) begin : g_beside
            assign past       = word;
            assign past_valid = s_axis_tvalid;
            assign held       = 1'b0;
        end else begin : g_past
            reg [LATENCY-1:0]             valid;
            reg [LATENCY*PAST_W-1:0]      words;
            wire [LATENCY:0]              next_valid = {valid, s_axis_tvalid};
            wire [(LATENCY+1)*PAST_W-1:0] next_words = {words, word};
            always @(posedge clk) begin
                if (rst) valid <= {LATENCY{1'b0}};
                else if (en) valid <= next_valid[LATENCY-1:0];
                if (en) words <= next_words[LATENCY*PAST_W-1:0];
            end
            assign past       = next_words[LATENCY*PAST_W +: PAST_W];
            assign past_valid = next_valid[LATENCY];
            assign held       = |valid;
        end
    endgenerate

    // ---- the record, and what was made of it
    wire [ELEMS*(MADE_W + ELEM_W)-1:0] records;
    wire [ELEMS-1:0]                   kept;
    genvar e;
    generate
        for (e = 0; e < ELEMS; e = e + 1) begin : g_record
            if (MADE_W > 0) begin : g_made
                assign records[e*(MADE_W + ELEM_W) + ELEM_W +: MADE_W] =
                    made_and_keep[e*(MADE_W + 1) + 1 +: MADE_W];
            end
            assign records[e*(MADE_W + ELEM_W) +: ELEM_W] = past[e*ELEM_W +: ELEM_W];
            assign kept[e] = past[ELEMS*ELEM_W + e] & made_and_keep[e*(MADE_W + 1)];
        end
    endgenerate

    wire [OUT_W-1:0] leaves;

    bl_skid #(.WIDTH(OUT_W)) out (
        .clk(clk), .rst(rst), .s_tvalid(past_valid), .s_tready(en),
        .s_tdata({past[PAST_W-1], kept, records}), .m_tvalid(m_axis_tvalid),
        .m_tready(m_axis_tready), .m_tdata(leaves));

    assign s_axis_tready = en;
    assign {m_axis_tlast, m_axis_tkeep, m_axis_tdata} = leaves;
    assign busy = held | m_axis_tvalid;

`ifdef FORMAL
    // Rule 1: any word, once taken, leaves after exactly the words that were in front of it, its
    // records unchanged, with those kept that came kept and that the stage kept. Rule 2: `busy`
    // while a word is inside. The stage is one that makes the records' lowest bits, delayed.
    (* anyseq *) wire                f_pick;
    reg                              f_reset = 1'b0, f_track = 1'b0;
    reg [7:0]                        f_inside, f_ahead;
    reg [PAST_W-1:0]                 f_word;
    reg [(LATENCY+1)*ELEMS*(MADE_W+1)-1:0] f_stage;
    integer                          f_e;
    wire                             f_in = s_axis_tvalid & s_axis_tready;
    wire                             f_out = m_axis_tvalid & m_axis_tready;
    (* anyseq *) wire [ELEMS*(MADE_W+1)-1:0] f_makes;
    reg [ELEMS*(MADE_W+1)-1:0]       f_made;
    wire [(LATENCY+1)*ELEMS*(MADE_W+1)-1:0] f_next = {f_stage, f_makes};
    always @* assume (made_and_keep == f_next[LATENCY*ELEMS*(MADE_W+1) +: ELEMS*(MADE_W+1)]);
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (!f_reset) assume (rst);
        if (en) f_stage <= f_next;
        if (rst) begin
            f_inside <= 8'd0;
            f_ahead  <= 8'd0;
            f_track  <= 1'b0;
        end else begin
            f_inside <= f_inside + {7'd0, f_in} - {7'd0, f_out};
            if (f_in && f_pick && !f_track) begin
                f_track <= 1'b1;
                f_word  <= word;
                f_made  <= f_makes;
                f_ahead <= f_inside - {7'd0, f_out};
            end else if (f_track && f_out) begin
                f_ahead <= f_ahead - 8'd1;
                if (f_ahead == 8'd0) f_track <= 1'b0;
            end
            if (f_inside != 8'd0) assert (busy);
            if (f_track && f_ahead == 8'd0 && m_axis_tvalid) begin
                assert (m_axis_tlast == f_word[PAST_W-1]);
                for (f_e = 0; f_e < ELEMS; f_e = f_e + 1) begin
                    assert (m_axis_tkeep[f_e]
                            == (f_word[ELEMS*ELEM_W + f_e] & f_made[f_e*(MADE_W+1)]));
                    assert (m_axis_tdata[f_e*(MADE_W+ELEM_W) +: ELEM_W]
                            == f_word[f_e*ELEM_W +: ELEM_W]);
                    assert (m_axis_tdata[f_e*(MADE_W+ELEM_W) + ELEM_W +: MADE_W]
                            == f_made[f_e*(MADE_W+1) + 1 +: MADE_W]);
                end
            end
        end
    end
`endif
endmodule
`default_nettype wire
