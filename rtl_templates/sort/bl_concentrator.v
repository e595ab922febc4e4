`default_nettype none
// Concentrator: the elements that come on any of PORTS lines in a clock leave on consecutive lines, going on where the last clock ended.
// Contract: the valid elements, in the order of the clocks and of the lines, leave on lines 0, 1, .. PORTS-1, 0, 1, .. (from line 0
// after rst). No backpressure. `taken`: number of elements offered in the last clock. `m_last` is `s_last` after the latency.
// A prefix sum gives each element its line; a butterfly then settles the bits of the line, lowest first. Two elements can meet in stage b
// only if they come from the same block of 2^(b+1) ports; their lines then differ by less than 2^(b+1), that is in one of the bits
// settled so far: no conflict. All paths are cut by registers.
// Latency: 1 + ceil(log2(PORTS) / 2) clocks. Throughput: PORTS elements a clock.
module bl_concentrator #(
    // number of lines, 2, 4, 8, 16 or 32
    parameter PORTS = 16,
    // bits in an element, 1 or more
    parameter ELEM_W = 32
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [PORTS-1:0]        s_valid,
    input  wire [PORTS*ELEM_W-1:0] s_data,
    input  wire                    s_last,
    output reg  [5:0]              taken,
    output wire [PORTS-1:0]        m_valid,
    output wire [PORTS*ELEM_W-1:0] m_data,
    output wire                    m_last
);
    localparam LINE_W = (PORTS == 2) ? 1 : (PORTS == 4) ? 2 : (PORTS == 8) ? 3 : (PORTS == 16) ? 4 : 5;

    generate
        if (PORTS != (1 << LINE_W)) begin : g_check
            bl_concentrator_illegal_ports illegal();
        end
    endgenerate

    // number of ones in four bits; no adder, so that it is one look-up table a bit
    function [5:0] ones(input [3:0] bits);
        ones = {3'b0, &bits, (bits[0] & bits[1]) ^ (bits[2] & bits[3]) ^ ((bits[0] ^ bits[1]) & (bits[2] ^ bits[3])), ^bits};
    endfunction

    // elements on the ports below each port, counted by groups of four ports
    wire [35:0]             present = {{(36-PORTS){1'b0}}, s_valid};
    reg  [PORTS*LINE_W-1:0] below;
    reg  [5:0]              sum, place;
    integer                 port;
    always @* begin
        sum = 6'd0;
        for (port = 0; port < PORTS; port = port + 1) begin
            place = sum + ones(present[(port/4)*4 +: 4] & ~(4'b1111 << (port % 4)));
            below[port*LINE_W +: LINE_W] = place[LINE_W-1:0];
            if (port % 4 == 3 || port == PORTS - 1) sum = sum + ones(present[(port/4)*4 +: 4]);
        end
    end

    reg  [PORTS*LINE_W-1:0] rank;
    reg  [PORTS-1:0]        rank_valid;
    reg  [PORTS*ELEM_W-1:0] rank_data;
    reg                     rank_last;
    reg  [LINE_W-1:0]       base;
    always @(posedge clk) begin
        rank      <= below;
        rank_data <= s_data;
        if (rst) begin
            rank_valid <= {PORTS{1'b0}};
            rank_last  <= 1'b0;
            taken      <= 6'd0;
            base       <= {LINE_W{1'b0}};
        end else begin
            rank_valid <= s_valid;
            rank_last  <= s_last;
            taken      <= sum;
            base       <= base + taken[LINE_W-1:0];
        end
    end

    // the butterfly: a register after every second stage and after the last
    genvar r, b;
    generate
        for (b = 0; b < LINE_W; b = b + 1) begin : g_stage
            wire [PORTS-1:0]        in_valid, valid;
            wire [PORTS*LINE_W-1:0] in_position, position;
            wire [PORTS*ELEM_W-1:0] in_data, data;
            wire                    in_last, last;
            if (b == 0) begin : g_first
                assign in_valid = rank_valid;
                assign in_data  = rank_data;
                assign in_last  = rank_last;
                for (r = 0; r < PORTS; r = r + 1) begin : g_line
                    assign in_position[r*LINE_W +: LINE_W] = rank[r*LINE_W +: LINE_W] + base;
                end
            end else begin : g_next
                assign in_valid    = g_stage[b-1].valid;
                assign in_position = g_stage[b-1].position;
                assign in_data     = g_stage[b-1].data;
                assign in_last     = g_stage[b-1].last;
            end
            bl_exchange #(.LINES(PORTS), .POSITION_W(LINE_W), .ELEM_W(ELEM_W), .BIT(b), .REGISTER(b % 2 == 1 || b == LINE_W - 1)) exchange (
                .clk(clk), .rst(rst), .s_valid(in_valid), .s_position(in_position), .s_data(in_data), .s_last(in_last),
                .m_valid(valid), .m_position(position), .m_data(data), .m_last(last));
        end
    endgenerate

    assign m_valid = g_stage[LINE_W-1].valid;
    assign m_data  = g_stage[LINE_W-1].data;
    assign m_last  = g_stage[LINE_W-1].last;
    wire unused = &{1'b0, place, g_stage[LINE_W-1].position};
endmodule
`default_nettype wire
