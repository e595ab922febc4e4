// A node of the bench of cells: bl_cells with pins of widths that do not depend on it. A flit fills
// a cell, or, with WIDE 0, has 32 bits and ends its cell, whose other words are 0; what it carries
// is made of its number and the pair of nodes that it is of, and looked at where it comes: `right`.
// `s_number` has the number of the flit for each peer, which is taken with `load`, a cycle before
// it is offered. `freed`: peers of which a flit was freed; `credit`: flits for each peer, 4 bits
// each. With CROSSES what comes over links is on link_clk.
`timescale 1ns/1ps
`default_nettype none
module cell_node #(
    parameter NODES = 4, NODE_W = 2, WORD_W = 64, CELL_WORDS = 17, HEADER = 1,
    parameter LOG_BUFFER = 6, WIDE = 1, CROSSES = 0
) (
    input  wire         clk,
    input  wire         link_clk,
    input  wire         rst,
    input  wire [5:0]   node,
    input  wire [63:0]  s_tvalid,
    output wire [63:0]  s_tready,
    input  wire [63:0]  load,
    input  wire [NODES*32-1:0] s_number,
    input  wire [63:0]  freed,
    output wire [255:0] credit,
    output wire [63:0]  m_tvalid,
    output wire [31:0]  m_number,
    output wire         right,
    output wire         stopped,
    output wire [7:0]   cause,
    input  wire [31:0]  table_word,
    output wire [31:0]  table_taken,
    output wire [31:0]  sent,
    output wire [31:0]  again,
    output wire [1:0]   m_first,
    output wire [127:0] m_word,
    output wire [1:0]   m_parity,
    input  wire [1:0]   m_said,
    input  wire [1:0]   s_first,
    input  wire [127:0] s_word,
    input  wire [1:0]   s_parity,
    output wire [1:0]   s_said
);
    localparam WORDS  = (CELL_WORDS - HEADER) * WORD_W,
               ELEM_W = !WIDE ? 32 : (WORDS > 1024) ? 1024 : WORDS;
    localparam CHAN_W = 1, FLIT_W = ELEM_W + 1 + CHAN_W + 3, COPIES = ELEM_W / 32;

    function [ELEM_W-1:0] payload;
        input [5:0]  from, to;
        input [31:0] number;
        integer i;
        for (i = 0; i < COPIES; i = i + 1)
            payload[32*i +: 32] = number + ({20'd0, from, to} + 32'd1) * 32'h9e3779b1
                + i * 32'h85ebca6b;
    endfunction

    wire [NODES*FLIT_W-1:0] s_tdata, m_tdata;
    wire [NODES*4-1:0]      s_credit, m_credit;
    wire [NODES-1:0]        ready, valid;
    genvar p;
    generate
        for (p = 0; p < NODES; p = p + 1) begin : g_peer
            localparam [31:0] PEER = p;
            reg [ELEM_W-1:0] data;
            always @(posedge clk)
                if (load[p]) data <= payload(node, PEER[5:0], s_number[p*32 +: 32]);
            assign s_tdata[p*FLIT_W +: FLIT_W] = {WIDE ? 3'b001 : 3'b011, {CHAN_W{1'b0}}, 1'b1,
                data};
            assign s_credit[4*p +: 4] = {3'd0, freed[p]};
        end
    endgenerate
    reg [5:0]        from;
    reg [FLIT_W-1:0] flit;
    reg [31:0]       number;
    reg              same;
    always @* begin : seen
        integer i;
        from   = 6'd0;
        flit   = {FLIT_W{1'b0}};
        number = 32'd0;
        same   = 1'b1;
        if (|valid) begin
            for (i = 0; i < NODES; i = i + 1) if (valid[i]) from = i[5:0];
            flit = m_tdata[from*FLIT_W +: FLIT_W];
            // the number and a constant of the pair stand in a flit's lowest 32 bits
            number = flit[31:0] - ({20'd0, from, node} + 32'd1) * 32'h9e3779b1;
            same   = flit[ELEM_W:0] == {1'b1, payload(from, node, number)};
        end
    end
    assign m_number = number;
    assign right    = same;
    assign s_tready = {{(64-NODES){1'b0}}, ready};
    assign m_tvalid = {{(64-NODES){1'b0}}, valid};
    assign credit   = {{(256-4*NODES){1'b0}}, m_credit};

    wire [1:0]          says, said, there, first, parity;
    wire [2*WORD_W-1:0] word;
    genvar k;
    generate
        for (k = 0; k < 2 && CROSSES; k = k + 1) begin : g_link
            bl_cell_cross #(.WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS)) crossing (
                .s_clk(link_clk), .s_rst(rst), .s_first(s_first[k]),
                .s_word(s_word[64*k +: WORD_W]), .s_parity(s_parity[k]), .m_clk(clk), .m_rst(rst),
                .m_tvalid(there[k]), .m_first(first[k]), .m_word(word[WORD_W*k +: WORD_W]),
                .m_good(parity[k]));
            bl_cell_said back (
                .s_clk(link_clk), .s_rst(rst), .s_say(m_said[k]), .m_clk(clk), .m_rst(rst),
                .m_tvalid(says[k]), .m_say(said[k]));
        end
        if (!CROSSES) begin : g_same
            assign {says, there} = 4'b1111;
            assign {said, first, parity} = {m_said, s_first, s_parity};
            assign word = {s_word[64 +: WORD_W], s_word[0 +: WORD_W]};
        end
    endgenerate
    wire [2*WORD_W-1:0] out;
    assign m_word = {{(64-WORD_W){1'b0}}, out[WORD_W +: WORD_W], {(64-WORD_W){1'b0}},
                     out[0 +: WORD_W]};
    bl_cells #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(1), .ELEM_W(ELEM_W), .CHAN_W(CHAN_W),
        .WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS), .LOG_BUFFER(LOG_BUFFER),
        .CROSSES(CROSSES), `CELLS_PLAN) port (
        .clk(clk), .rst(rst), .node(node[NODE_W-1:0]), .s_tvalid(s_tvalid[NODES-1:0]),
        .s_tready(ready), .s_tdata(s_tdata), .s_credit(s_credit), .m_tvalid(valid),
        .m_tdata(m_tdata), .m_credit(m_credit), .stopped(stopped), .cause(cause),
        .table_word(table_word), .table_taken(table_taken), .sent(sent), .again(again),
        .m_cell_first(m_first), .m_cell_word(out), .m_cell_parity(m_parity),
        .m_cell_says(says), .m_cell_said(said), .s_cell_tvalid(there), .s_cell_first(first),
        .s_cell_word(word), .s_cell_parity(parity), .s_cell_said(s_said));
endmodule
`default_nettype wire
