// SPDX-License-Identifier: ISC
`default_nettype none
// The registers of a node behind an AXI4-Lite slave: identity, start, status, node number, cycles,
// and words to and from the host.
// Contract: 32-bit words at byte addresses, bits 1 and 0 are not looked at. 0x0000 id 0x4D4F4C42
// ("BLOM"), 0x0004 VERSION, 0x0008 control (writing bit 0 = 1 gives `start` for one cycle, writing
// bit 1 = 1 clears `was_reset`; reads 0), 0x000C status {was_reset at bit 15, faults at bit 8,
// error, done, busy}, 0x0010 node number (read and write), 0x0014 and 0x0018 cycles low and high,
// 0x001C and 0x0020 read_errors and write_errors, 0x0024 network_cause, 0x0100 + 4*i `settings`
// word i (read and write), 0x0800 + 4*i `status_words` word i (read). `error` is any of `faults`,
// or `was_reset`: reset sets it, so that a host learns that settings and run are lost. Other
// addresses answer DECERR and read 0; a write to a word that is only read, or of less than a whole
// word, answers SLVERR. Neither changes anything. rst clears settings and node to 0.
// `start` comes in the first cycle of the write's bvalid.
// A request waits while rst is high: no ready is. A write's address and word are taken together,
// so rst finds none that was taken by half. What is taken is answered within 2 cycles, or forgotten
// when rst rises, as AXI has it: who resets a node that a host goes on to use takes valid and ready
// from it 4 cycles before (bl_node_reset). A request that is withdrawn before it is taken has no
// effect.
// Paths are cut but those from rst to ready and from awvalid and wvalid to the word. Latency: write
// 2 cycles, read 3 cycles. Throughput: one write in 2 cycles, one read in 3.
module bl_registers #(
    // words that the host reads: 1..4096
    parameter READ_WORDS = 1,
    // words that the host writes: 1..448
    parameter WRITE_WORDS = 1,
    // what address 4 reads
    parameter [31:0] VERSION = 32'd2
) (
    input  wire                      clk,
    input  wire                      rst,
    // AXI4-Lite
    input  wire [15:0]               s_axil_awaddr,
    input  wire                      s_axil_awvalid,
    output wire                      s_axil_awready,
    input  wire [31:0]               s_axil_wdata,
    input  wire [3:0]                s_axil_wstrb,
    input  wire                      s_axil_wvalid,
    output wire                      s_axil_wready,
    output reg  [1:0]                s_axil_bresp,
    output reg                       s_axil_bvalid,
    input  wire                      s_axil_bready,
    input  wire [15:0]               s_axil_araddr,
    input  wire                      s_axil_arvalid,
    output wire                      s_axil_arready,
    output reg  [31:0]               s_axil_rdata,
    output reg  [1:0]                s_axil_rresp,
    output reg                       s_axil_rvalid,
    input  wire                      s_axil_rready,
    // the node
    output reg                       start,
    output reg                       was_reset,
    output reg  [31:0]               node,
    output reg  [WRITE_WORDS*32-1:0] settings,
    input  wire                      busy,
    input  wire                      done,
    input  wire [6:0]                faults,
    input  wire [31:0]               read_errors,
    input  wire [31:0]               write_errors,
    input  wire [7:0]                network_cause,
    input  wire [63:0]               clocks,
    input  wire [READ_WORDS*32-1:0]  status_words
);
    generate
        if (READ_WORDS < 1 || READ_WORDS > 4096) begin : g_check_read
            bl_registers_illegal_READ_WORDS illegal();
        end
        if (WRITE_WORDS < 1 || WRITE_WORDS > 448) begin : g_check_write
            bl_registers_illegal_WRITE_WORDS illegal();
        end
    endgenerate

    // ---- which words there are
    localparam [1:0]  OKAY = 2'b00, SLVERR = 2'b10, DECERR = 2'b11;
    localparam [31:0] SETTINGS_END = 32'h40 + WRITE_WORDS, STATUS_END = 32'h200 + READ_WORDS;

    function writable;
        input [13:0] word;
        writable = word == 14'h0002 | word == 14'h0004
            | (word >= 14'h0040 & word < SETTINGS_END[13:0]);
    endfunction
    function mapped;
        input [13:0] word;
        mapped = word <= 14'h0009 | writable(word) | (word >= 14'h0200 & word < STATUS_END[13:0]);
    endfunction

    // ---- writes: a cycle to take them, one to show ready and perform
    reg         w_held;
    reg  [13:0] aw_word;
    reg  [31:0] w_data;
    reg  [3:0]  w_strb;
    wire        both    = s_axil_awvalid & s_axil_wvalid;
    wire        perform = w_held & both;
    wire        whole   = &w_strb;

    assign s_axil_awready = w_held & ~rst;
    assign s_axil_wready  = w_held & ~rst;

    always @(posedge clk) begin
        start <= 1'b0;
        if (s_axil_bready) s_axil_bvalid <= 1'b0;
        w_held <= both & ~w_held & (~s_axil_bvalid | s_axil_bready);
        if (~w_held) begin
            aw_word <= s_axil_awaddr[15:2];
            w_data  <= s_axil_wdata;
            w_strb  <= s_axil_wstrb;
        end
        if (perform) begin
            s_axil_bvalid <= 1'b1;
            s_axil_bresp  <= ~mapped(aw_word) ? DECERR : whole & writable(aw_word) ? OKAY : SLVERR;
            start         <= whole & aw_word == 14'h0002 & w_data[0];
            if (whole & aw_word == 14'h0002 & w_data[1]) was_reset <= 1'b0;
            if (whole & aw_word == 14'h0004) node <= w_data;
        end
        if (rst) begin
            start         <= 1'b0;
            was_reset     <= 1'b1;
            w_held        <= 1'b0;
            s_axil_bvalid <= 1'b0;
            node          <= 32'd0;
        end
    end

    genvar i;
    generate
        for (i = 0; i < WRITE_WORDS; i = i + 1) begin : g_setting
            localparam [31:0] PLACE = 32'h40 + i;
            always @(posedge clk) begin
                if (perform && whole && aw_word == PLACE[13:0]) settings[32*i +: 32] <= w_data;
                if (rst) settings[32*i +: 32] <= 32'd0;
            end
        end
    endgenerate

    // ---- reads: one cycle to take the address, two to select (rows of 16 words first)
    localparam READ_ROWS  = (READ_WORDS + 15) / 16;
    localparam WRITE_ROWS = (WRITE_WORDS + 15) / 16;
    localparam ROWS       = 1 + READ_ROWS + WRITE_ROWS;

    reg  [13:0]          ar_word;
    reg                  ar_held, row_held;
    wire [ROWS*512-1:0]  words;
    reg  [ROWS*32-1:0]   row;

    assign words[0 +: 512] = {{6{32'd0}}, 24'd0, network_cause, write_errors, read_errors, clocks,
                              node, {16'd0, was_reset, faults, 5'd0, was_reset | (|faults), done,
                                     busy},
                              32'd0, VERSION, 32'h4D4F4C42};
    generate
        if (READ_WORDS % 16 != 0) begin : g_read_pad
            assign words[(1+READ_ROWS)*512-1 -: 32*(16 - READ_WORDS%16)] =
                {(16 - READ_WORDS%16){32'd0}};
        end
        if (WRITE_WORDS % 16 != 0) begin : g_write_pad
            assign words[ROWS*512-1 -: 32*(16 - WRITE_WORDS%16)] = {(16 - WRITE_WORDS%16){32'd0}};
        end
    endgenerate
    assign words[512 +: 32*READ_WORDS]                 = status_words;
    assign words[512*(1+READ_ROWS) +: 32*WRITE_WORDS]  = settings;

    genvar r;
    generate
        for (r = 0; r < ROWS; r = r + 1) begin : g_row
            // the row's address in units of 16 words: 0, from 0x800 on, from 0x100 on
            localparam [31:0] PLACE =
                r == 0 ? 32'd0 : r <= READ_ROWS ? 32'h20 + r - 1 : 32'h4 + r - 1 - READ_ROWS;
            wire         hit  = ar_word[13:4] == PLACE[9:0];
            wire [511:0] line = words[512*r +: 512];
            always @(posedge clk) begin
                row[32*r +: 32] <= hit ? line[{ar_word[3:0], 5'd0} +: 32] : 32'd0;
            end
        end
    endgenerate

    reg [31:0] any;
    integer    n;
    always @* begin
        any = 32'd0;
        for (n = 0; n < ROWS; n = n + 1) any = any | row[32*n +: 32];
    end

    assign s_axil_arready = ~ar_held & ~row_held & ~s_axil_rvalid & ~rst;

    always @(posedge clk) begin
        ar_held  <= 1'b0;
        row_held <= ar_held;
        if (s_axil_rready) s_axil_rvalid <= 1'b0;
        if (s_axil_arvalid & s_axil_arready) begin
            ar_held <= 1'b1;
            ar_word <= s_axil_araddr[15:2];
        end
        if (row_held) begin
            s_axil_rvalid <= 1'b1;
            s_axil_rdata  <= any;
            s_axil_rresp  <= mapped(ar_word) ? OKAY : DECERR;
        end
        if (rst) begin
            ar_held       <= 1'b0;
            row_held      <= 1'b0;
            s_axil_rvalid <= 1'b0;
        end
    end

    wire unused = &{1'b0, s_axil_awaddr[1:0], s_axil_araddr[1:0]};

`ifdef FORMAL
    // Rule 1: an answer stays until it is taken, and a read's data with it.
    // Rule 2: writes answered = writes taken; reads answered = reads taken, at most one of each
    // under way; an answer comes within 2 cycles of the request's handshake.
    // Rule 3: the first setting is the value last written whole to 0x100; `start` comes exactly
    // with a whole write of bit 0 to 0x008.
    // Rule 4: a write is OKAY exactly where it changes something, and both answers are DECERR
    // exactly where there is no word.
    // Rule 5: `was_reset` is set from reset to the first whole write of bit 1 to 0x008.
    // Rule 6: nothing is taken in reset; a write's address and word are taken in the same cycle.
    // Rule 7: a request is taken in its second cycle at the latest, once the answer to the last one
    // is.
    // Assumed: what is offered stays (A3.2.1), or a write is withdrawn altogether.
    reg        f_past = 1'b0, f_b_waits, f_r_waits, f_start;
    reg [31:0] f_rdata, f_setting;
    reg [1:0]  f_bresp, f_rresp;
    reg [13:0] f_aw_word, f_ar_word;
    reg        f_whole, f_was_reset;
    function f_mapped;
        input [13:0] word;
        f_mapped = word <= 9 || word == 14'h40 || word == 14'h200;
    endfunction
    reg [2:0]  f_addresses, f_words, f_reads; // taken less answered
    reg [2:0]  f_late, f_w_late, f_r_late;    // cycles of a read, of requests that wait
    reg        f_w_offered;
    reg [49:0] f_offer;
    wire       f_b_free = ~s_axil_bvalid | s_axil_bready, f_r_free = ~s_axil_rvalid & ~row_held;
    always @(posedge clk) begin
        f_past      <= 1'b1;
        f_b_waits   <= s_axil_bvalid & ~s_axil_bready & ~rst;
        f_r_waits   <= s_axil_rvalid & ~s_axil_rready & ~rst;
        f_rdata     <= s_axil_rdata;
        f_bresp     <= s_axil_bresp;
        f_rresp     <= s_axil_rresp;
        f_offer     <= {s_axil_awaddr[15:2], s_axil_wdata, s_axil_wstrb};
        f_w_offered <= both & ~s_axil_awready & ~rst;
        f_late      <= s_axil_arvalid & s_axil_arready ? 0 : f_late == 7 ? 7 : f_late + 1'b1;
        f_w_late    <= both & ~s_axil_awready & f_b_free ? f_w_late + 1'b1 : 0;
        f_r_late    <= s_axil_arvalid & ~s_axil_arready & f_r_free ? f_r_late + 1'b1 : 0;
        if (perform) {f_whole, f_aw_word} <= {s_axil_wstrb == 4'hF, s_axil_awaddr[15:2]};
        if (row_held) f_ar_word <= ar_word;
        f_was_reset <= rst | (f_was_reset & ~(perform & s_axil_wstrb == 4'hF
                              & s_axil_awaddr[15:2] == 2
                              & s_axil_wdata[1]));
        f_start     <= perform & s_axil_wstrb == 4'hF & s_axil_awaddr[15:2] == 14'h0002
            & s_axil_wdata[0] & ~rst;
        f_addresses <= f_addresses + (s_axil_awvalid & s_axil_awready)
            - (s_axil_bvalid & s_axil_bready);
        f_words     <= f_words + (s_axil_wvalid & s_axil_wready) - (s_axil_bvalid & s_axil_bready);
        f_reads <= f_reads + (s_axil_arvalid & s_axil_arready) - (s_axil_rvalid & s_axil_rready);
        if (perform && s_axil_wstrb == 4'hF && s_axil_awaddr[15:2] == 14'h0040)
            f_setting <= s_axil_wdata;
        if (rst) begin
            f_addresses <= 0;
            f_words     <= 0;
            f_reads     <= 0;
            f_w_late    <= 0;
            f_r_late    <= 0;
            f_setting   <= 0;
        end
    end
    always @* begin
        if (!f_past) assume (rst);
        if (rst) assert (!s_axil_awready && !s_axil_wready && !s_axil_arready);
        assert (s_axil_awready == s_axil_wready);
        if (f_past && f_w_offered)
            assume ((!s_axil_awvalid && !s_axil_wvalid)
                    || (both && f_offer == {s_axil_awaddr[15:2], s_axil_wdata, s_axil_wstrb}));
        if (f_past) begin
            if (s_axil_awready) assert (s_axil_awvalid == s_axil_wvalid);
            assert (f_w_late <= 1 && f_r_late <= 1);
            if (f_reads != 0 && f_late >= 2) assert (s_axil_rvalid);
            if (f_b_waits) assert (s_axil_bvalid && s_axil_bresp == f_bresp);
            if (f_r_waits)
                assert (s_axil_rvalid && s_axil_rdata == f_rdata && s_axil_rresp == f_rresp);
            if (READ_WORDS == 1 && WRITE_WORDS == 1 && s_axil_bvalid) begin
                assert ((s_axil_bresp == 3) == !f_mapped(f_aw_word));
                assert ((s_axil_bresp == 0)
                        == (f_whole && (f_aw_word == 2 || f_aw_word == 4 || f_aw_word == 14'h40)));
            end
            if (READ_WORDS == 1 && WRITE_WORDS == 1 && s_axil_rvalid)
                assert (s_axil_rresp == (f_mapped(f_ar_word) ? 0 : 3));
            assert (f_addresses == s_axil_bvalid && f_words == s_axil_bvalid);
            assert (f_reads == ar_held + row_held + s_axil_rvalid && f_reads <= 1);
            assert (was_reset == f_was_reset);
            assert (settings[31:0] == f_setting && start == f_start);
            if (start) assert (s_axil_bvalid);
        end
    end
`endif
endmodule
`default_nettype wire
