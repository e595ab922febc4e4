// SPDX-License-Identifier: ISC
`default_nettype none
// Chooses one of several that wait, in turns, and gives its data.
// Contract: while `open`, `one` is the one that is chosen of those that wait, or none; it is behind
// all others afterwards. `data` is its own of s_data_b over s_data_a, port i in bits i*W up.
// Cut: the outputs follow from the inputs.
// Latency: 0 cycles. Throughput: one a cycle; one that waits is chosen among the next PORTS.
module bl_axi_arbiter #(
    // ports: 1..64
    parameter PORTS = 2,
    // bits of s_data_a of a port: 1 or more
    parameter A_W = 64,
    // bits of s_data_b of a port: 1 or more
    parameter B_W = 8
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 open,
    input  wire [PORTS-1:0]     waits,
    output wire [PORTS-1:0]     one,
    input  wire [PORTS*A_W-1:0] s_data_a,
    input  wire [PORTS*B_W-1:0] s_data_b,
    output reg  [A_W+B_W-1:0]   data
);
    generate
        if (PORTS < 1 || PORTS > 64) begin : g_check_ports
            bl_axi_arbiter_illegal_PORTS illegal();
        end
        if (A_W < 1) begin : g_check_a_w
            bl_axi_arbiter_illegal_A_W illegal();
        end
        if (B_W < 1) begin : g_check_b_w
            bl_axi_arbiter_illegal_B_W illegal();
        end
    endgenerate

    reg  [PORTS-1:0] above;                       // those behind the last one, up to the highest
    wire [PORTS-1:0] first = (|(waits & above)) ? waits & above : waits;
    wire [PORTS-1:0] lone  = first & (~first + 1'b1);

    assign one = lone & {PORTS{open}};

    always @(posedge clk) begin
        if (|one) above <= ~(one | (one - 1'b1));
        if (rst)  above <= {PORTS{1'b0}};
    end

    integer i;
    always @* begin
        data = {(A_W+B_W){1'b0}};
        for (i = 0; i < PORTS; i = i + 1)
            data = data | ({(A_W+B_W){lone[i]}}
                           & {s_data_b[B_W*i +: B_W], s_data_a[A_W*i +: A_W]});
    end

`ifdef FORMAL
    // Rule 1: one of those that wait is chosen exactly while `open` and one waits, with its data.
    // Rule 2: one that waits is chosen among the next PORTS.
    (* anyconst *) reg [5:0] f_port;
    reg       f_past = 1'b0;
    reg [6:0] f_others;                           // chosen while f_port waits
    always @(posedge clk) begin
        f_past <= 1'b1;
        if (~waits[f_port] | one[f_port]) f_others <= 0;
        else if (|one) f_others <= f_others + 1'b1;
        if (rst) f_others <= 0;
    end
    // those that come before f_port: all between the last one and it
    integer   f_i;
    reg [6:0] f_before;
    always @* begin
        f_before = 0;
        for (f_i = 0; f_i < PORTS; f_i = f_i + 1)
            if (f_i != f_port && (above[f_port] ? above[f_i] && f_i < f_port
                                                : above[f_i] || f_i < f_port))
                f_before = f_before + 1'b1;
    end
    always @* begin
        assume (rst == !f_past && f_port < PORTS);
        if (f_past) begin
            assert (!(|(one & ~waits)) && !(|(one & (one - 1'b1))));
            assert ((|one) == (open & (|waits)));
            if (one[f_port])
                assert (data == {s_data_b[B_W*f_port +: B_W], s_data_a[A_W*f_port +: A_W]});
            assert (f_others + f_before < PORTS);
        end
    end
`endif
endmodule
`default_nettype wire
