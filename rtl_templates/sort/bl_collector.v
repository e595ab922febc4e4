// SPDX-License-Identifier: ISC
`default_nettype none
// Collector: turns up to PORTS loose elements a cycle into a dense stream of ELEMS-element words.
// Contract: elements are offered without a handshake while and shortly after `go` is high (the
// parent may react up to 4 cycles late). In a cycle after the last element `s_last` goes high and
// stays. The words hold the elements in the order of the cycles and ports; after the full words
// comes one beat with the 0..ELEMS-1 elements that are left and m_axis_tlast. When that beat has
// been taken, `done` is high until the parent pulses rst, which readies the collector for the next
// stream. `go`, `done` and the stream are registers; m_axis_tready reaches the queues' read
// addresses and no output.
// Latency: 3 + ceil(log2(PORTS) / 2) cycles from an element to its word. Throughput: 1 word a
// cycle.
module bl_collector #(
    // elements offered in a cycle: ELEMS..2 * ELEMS, ELEMS times a power of two
    parameter PORTS = 16,
    // elements in a word: 2..16, a power of two
    parameter ELEMS = 8,
    // bits in an element: 1 or more
    parameter ELEM_W = 32,
    // log2 of the elements in a bank, one distributed RAM: 4..5
    parameter LOG_BANK = 5
) (
    input  wire                    clk,
    input  wire                    rst,
    input  wire [PORTS-1:0]        s_valid,
    input  wire [PORTS*ELEM_W-1:0] s_data,
    input  wire                    s_last,
    output reg                     go,
    output reg                     done,
    output reg                     m_axis_tvalid,
    input  wire                    m_axis_tready,
    output reg  [ELEMS*ELEM_W-1:0] m_axis_tdata,
    output reg  [ELEMS-1:0]        m_axis_tkeep,
    output reg                     m_axis_tlast
);
    /*verilator no_inline_module*/  // simulation only: one body of code for all instances

    // `go` falls when the banks, counting what is on its way to them, are a quarter full: PORTS <<
    // (LOG_BANK - 2) elements
    localparam QUARTER_BIT = LOG_BANK - 2
        + ((PORTS == 2) ? 1 : (PORTS == 4) ? 2 : (PORTS == 8) ? 3 : (PORTS == 16) ? 4 : 5);

    generate
        if ((PORTS != ELEMS && PORTS != 2 * ELEMS) || ELEMS < 2 || ELEMS > 16 || ELEM_W < 1
            || LOG_BANK < 4 || LOG_BANK > 5) begin : g_check
            bl_collector_illegal_ports illegal();
        end
    endgenerate

    wire [5:0]              taken;
    wire [PORTS-1:0]        bank_write, bank_some, bank_full;
    wire [PORTS*ELEM_W-1:0] bank_in, bank_out;
    wire                    ending;

    bl_concentrator #(.PORTS(PORTS), .ELEM_W(ELEM_W)) concentrator (
        .clk(clk), .rst(rst), .s_valid(s_valid), .s_data(s_data), .s_last(s_last), .taken(taken),
        .m_valid(bank_write), .m_data(bank_in), .m_last(ending));

    // the banks of the next word: all of them, or the lower and the upper half in turn
    reg                     upper;
    wire [ELEMS-1:0]        word_some;
    wire [ELEMS*ELEM_W-1:0] word;
    wire                    whole = &word_some;
    wire                    free  = ~m_axis_tvalid | m_axis_tready;
    wire                    closing = ending & ~whole & ~done & ~(m_axis_tvalid & m_axis_tlast);
    wire                    take  = free & (whole | closing);

    genvar r;
    generate
        for (r = 0; r < PORTS; r = r + 1) begin : g_bank
            bl_queue #(.WIDTH(ELEM_W), .LOG_DEPTH(LOG_BANK)) bank (
                .clk(clk), .rst(rst), .step(1'b1), .push(bank_write[r]),
                .s_data(bank_in[r*ELEM_W +: ELEM_W]), .full(bank_full[r]), .some(bank_some[r]),
                .pop(take & bank_some[r] & (PORTS == ELEMS || upper == (r >= ELEMS))),
                .m_data(bank_out[r*ELEM_W +: ELEM_W]));
        end
        if (PORTS == ELEMS) begin : g_one
            assign word_some = bank_some;
            assign word      = bank_out;
        end else begin : g_two
            assign word_some = upper ? bank_some[ELEMS +: ELEMS] : bank_some[0 +: ELEMS];
            assign word      =
                upper ? bank_out[ELEMS*ELEM_W +: ELEMS*ELEM_W] : bank_out[0 +: ELEMS*ELEM_W];
        end
    endgenerate

    // elements taken and not yet put into a word, as of the last cycle
    reg  [9:0] count;
    reg        left;              // a full word left the banks in the last cycle
    wire [9:0] leaving = left ? ELEMS[9:0] : 10'd0;

    always @(posedge clk) begin
        if (free) begin
            m_axis_tdata <= word;
            m_axis_tkeep <= word_some;
            m_axis_tlast <= closing;
        end
        if (rst) begin
            m_axis_tvalid <= 1'b0;
            upper         <= 1'b0;
            done          <= 1'b0;
            go            <= 1'b0;
            count         <= 10'd0;
            left          <= 1'b0;
        end else begin
            if (free) m_axis_tvalid <= whole | closing;
            if (take) upper <= ~upper;
            if (m_axis_tvalid & m_axis_tready & m_axis_tlast) done <= 1'b1;
            go    <= (count >> QUARTER_BIT) == 10'd0;
            left  <= take & whole;
            count <= count + {4'd0, taken} - leaving;
        end
    end
    wire unused = &{1'b0, bank_full};

`ifdef FORMAL
    // Rule 1: every beat but the last is full, the last one keeps fewer than ELEMS elements, and
    // the kept ones are the lowest.
    // Rule 2: any element leaves after exactly the elements that were offered before it or on lower
    // ports, unchanged.
    // Rule 3: the last beat comes when all elements have left, and nothing after it; `done` follows
    // it.
    // Rule 4: no bank overflows, though elements still come up to four cycles after `go` has
    // fallen.
    // Rule 5: a beat that is offered and not taken stays.
    // Rule 6: while the elements of a word are inside, or no more come, and the stream is taken, a
    // beat is offered within 3 + ceil(log2(PORTS) / 2) cycles.
    (* anyconst *) wire [4:0] f_port;
    (* anyseq *)   wire       f_pick;
    reg              f_reset = 1'b0, f_track = 1'b0, f_over = 1'b0, f_held = 1'b0, f_last = 1'b0;
    reg [3:0]        f_go, f_waits;
    reg [9:0]        f_inside, f_ahead;
    reg [ELEM_W-1:0] f_value;
    reg [ELEMS*(ELEM_W+1):0] f_shown;
    reg [5:0]        f_rank, f_in, f_out;
    integer          f_i;
    always @* begin
        f_rank = 0;
        f_in   = 0;
        f_out  = 0;
        for (f_i = 0; f_i < PORTS; f_i = f_i + 1) begin
            if (f_i < f_port) f_rank = f_rank + s_valid[f_i];
            f_in = f_in + s_valid[f_i];
        end
        if (m_axis_tvalid && m_axis_tready)
            for (f_i = 0; f_i < ELEMS; f_i = f_i + 1) f_out = f_out + m_axis_tkeep[f_i];
    end
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_held  <= !rst && m_axis_tvalid && !m_axis_tready;
        f_shown <= {m_axis_tlast, m_axis_tkeep, m_axis_tdata};
        f_last  <= !rst && s_last;
        f_waits <= rst || m_axis_tvalid || f_over || !m_axis_tready
            || !(f_inside >= ELEMS || s_last) ? 0 : f_waits + !(&f_waits);
        if (rst) begin
            f_inside <= 0;
            f_track  <= 1'b0;
            f_over   <= 1'b0;
            f_go     <= 4'd0;
        end else begin
            f_go     <= {f_go[2:0], go};
            f_inside <= f_inside + f_in - f_out;
            if (m_axis_tvalid && m_axis_tready && m_axis_tlast) f_over <= 1'b1;
            if (f_track) begin
                if (f_ahead < f_out) f_track <= 1'b0;
                f_ahead <= f_ahead - f_out;
            end else if (f_pick && f_port < PORTS && s_valid[f_port[2:0]]) begin
                f_track <= 1'b1;
                f_value <= s_data[f_port[2:0]*ELEM_W +: ELEM_W];
                f_ahead <= f_inside - f_out + f_rank;
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            if (!go && f_go == 4'd0) assume (s_valid == 0);
            if (f_last) assume (s_last);
            if (s_last) assume (s_valid == 0);
            assert ((bank_write & bank_full) == 0);
            assert (done == f_over && f_waits <= 4);
            if (m_axis_tvalid) begin
                assert (!f_over);
                assert ((m_axis_tkeep & (m_axis_tkeep + 1'b1)) == 0);
                assert (m_axis_tlast != &m_axis_tkeep);
            end
            if (m_axis_tvalid && m_axis_tready && m_axis_tlast) assert (f_inside == f_out);
            if (f_track && f_ahead < f_out)
                assert (m_axis_tdata[f_ahead[3:0]*ELEM_W +: ELEM_W] == f_value);
            if (f_held)
                assert (m_axis_tvalid && f_shown == {m_axis_tlast, m_axis_tkeep, m_axis_tdata});
        end
    end
`endif
endmodule
`default_nettype wire
