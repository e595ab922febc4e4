// Cuts packets anew.
// Shapes: 3 4.
// Cells as a carrier: bl_cells in every node of a ring, both ways round, links of DELAY cycles.
// A cell goes the shorter way; where it passes node 0 it goes on in virtual channel 1. FLIP words
// in 100,000 of a link have one bit flipped, and as many cycles of the wire back. Told to stop, the
// links between the last node and node 0 let nothing pass any more. With CROSSES each link and each
// wire back comes with the clock of the node that it is from, in another of 16 phases each, which
// with WANDER, 1/1000 ns a cycle, goes on to 3 cycles and back.
`timescale 1ns/1ps
`default_nettype none
module carrier_cells #(parameter NODES = 4, NODE_W = 2, FLIT_W = 40, LOG_BUFFER = 7, ELEMS = 1,
                       CHAN_W = 4, WORD_W = 64, CELL_WORDS = 17, LOG_CELLS = 3, DELAY = 6,
                       FLIP = 0, SILENCE = 300, ORDER = 1, FORWARD = 1, BARRIERS = 0,
                       CROSSES = 0, WANDER = 0) (
`include "carrier_ports.vh"
);
    localparam ELEM_W = (FLIT_W - ELEMS - CHAN_W - 3) / ELEMS, GROUPS = (NODES + 3) / 4;
    // barriers, of a bench that has them: node 0 lets go both ways round, to the farthest
    localparam B = (BARRIERS > 0) ? BARRIERS : 1;
    reg  [NODES*B-1:0]        enters = 0;
    wire [NODES*B-1:0]        leaves;
    wire [NODES*2-1:0]        out_first, out_parity, said, heard, says;
    wire [NODES*2*WORD_W-1:0] out_word;
    // a word of the tables: {number, changes}; all nodes get theirs at once
    reg  [7:0]                row = 0;
    reg                       changes = 0;
    integer                   seed = 17, flips = 0, turn = 0;
    function [31:0] draw;
        input integer below;
        draw = ($random(seed) & 32'h7fffffff) % below;
    endfunction
    always @(posedge clk)
        if (rst) {row, changes} <= 0;
        else if (row <= 5 * GROUPS) begin
            changes <= !changes;
            row     <= row + {7'd0, changes};
        end

    genvar n, k;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam [31:0] NODE = n;
            reg  [31:0] word;
            wire [31:0] taken;
            localparam  AHEAD = n < NODES / 2, BACK = (n == 0 ? NODES : n) - 1 > NODES / 2;
            integer     s, d, i, right, way;
            // The entry of source s for node d: link 0 leads to the next node, link 1 back.
            always @* begin
                word = 32'd0;
                // copies of a cell for all, then link 0, channels 0 and 1, link 1, the node
                s = (row - 1) / GROUPS;
                for (i = 0; i < 4; i = i + 1) begin
                    d = (row - 1) % GROUPS * 4 + i;
                    right = (d + NODES - n) % NODES;
                    way = (d == n) ? 3 : (s < 2) ? 1 : (s < 4) ? 2
                        : (2 * right < NODES || (2 * right == NODES && n % 2 == 0)) ? 1 : 2;
                    // channel 1 from node 0 on
                    word[4*i +: 4] = d >= NODES ? 0
                        : {way[1:0], 1'b0, (s == 1 || s == 3
                                            || (s < 4 && n == 0 && d != n)) ? 1'b1 : 1'b0};
                end
                word[23:20] = s < 2 ? s : s < 4 ? s + 2 : 8;
                word[19:16] = (row - 1) % GROUPS;
                if (row == 0) word = {12'h009, 12'd0, BACK ? 4'd8 : 4'd0, AHEAD ? 4'd4 : 4'd0};
                word[31] = ~taken[31];
                if (!changes) word = taken;
            end
            bl_cells #(.NODES(NODES), .NODE_W(NODE_W), .ELEMS(ELEMS), .ELEM_W(ELEM_W),
                .CHAN_W(CHAN_W), .WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS),
                .LOG_CELLS(LOG_CELLS), .ORDER(ORDER), .FORWARD(FORWARD),
                .LOG_BUFFER(LOG_BUFFER), .TIMEOUT(150), .RETRIES(1000),
                .SILENCE(SILENCE), .CROSSES(CROSSES), .BARRIERS(BARRIERS)) port (
                .clk(clk), .rst(rst), .node(NODE[NODE_W-1:0]),
                .s_tvalid(s_flit_tvalid[n*NODES +: NODES]),
                .s_tready(s_flit_tready[n*NODES +: NODES]),
                .s_tdata(s_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_credit(s_credit[n*NODES*4 +: NODES*4]),
                .m_tvalid(m_flit_tvalid[n*NODES +: NODES]),
                .m_tdata(m_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .m_credit(m_credit[n*NODES*4 +: NODES*4]), .stopped(stopped[n]), .cause(),
                .barrier_enters(enters[n*B +: B]), .barrier_leaves(leaves[n*B +: B]),
                .table_word(word), .table_taken(taken), .sent(), .again(),
                .m_cell_first(out_first[2*n +: 2]), .m_cell_word(out_word[2*n*WORD_W +: 2*WORD_W]),
                .m_cell_parity(out_parity[2*n +: 2]), .m_cell_said(heard[2*n +: 2]),
                .m_cell_says(says[2*n +: 2]),
                .s_cell_tvalid({g_link[2*n+1].came, g_link[2*n].came}),
                .s_cell_first({g_link[2*n+1].first, g_link[2*n].first}),
                .s_cell_word({g_link[2*n+1].word, g_link[2*n].word}),
                .s_cell_parity({g_link[2*n+1].parity, g_link[2*n].parity}),
                .s_cell_said(said[2*n +: 2]));
        end
        // link k into node n, from the node before it, or behind it
        for (n = 0; n < 2 * NODES; n = n + 1) begin : g_link
            localparam FROM = 2 * ((n / 2 + (n % 2 ? 1 : NODES - 1)) % NODES) + n % 2;
            localparam CUT  = (n == 0 || n == 2 * NODES - 1);
            reg [WORD_W+1:0] there [0:DELAY-1];
            reg [DELAY-1:0]  back = 0;
            reg [WORD_W+1:0] flaw;
            integer          i;
            initial for (i = 0; i < DELAY; i = i + 1) there[i] = 0;
            always @(posedge clk) begin
                flaw = 0;
                if (FLIP != 0 && draw(100000) < FLIP) begin
                    flaw[draw(WORD_W + 2)] = 1;
                    flips = flips + 1;
                end
                there[0] <= rst || (stop && CUT) ? 0
                    : {out_parity[FROM], out_first[FROM], out_word[FROM*WORD_W +: WORD_W]} ^ flaw;
                for (i = 1; i < DELAY; i = i + 1) there[i] <= there[i-1];
                back <= {back[DELAY-2:0], !rst && !(stop && CUT)
                         & (said[n] ^ (FLIP != 0 && draw(100000) < FLIP))};
            end
            cell_phase #(.WIDTH(WORD_W + 2), .CROSSES(CROSSES), .PHASE(5 * n % 16),
                .WANDER(WANDER)) over (.clk(clk), .rst(rst), .s(there[DELAY-1]));
            cell_phase #(.WIDTH(1), .CROSSES(CROSSES), .PHASE((5 * n + 8) % 16),
                .WANDER(WANDER)) back_over (.clk(clk), .rst(rst), .s(back[DELAY-1]));
            wire              came, first, parity;
            wire [WORD_W-1:0] word;
            if (CROSSES == 1) begin : g_crosses
                bl_cell_cross #(.WORD_W(WORD_W), .CELL_WORDS(CELL_WORDS)) crossing (
                    .s_clk(over.clock), .s_rst(over.reset), .s_first(over.m[WORD_W]),
                    .s_word(over.m[WORD_W-1:0]), .s_parity(over.m[WORD_W+1]), .m_clk(clk),
                    .m_rst(rst), .m_tvalid(came), .m_first(first), .m_word(word),
                    .m_good(parity));
                bl_cell_said crosses_back (
                    .s_clk(back_over.clock), .s_rst(back_over.reset), .s_say(back_over.m),
                    .m_clk(clk), .m_rst(rst), .m_tvalid(says[FROM]), .m_say(heard[FROM]));
            end else begin : g_same
                assign came = 1'b1;
                assign {parity, first, word} = over.m;
                assign says[FROM]  = 1'b1;
                assign heard[FROM] = back_over.m;
            end
        end
    endgenerate
endmodule
`default_nettype wire
