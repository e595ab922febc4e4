`default_nettype none
// The registers of a node behind an AXI4-Lite slave: identity, start, status, node number, clocks, and words to and from the host.
// Contract: 32-bit words at byte addresses, all written whole. 0x0000 id 0x4D4F4C42 ("BLOM"), 0x0004 VERSION, 0x0008 control (writing
// bit 0 = 1 gives `start` for one clock), 0x000C status {error, done, busy}, 0x0010 node number (read and write), 0x0014 and 0x0018
// clocks low and high, 0x0100 + 4*i `settings` word i (read and write), 0x0800 + 4*i `status_words` word i (read). Other addresses read 0,
// writes to them are dropped. rst clears settings and node to 0.
// `start` comes in the first clock of the write's bvalid.
// All paths are cut. Latency: write 2 clocks, read 3 clocks. Throughput: one write in 2 clocks, one read in 3.
module bl_registers #(
    // words that the host reads: 1..512
    parameter READ_WORDS = 1,
    // words that the host writes: 1..448
    parameter WRITE_WORDS = 1,
    // what address 4 reads
    parameter [31:0] VERSION = 32'd1
) (
    input  wire                      clk,
    input  wire                      rst,
    // AXI4-Lite
    input  wire [15:0]               s_axil_awaddr,
    input  wire                      s_axil_awvalid,
    output wire                      s_axil_awready,
    input  wire [31:0]               s_axil_wdata,
    input  wire                      s_axil_wvalid,
    output wire                      s_axil_wready,
    output reg                       s_axil_bvalid,
    input  wire                      s_axil_bready,
    input  wire [15:0]               s_axil_araddr,
    input  wire                      s_axil_arvalid,
    output wire                      s_axil_arready,
    output reg  [31:0]               s_axil_rdata,
    output reg                       s_axil_rvalid,
    input  wire                      s_axil_rready,
    // the node
    output reg                       start,
    output reg  [31:0]               node,
    output reg  [WRITE_WORDS*32-1:0] settings,
    input  wire                      busy,
    input  wire                      done,
    input  wire                      error,
    input  wire [63:0]               clocks,
    input  wire [READ_WORDS*32-1:0]  status_words
);
    generate
        if (READ_WORDS < 1 || READ_WORDS > 512) begin : g_check_read
            bl_registers_READ_WORDS_must_be_1_to_512 complaint();
        end
        if (WRITE_WORDS < 1 || WRITE_WORDS > 448) begin : g_check_write
            bl_registers_WRITE_WORDS_must_be_1_to_448 complaint();
        end
    endgenerate

    // ---- writes
    reg         aw_held, w_held;
    reg  [13:0] aw_word;
    reg  [31:0] w_data;
    wire        perform = aw_held & w_held & (~s_axil_bvalid | s_axil_bready);

    assign s_axil_awready = ~aw_held;
    assign s_axil_wready  = ~w_held;

    always @(posedge clk) begin
        start <= 1'b0;
        if (s_axil_bready) s_axil_bvalid <= 1'b0;
        if (s_axil_awvalid & ~aw_held) begin
            aw_held <= 1'b1;
            aw_word <= s_axil_awaddr[15:2];
        end
        if (s_axil_wvalid & ~w_held) begin
            w_held <= 1'b1;
            w_data <= s_axil_wdata;
        end
        if (perform) begin
            aw_held       <= 1'b0;
            w_held        <= 1'b0;
            s_axil_bvalid <= 1'b1;
            start         <= aw_word == 14'h0002 & w_data[0];
            if (aw_word == 14'h0004) node <= w_data;
        end
        if (rst) begin
            start         <= 1'b0;
            aw_held       <= 1'b0;
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
                if (perform && aw_word == PLACE[13:0]) settings[32*i +: 32] <= w_data;
                if (rst) settings[32*i +: 32] <= 32'd0;
            end
        end
    endgenerate

    // ---- reads: one clock to take the address, two to select (rows of 16 words first)
    localparam READ_ROWS  = (READ_WORDS + 15) / 16;
    localparam WRITE_ROWS = (WRITE_WORDS + 15) / 16;
    localparam ROWS       = 1 + READ_ROWS + WRITE_ROWS;

    reg  [13:0]          ar_word;
    reg                  ar_held, row_held;
    wire [ROWS*512-1:0]  words;
    reg  [ROWS*32-1:0]   row;

    assign words[0 +: 512] = {{9{32'd0}}, clocks, node, {29'd0, error, done, busy}, 32'd0, VERSION, 32'h4D4F4C42};
    generate
        if (READ_WORDS % 16 != 0) begin : g_read_pad
            assign words[(1+READ_ROWS)*512-1 -: 32*(16 - READ_WORDS%16)] = {(16 - READ_WORDS%16){32'd0}};
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
            localparam [31:0] PLACE = r == 0 ? 32'd0 : r <= READ_ROWS ? 32'h20 + r - 1 : 32'h4 + r - 1 - READ_ROWS;
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

    assign s_axil_arready = ~ar_held & ~row_held & ~s_axil_rvalid;

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
    // Rule 2: writes answered = writes taken; reads answered = reads taken, at most one of each under way behind the answer.
    // Rule 3: the first setting is the value last written to 0x100; `start` comes exactly with a write of bit 0 to 0x008.
    reg        f_past = 1'b0, f_b_waits, f_r_waits, f_start;
    reg [31:0] f_rdata, f_setting;
    reg [2:0]  f_addresses, f_words, f_reads; // taken less answered
    always @(posedge clk) begin
        f_past      <= 1'b1;
        f_b_waits   <= s_axil_bvalid & ~s_axil_bready & ~rst;
        f_r_waits   <= s_axil_rvalid & ~s_axil_rready & ~rst;
        f_rdata     <= s_axil_rdata;
        f_start     <= perform & aw_word == 14'h0002 & w_data[0] & ~rst;
        f_addresses <= f_addresses + (s_axil_awvalid & s_axil_awready) - (s_axil_bvalid & s_axil_bready);
        f_words     <= f_words + (s_axil_wvalid & s_axil_wready) - (s_axil_bvalid & s_axil_bready);
        f_reads     <= f_reads + (s_axil_arvalid & s_axil_arready) - (s_axil_rvalid & s_axil_rready);
        if (perform && aw_word == 14'h0040) f_setting <= w_data;
        if (rst) begin
            f_addresses <= 0;
            f_words     <= 0;
            f_reads     <= 0;
            f_setting   <= 0;
        end
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past) begin
            if (f_b_waits) assert (s_axil_bvalid);
            if (f_r_waits) assert (s_axil_rvalid && s_axil_rdata == f_rdata);
            assert (f_addresses == aw_held + s_axil_bvalid && f_words == w_held + s_axil_bvalid);
            assert (f_reads == ar_held + row_held + s_axil_rvalid && f_reads <= 1);
            assert (settings[31:0] == f_setting && start == f_start);
            if (start) assert (s_axil_bvalid);
        end
    end
`endif
endmodule
`default_nettype wire
