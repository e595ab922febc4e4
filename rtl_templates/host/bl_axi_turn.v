// SPDX-License-Identifier: ISC
`default_nettype none
// One of several requests a cycle, in turn.
// Contract: of those that are valid the next one behind the last that was taken is offered; a
// request that waits is taken after at most PORTS - 1 others.
// Latency: 0 cycles. Throughput: a request a cycle.
module bl_axi_turn #(
    // masters: 2..8
    parameter PORTS = 3,
    // bits of a master's number: log2(PORTS)..3
    parameter PORT_W = 2,
    // bits in an address: 1 or more
    parameter WIDTH = 64
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [PORTS*WIDTH-1:0] s_axi_addr,
    input  wire [PORTS*8-1:0]     s_axi_len,
    input  wire [PORTS-1:0]       s_axi_valid,
    output wire [PORTS-1:0]       s_axi_ready,
    output wire                   m_valid,
    input  wire                   m_ready,
    output reg  [PORT_W-1:0]      m_number,
    output reg  [WIDTH+7:0]       m_request
);
    generate
        if (PORTS < 2 || PORTS > 8 || PORTS > (1 << PORT_W)) begin : g_check_ports
            bl_axi_turn_illegal_PORTS illegal();
        end
        if (PORT_W < 1 || PORT_W > 3) begin : g_check_port_w
            bl_axi_turn_illegal_PORT_W illegal();
        end
        if (WIDTH < 1) begin : g_check_width
            bl_axi_turn_illegal_WIDTH illegal();
        end
    endgenerate

    reg  [PORTS-1:0] above;                      // those behind the one that was taken last
    wire [PORTS-1:0] first = |(s_axi_valid & above) ? s_axi_valid & above : s_axi_valid;
    wire [PORTS-1:0] one   = first & (~first + 1'b1);
    assign m_valid     = |s_axi_valid;
    assign s_axi_ready = m_ready ? one : {PORTS{1'b0}};
    integer i;
    always @* begin
        m_number  = {PORT_W{1'b0}};
        m_request = {(WIDTH+8){1'b0}};
        for (i = 0; i < PORTS; i = i + 1) if (one[i]) begin
            m_number  = m_number | i[PORT_W-1:0];
            m_request = m_request | {s_axi_len[i*8 +: 8], s_axi_addr[i*WIDTH +: WIDTH]};
        end
    end
    always @(posedge clk) begin
        if (m_valid & m_ready) above <= ~(one | (one - 1'b1));
        if (rst) above <= {PORTS{1'b0}};
    end

`ifdef FORMAL
    // Rule 1: one is taken at most, and only one that is valid.
    // Rule 2: a request that stays is taken after at most PORTS - 1 others.
    (* anyconst *) reg [PORT_W-1:0] f_who;
    reg [PORT_W:0] f_others = 0;
    always @(posedge clk) begin
        if (rst || !s_axi_valid[f_who] || s_axi_ready[f_who]) f_others <= 0;
        else if (|s_axi_ready) f_others <= f_others + 1'b1;
    end
    initial assume (rst);
    always @* begin
        assume (f_who < PORTS);
        assert ((s_axi_ready & (s_axi_ready - 1'b1)) == 0);
        assert ((s_axi_ready & ~s_axi_valid) == 0);
        if (!rst) assert (f_others < PORTS);
    end
`endif
endmodule
`default_nettype wire
