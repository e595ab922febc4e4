// The shared medium as a carrier: bl_shared_port in every node; nodes have turns of a cycle; DELAY
// cycles to every node. Credits have wires of their own.
`timescale 1ns/1ps
`default_nettype none
module carrier_shared #(parameter NODES = 4, NODE_W = 2, FLIT_W = 16, LOG_BUFFER = 7, DELAY = 30) (
`include "carrier_ports.vh"
);
    // what is on its way to all nodes: {to, from, flit} of one of them, credits of all
    wire [NODES-1:0]           sends;
    wire [NODES*NODE_W-1:0]    to;
    wire [NODES*FLIT_W-1:0]    flits;
    wire [NODES*NODES*4-1:0]   freed;
    reg                        valid [0:DELAY-1];
    reg  [NODE_W-1:0]          where [0:DELAY-1], whence [0:DELAY-1];
    reg  [FLIT_W-1:0]          flit [0:DELAY-1];
    reg  [NODES*NODES*4-1:0]   credits [0:DELAY-1];
    reg  [NODE_W-1:0]          turn = 0;
    // the tables, a word for each peer in its turn; the medium calls node a by NODES - 1 - a
    reg  [31:0]                place = 0;
    integer                    i;

    always @(posedge clk)
        if (rst) place <= 0;
        else if (place[15:8] != NODES)
            place <= {~place[31], 15'd0, place[15:8] + place[31], 8'd0};
    wire [31:0] NAMED = NODES - 1 - place[15:8];
    initial for (i = 0; i < DELAY; i = i + 1) {valid[i], credits[i]} = 0;
    always @(posedge clk) begin
        turn <= (turn == NODES - 1) ? 0 : turn + 1'b1;
        if (!rst && (sends & (sends - 1'b1)) != 0) begin
            $display("FAIL two words at a time on the medium");
            $finish(0);
        end
        valid[0]   <= !rst && |sends;
        where[0]   <= to[turn*NODE_W +: NODE_W];
        whence[0]  <= turn;
        flit[0]    <= flits[turn*FLIT_W +: FLIT_W];
        credits[0] <= rst ? 0 : freed;
        for (i = 1; i < DELAY; i = i + 1)
            {valid[i], where[i], whence[i], flit[i], credits[i]} <=
                {valid[i-1], where[i-1], whence[i-1], flit[i-1], credits[i-1]};
    end

    genvar n, d;
    generate
        for (n = 0; n < NODES; n = n + 1) begin : g_node
            localparam [NODE_W-1:0] LAST = NODES - 1;
            wire [NODES*4-1:0] come;
            bl_shared_port #(.NODES(NODES), .NODE_W(NODE_W), .FLIT_W(FLIT_W)) node (
                .clk(clk), .rst(rst),
                .s_tvalid(s_flit_tvalid[n*NODES +: NODES]),
                .s_tready(s_flit_tready[n*NODES +: NODES]),
                .s_tdata(s_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .s_credit(s_credit[n*NODES*4 +: NODES*4]),
                .m_tvalid(m_flit_tvalid[n*NODES +: NODES]),
                .m_tdata(m_flit_tdata[n*NODES*FLIT_W +: NODES*FLIT_W]),
                .m_credit(m_credit[n*NODES*4 +: NODES*4]), .stopped(stopped[n]), .cause(), .sent(),
                .barrier_enters(1'b0), .barrier_leaves(), .m_shared_enters(),
                .s_shared_leaves(4'd0),
                .table_word({place[31:8], NAMED[7:0]}), .table_taken(),
                .s_shared_turn(turn == n), .s_shared_jammed(stop), .m_shared_send(sends[n]),
                .m_shared_to(to[n*NODE_W +: NODE_W]), .m_shared_flit(flits[n*FLIT_W +: FLIT_W]),
                .m_shared_freed(freed[n*NODES*4 +: NODES*4]),
                .s_shared_came(valid[DELAY-1] && where[DELAY-1] == NODES - 1 - n),
                .s_shared_from(LAST - whence[DELAY-1]), .s_shared_flit(flit[DELAY-1]),
                .s_shared_credits(come));
            for (d = 0; d < NODES; d = d + 1) begin : g_pair
                assign come[d*4 +: 4] = credits[DELAY-1][(d*NODES+n)*4 +: 4];
            end
        end
    endgenerate
endmodule
`default_nettype wire
