// SPDX-License-Identifier: ISC
`default_nettype none
// Concentrator: the elements that come on any of PORTS lines in a cycle leave on consecutive lines,
// going on where the last cycle ended.
// Contract: the valid elements, in the order of the cycles and of the lines, leave on lines 0, 1,
// .. PORTS-1, 0, 1, .. (from line 0 after rst). No backpressure. `taken`: number of elements
// offered in the last cycle. `m_last` is `s_last` after the latency. A prefix sum gives each
// element its line; a butterfly then settles the bits of the line, lowest first. Two elements can
// meet at the switch of bit b only if they come from the same block of 2^(b+1) ports; their lines
// then differ by less than 2^(b+1), that is in one of the bits settled so far: no conflict. All
// paths are cut by registers.
// Latency: 1 + ceil(log2(PORTS) / 2) cycles. Throughput: PORTS elements a cycle.
module bl_concentrator #(
    // number of lines: 2..32, a power of two
    parameter PORTS = 16,
    // bits in an element: 1 or more
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
    localparam LINE_W  =
        (PORTS == 2) ? 1 : (PORTS == 4) ? 2 : (PORTS == 8) ? 3 : (PORTS == 16) ? 4 : 5;
    localparam LATENCY = 1 + (LINE_W + 1) / 2;

    // elements on the ports below each port: those of its group of four by look-up tables, one a
    // bit, added to those of the groups below; no function, whose copies would keep simulators
    // from sharing the code of this module
    localparam GROUPED = (PORTS + 3) / 4 * 4;
    wire [35:0]             present = {{(32-PORTS){1'b0}}, s_valid, 4'b0000};
    reg  [PORTS*LINE_W-1:0] below;
    reg  [5:0]              sum, place;
    reg  [3:0]              group;  // the one to four ports below, as far as they are in one group
    integer                 port;
    always @* begin
        sum = 6'd0;
        for (port = 0; port <= GROUPED; port = port + 1) begin
            group = present[(port+3)/4*4 +: 4] & ~(4'b1111 << ((port + 3) % 4 + 1));
            place = sum + {3'b000, &group, (group[0] & group[1]) ^ (group[2] & group[3])
                ^ ((group[0] ^ group[1]) & (group[2] ^ group[3])), ^group};
            if (port % 4 == 0) sum = place;
            if (port < PORTS) below[port*LINE_W +: LINE_W] = place[LINE_W-1:0];
        end
    end

    // line of the first element that was offered in the last cycle
    reg [LINE_W-1:0]  base;
    reg [LATENCY-1:0] last;
    always @(posedge clk) begin
        if (rst) begin
            taken <= 6'd0;
            base  <= {LINE_W{1'b0}};
            last  <= {LATENCY{1'b0}};
        end else begin
            taken <= sum;
            base  <= base + taken[LINE_W-1:0];
            last  <= {last[LATENCY-2:0], s_last};
        end
    end
    assign m_last = last[LATENCY-1];

    // stage 0 holds the elements offered, stage b + 1 settles bit b of the line; a register after
    // every second bit and after the last
    genvar s, r;
    generate
        if (PORTS != (1 << LINE_W) || ELEM_W < 1) begin : g_check
            bl_concentrator_illegal_ports illegal();
        end
        for (s = 0; s <= LINE_W; s = s + 1) begin : g_stage
            for (r = 0; r < PORTS; r = r + 1) begin : g_line
                reg              valid;
                reg [LINE_W-1:0] line;
                reg [ELEM_W-1:0] data;
                if (s == 0) begin : g_offered
                    reg [LINE_W-1:0] rank;
                    always @(posedge clk) begin
                        valid <= s_valid[r] & ~rst;
                        rank  <= below[r*LINE_W +: LINE_W];
                        data  <= s_data[r*ELEM_W +: ELEM_W];
                    end
                    always @* line = rank + base;
                end else begin : g_switch
                    // the element that wants this line comes on it or on its peer, the line that
                    // differs in bit s - 1
                    localparam PEER = r ^ (1 << (s - 1));
                    localparam LOW  = r & ~(1 << (s - 1));
                    localparam HIGH = r | (1 << (s - 1));
                    wire swap = g_stage[s-1].g_line[LOW].valid ? g_stage[s-1].g_line[LOW].line[s-1]
                        : ~g_stage[s-1].g_line[HIGH].line[s-1];
                    wire              valid_in =
                        swap ? g_stage[s-1].g_line[PEER].valid : g_stage[s-1].g_line[r].valid;
                    wire [LINE_W-1:0] line_in  =
                        swap ? g_stage[s-1].g_line[PEER].line  : g_stage[s-1].g_line[r].line;
                    wire [ELEM_W-1:0] data_in  =
                        swap ? g_stage[s-1].g_line[PEER].data  : g_stage[s-1].g_line[r].data;
                    if (s % 2 == 0 || s == LINE_W) begin : g_register
                        always @(posedge clk) begin
                            valid <= valid_in & ~rst;
                            line  <= line_in;
                            data  <= data_in;
                        end
                    end else begin : g_wire
                        always @* begin
                            valid = valid_in;
                            line  = line_in;
                            data  = data_in;
                        end
                    end
                end
            end
        end
        for (r = 0; r < PORTS; r = r + 1) begin : g_out
            assign m_valid[r] = g_stage[LINE_W].g_line[r].valid;
            assign m_data[r*ELEM_W +: ELEM_W] = g_stage[LINE_W].g_line[r].data;
            wire unused = &{1'b0, place, g_stage[LINE_W].g_line[r].line};
        end
    endgenerate

`ifdef FORMAL
    // Rule 1: the lines on which elements leave in a cycle follow each other from where the last
    // cycle ended.
    // Rule 2: any element leaves after exactly the elements that were offered before it or on lower
    // ports, unchanged.
    // Rule 3: elements leave exactly LATENCY cycles after they were offered, as many as were
    // offered.
    (* anyconst *) wire [LINE_W-1:0] f_port;
    (* anyseq *)   wire              f_pick;
    reg              f_reset = 1'b0, f_track = 1'b0;
    reg [LINE_W-1:0] f_line;
    reg [7:0]        f_inside, f_ahead;
    reg [ELEM_W-1:0] f_value;
    reg [6*LATENCY-1:0] f_offered;
    reg [5:0]        f_rank, f_in, f_out;
    wire [LINE_W-1:0] f_where = f_line + f_ahead[LINE_W-1:0];
    always @* begin : f_look
        integer f_i;
        f_rank = 0;
        f_in   = 0;
        f_out  = 0;
        for (f_i = 0; f_i < PORTS; f_i = f_i + 1) begin
            if (f_i < f_port) f_rank = f_rank + s_valid[f_i];
            f_in  = f_in + s_valid[f_i];
            f_out = f_out + m_valid[f_i];
        end
    end
    always @(posedge clk) begin
        f_reset <= 1'b1;
        if (rst) begin
            f_line    <= 0;
            f_inside  <= 0;
            f_track   <= 1'b0;
            f_offered <= 0;
        end else begin
            f_line    <= f_line + f_out[LINE_W-1:0];
            f_inside  <= f_inside + f_in - f_out;
            f_offered <= {f_offered, f_in};
            if (f_track) begin
                if (f_ahead < f_out) f_track <= 1'b0;
                f_ahead <= f_ahead - f_out;
            end else if (f_pick && s_valid[f_port]) begin
                f_track <= 1'b1;
                f_value <= s_data[f_port*ELEM_W +: ELEM_W];
                f_ahead <= f_inside - f_out + f_rank;
            end
        end
    end
    always @* begin : f_rules
        integer f_i;
        if (!f_reset) assume (rst);
        if (f_reset) begin
            for (f_i = 0; f_i < PORTS; f_i = f_i + 1)
                assert (m_valid[(f_line + f_i) & (PORTS - 1)] == (f_i < f_out));
            assert (f_out == f_offered[6*(LATENCY-1) +: 6]);
            if (f_track && f_ahead < f_out) assert (m_data[f_where*ELEM_W +: ELEM_W] == f_value);
        end
    end
`endif
endmodule
`default_nettype wire
