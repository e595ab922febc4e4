// The choice against its definition: next requester in cyclic order other than the holder, none:
// stay.
// config: -Ptb_bl_rotor.R=5
// config: -Ptb_bl_rotor.R=1
// config: -Ptb_bl_rotor.R=8
`timescale 1ns/1ps
module tb_bl_rotor;
    parameter R = 4;
    reg clk = 0, rst = 1, move = 0;
    reg [R-1:0] request = 0;
    wire [R-1:0] grant;
    integer seed = 3, holder = 0, n, k, next, failed = 0, changes = 0;
    always #5 clk = ~clk;
    bl_rotor #(.REQUESTS(R)) dut (
        .clk(clk), .rst(rst), .request(request), .move(move), .grant(grant));
    initial begin
        repeat (3) @(posedge clk);
        rst <= 0;
        @(negedge clk);
        for (n = 0; n < 4000 && !failed; n = n + 1) begin
            request <= $random(seed) & $random(seed);
            move    <= $random(seed);
            @(negedge clk);
            if (move && !rst) begin
                next = holder;
                for (k = R - 1; k >= 1; k = k - 1)
                    if (request[(holder + k) % R]) next = (holder + k) % R;
                if (next != holder) changes = changes + 1;
                holder = next;
            end
            if (grant !== (1 << holder)) begin
                $display("FAIL grant %b, expected holder %0d", grant, holder);
                failed = 1;
            end
        end
        if (!failed && R > 1 && changes < 500) $display("FAIL the grant hardly moved");
        else if (!failed) $display("PASS");
        $finish(0);
    end
endmodule
