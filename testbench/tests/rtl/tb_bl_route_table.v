// config: -Ptb_bl_route_table.NODES=9
// config: -Ptb_bl_route_table.NODES=4 -Ptb_bl_route_table.VCS=1
// config: -Ptb_bl_route_table.NODES=64 -Ptb_bl_route_table.VCS=4
// A table of random routes is written word by word: every look-up of a link, of every channel and
// node, and of the node's own cells gives what was written, and so do the links of copies; before,
// the node's own have no way, copies none either, and nothing is known until the last word is
// there; then a reset takes that away.
`timescale 1ns/1ps
`default_nettype none
module tb_bl_route_table;
    parameter NODES = 9, VCS = 2;
    localparam NODE_W = 6, VC_W = (VCS <= 2) ? 1 : 2;
    reg                  clk = 0, rst = 1;
    reg  [31:0]          word = 0;
    wire [31:0]          taken;
    wire                 known;
    reg  [2*NODE_W-1:0]  dest = 0, own_dest = 0;
    reg  [2*VC_W-1:0]    dest_vc = 0;
    wire [3:0]           port;
    wire [2*VC_W-1:0]    vc, own_vc;
    wire [NODES*2-1:0]   ways;
    wire [1:0]           copies;
    wire [2*VC_W-1:0]    copy_vc;
    reg  [3:0]           route [0:9*64-1];
    integer              s, g, i, n, c, failures = 0, seed = 3;
    always #5 clk = ~clk;
    bl_route_table #(.NODES(NODES), .NODE_W(NODE_W), .VCS(VCS)) dut (
        .clk(clk), .rst(rst), .table_word(word), .table_taken(taken), .known(known), .dest(dest),
        .dest_vc(dest_vc), .port(port), .vc(vc), .own_dest(own_dest), .own_vc(own_vc),
        .ways(ways), .copies(copies), .copy_vc(copy_vc));

    task look; input integer link, channel, node; begin
        dest[NODE_W*link +: NODE_W] = node;
        dest_vc[VC_W*link +: VC_W]  = channel;
        own_dest[NODE_W*link +: NODE_W] = node;
        #1;
        n = (4 * link + channel) * 64 + node;
        if (port[2*link +: 2] !== route[n][3:2] || vc[VC_W*link +: VC_W] !== route[n][VC_W-1:0])
            failures = failures + 1;
        n = 8 * 64 + node;
        if (own_vc[VC_W*link +: VC_W] !== route[n][VC_W-1:0]
            || ways[2*node +: 2] !== route[n][3:2]) failures = failures + 100;
    end endtask

    initial begin
        for (i = 0; i < 9 * 64; i = i + 1)
            route[i] = 4 * (1 + ($random(seed) & 1)) + ($random(seed) & 31) % VCS;
        repeat (3) @(posedge clk);
        #1 rst = 0;
        if (ways !== 0 || copies !== 0) failures = failures + 10000;
        for (i = 0; i < 4; i = i + 1) begin
            c = i % VCS;
            n = VCS - 1 - c;
            #1 word = {~taken[31], 7'd0, 4'd9, 4'd0, 8'd0, i[1] ? 4'd8 + n[3:0] : 4'd0,
                       i[0] ? 4'd4 + c[3:0] : 4'd0};
            while (taken !== word) @(posedge clk) #1;
            if (copies !== i[1:0] || (i[0] && copy_vc[0 +: VC_W] !== c[VC_W-1:0])
                || (i[1] && copy_vc[VC_W +: VC_W] !== n[VC_W-1:0])) failures = failures + 1000000;
        end
        for (s = 0; s < 9; s = s + 1) if (s == 8 || s % 4 < VCS)
            for (g = 0; g < (NODES + 3) / 4; g = g + 1) begin
                if (known !== 1'b0) failures = failures + 10000;
                i = s * 64 + 4 * g;
                #1 word = {~taken[31], 7'd0, s[3:0], g[3:0], route[i+3], route[i+2], route[i+1],
                           route[i]};
                while (taken !== word) @(posedge clk) #1;
            end
        if (known !== 1'b1) failures = failures + 10000;
        // copies are as they were written last
        c = 3 % VCS;
        n = VCS - 1 - c;
        if (copies !== 3 || copy_vc !== {n[VC_W-1:0], c[VC_W-1:0]}) failures = failures + 1000000;
        for (s = 0; s < 2; s = s + 1) for (c = 0; c < VCS; c = c + 1)
            for (i = 0; i < NODES; i = i + 1) look(s, c, i);
        rst = 1;
        @(posedge clk) #1;
        if (known !== 1'b0 || ways !== 0 || copies !== 0 || taken !== 0)
            failures = failures + 10000;
        if (failures != 0) $display("FAIL %0d", failures);
        else $display("PASS");
        $finish(0);
    end
endmodule
`default_nettype wire
