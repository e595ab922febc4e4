`default_nettype none
// Proof that the order at the outputs of an ordered crossbar is a function of the data alone: two
// crossbars get the same two streams of up to WORDS words, each with stalls of its own at every
// input and output.
module bl_crossbar_ordered #(
    // words in the longest stream
    parameter WORDS = 2,
    // inputs and outputs of the crossbars; two elements a word
    parameter INPUTS = 2,
    parameter OUTPUTS = 1,
    // 1 is to be proven, 0 must fail
    parameter ORDERED = 1
) (
    input wire                 clk,
    input wire                 rst,
    input wire [2*INPUTS-1:0]  offer,
    input wire [2*OUTPUTS-1:0] ready
);
    localparam ELEM_W = 4;
    // the streams: destinations and kept elements of every word, index of the last word
    (* anyconst *) wire [WORDS*INPUTS*2-1:0] dests;
    (* anyconst *) wire [WORDS*INPUTS*2-1:0] keeps;
    (* anyconst *) wire [INPUTS*4-1:0]       lasts;
    // element number `number` of output `which` is compared
    (* anyconst *) wire [2:0]                number;
    (* anyconst *) wire [0:0]                which;
    reg                                      begun = 1'b0;
    wire [1:0]                               known;
    wire [2*ELEM_W-1:0]                      value;

    integer n;
    genvar c, i;
    generate
        for (c = 0; c < 2; c = c + 1) begin : g_copy
            wire [INPUTS-1:0]          s_valid, s_ready, s_last;
            wire [INPUTS*2*ELEM_W-1:0] s_data;
            wire [INPUTS*2-1:0]        s_keep, s_dest;
            wire [OUTPUTS-1:0]         m_valid, m_last;
            wire [OUTPUTS*2*ELEM_W-1:0] m_data;
            wire [OUTPUTS*2-1:0]       m_keep;
            for (i = 0; i < INPUTS; i = i + 1) begin : g_input
                reg [3:0] at;
                reg       over;
                assign s_valid[i] = !over && offer[c*INPUTS+i];
                assign s_last[i]  = at == lasts[i*4 +: 4];
                assign s_dest[i*2 +: 2] = dests[(i*WORDS+at)*2 +: 2];
                assign s_keep[i*2 +: 2] = keeps[(i*WORDS+at)*2 +: 2];
                // an element is its word, input and place
                assign s_data[(i*2+0)*ELEM_W +: ELEM_W] = (at * INPUTS + i) * 2;
                assign s_data[(i*2+1)*ELEM_W +: ELEM_W] = (at * INPUTS + i) * 2 + 1;
                always @(posedge clk) begin
                    if (rst) {over, at} <= 0;
                    else if (s_valid[i] && s_ready[i]) begin
                        at   <= at + 1'b1;
                        over <= s_last[i];
                    end
                end
            end
            bl_crossbar #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ELEMS(2), .ELEM_W(ELEM_W),
                          .DEST_W(1), .ORDERED(ORDERED), .LOG_DEPTH(2)) crossbar (
                .clk(clk), .rst(rst), .s_axis_tvalid(s_valid), .s_axis_tready(s_ready),
                .s_axis_tdata(s_data), .s_axis_tkeep(s_keep),
                .s_axis_tlast(s_last), .s_axis_tdest(s_dest), .m_axis_tvalid(m_valid),
                .m_axis_tready(ready[c*OUTPUTS +: OUTPUTS]),
                .m_axis_tdata(m_data), .m_axis_tkeep(m_keep), .m_axis_tlast(m_last));
            reg [2:0]        out;
            reg              got;
            reg [ELEM_W-1:0] first;
            wire             beat = m_valid[which] && ready[c*OUTPUTS+which];
            wire [1:0]       keep = m_keep[which*2 +: 2];
            assign known[c] = got;
            assign value[c*ELEM_W +: ELEM_W] = first;
            always @(posedge clk) begin
                if (rst) {out, got} <= 0;
                else if (beat) begin
                    out <= out + keep[0] + keep[1];
                    if (keep[0] && out == number)
                        {got, first} <= {1'b1, m_data[which*2*ELEM_W +: ELEM_W]};
                    if (keep[1] && out + 3'd1 == number)
                        {got, first} <= {1'b1, m_data[(which*2+1)*ELEM_W +: ELEM_W]};
                end
            end
        end
    endgenerate

    // Rule 1: when both crossbars have delivered an element number `number` at output `which`, it
    // is the same element.
    always @(posedge clk) begin
        begun <= 1'b1;
        if (begun) assume (!rst);
    end
    always @* begin
        if (!begun) assume (rst);
        assume (which < OUTPUTS);
        if (OUTPUTS == 1) assume (dests == 0);
        for (n = 0; n < INPUTS; n = n + 1) assume (lasts[n*4 +: 4] < WORDS);
        if (begun && known == 2'b11) assert (value[0 +: ELEM_W] == value[ELEM_W +: ELEM_W]);
    end
endmodule
`default_nettype wire
