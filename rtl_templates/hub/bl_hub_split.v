// SPDX-License-Identifier: ISC
`default_nettype none
// Splits a request of a hub's engine into the reads that it is made of.
// Contract: `s_tdata` is a bl_chain_descriptor. Its blocks follow one another at the strides, the
// last may be shorter. A read is of one block, has at most 2^LOG_REQUEST bytes and crosses no 4
// KiB of source or target: `m_bytes` from `m_source` on, whose target ends before `m_end`. `wrong`
// is not 0 when the request cannot go on: 1 a size of 0 or no multiple of 4, 2 a source, a target
// or a stride that is no multiple of 4, 3 a source in the window that the last of the ranges, that
// of the hub's own memory, has not, 4 a target below it, 5 a next one that is no multiple of 32, 7
// a target that none of the ranges has (bl_hub_table), 10 one behind the end of the memory whose
// quarter of a slice it is in. `m_own`: the source is the hub's memory. `stops` forgets the
// request. `idle`: there is none. `s_early`: s_tdata has stood for three cycles, while idle.
// Latency: 3 cycles, 1 when it is early. Throughput: a read every third cycle.
module bl_hub_split #(
    // log2 of the bytes of the longest read: 7..12
    parameter LOG_REQUEST = 9,
    // log2 of the bus address from which on it is the window: 33..47
    parameter LOG_WINDOW = 46,
    // ranges: 1..8
    parameter RANGES = 6,
    // log2 of the bytes of a node's slice of the window: 26..46
    parameter LOG_SLICE = 36,
    // of 4 KiB in a host's memory: 1..1048576
    parameter HOST_PAGES = 16384,
    // GPUs of a host: 0..2
    parameter GPUS = 0,
    // of 4 KiB in each of their memories: 1..1048576
    parameter GPU_PAGES = 4096,
    // of 4 KiB in a hub's memory: 1..256
    parameter OWN_PAGES = 16
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [RANGES*97-1:0] ranges,
    input  wire                 stops,
    input  wire                 s_tvalid,
    output wire                 s_tready,
    input  wire [255:0]         s_tdata,
    input  wire                 s_early,
    output wire                 m_tvalid,
    input  wire                 m_tready,
    output wire [47:0]          m_source,
    output wire                 m_own,
    output wire [47:0]          m_end,
    output reg  [12:0]          m_bytes,
    output wire [7:0]           wrong,
    output wire                 idle
);
    generate
        if (LOG_REQUEST < 7 || LOG_REQUEST > 12) begin : g_check_log_request
            bl_hub_split_illegal_LOG_REQUEST illegal();
        end
        if (LOG_WINDOW < 33 || LOG_WINDOW > 47) begin : g_check_log_window
            bl_hub_split_illegal_LOG_WINDOW illegal();
        end
        if (RANGES < 1 || RANGES > 8) begin : g_check_ranges
            bl_hub_split_illegal_RANGES illegal();
        end
        if (LOG_SLICE < 26 || LOG_SLICE > 46) begin : g_check_log_slice
            bl_hub_split_illegal_LOG_SLICE illegal();
        end
        if (HOST_PAGES < 1 || HOST_PAGES > 1048576) begin : g_check_host_pages
            bl_hub_split_illegal_HOST_PAGES illegal();
        end
        if (GPUS < 0 || GPUS > 2) begin : g_check_gpus
            bl_hub_split_illegal_GPUS illegal();
        end
        if (GPU_PAGES < 1 || GPU_PAGES > 1048576) begin : g_check_gpu_pages
            bl_hub_split_illegal_GPU_PAGES illegal();
        end
        if (OWN_PAGES < 1 || OWN_PAGES > 256) begin : g_check_own_pages
            bl_hub_split_illegal_OWN_PAGES illegal();
        end
    endgenerate
    localparam [31:0] REQUEST = 1 << LOG_REQUEST, HOST = HOST_PAGES, GPU = GPU_PAGES,
                      OWN = OWN_PAGES, MEMORIES = 1 + GPUS;

    wire [31:0] d_source_low, d_target_low, d_next_low, d_size, d_source_stride, d_target_stride;
    wire [15:0] d_source_high, d_block, d_target_high, d_next_high;
    bl_chain_descriptor_unpack taken (
        .descriptor(s_tdata), .source_low(d_source_low), .source_high(d_source_high),
        .block(d_block), .target_low(d_target_low), .target_high(d_target_high),
        .next_high(d_next_high), .next_low(d_next_low), .size(d_size),
        .source_stride(d_source_stride), .target_stride(d_target_stride));

    // What is left of the request: of all of it, and of the block, which began at `source_line`.
    reg  [47:0] source, target, source_line, target_line;
    reg  [31:0] left, source_stride, target_stride;
    reg  [17:0] block, block_left;
    reg         blocks, bad_size, bad_place, bad_next;

    // ---- the length of the next read: two cycles behind its place
    reg         has, placed, sized;
    reg  [12:0] to_source, to_target, most;
    reg  [RANGES-1:0] owned;                                // by a range
    reg         is_inside;                                  // of the memory that the target is in
    reg         at_hub;                                     // the source is the hub's memory
    reg  [7:0]  code;
    wire        source_first = to_source < to_target;
    wire        in_source = most <= to_source;
    wire        in_target = most <= to_target;
    reg         ends;                                       // the block is read with it
    // A read is at most all that is left, what is left of its block, and REQUEST.
    wire        ends_all   = left[31:LOG_REQUEST] == 0;
    wire        ends_block = blocks && block_left[17:LOG_REQUEST] == 0;
    wire        all_first  = left[LOG_REQUEST-1:0] < block_left[LOG_REQUEST-1:0];
    wire [23:0] place    = target[47:24];
    wire [RANGES-1:0] has_it;
    genvar r;
    generate
        for (r = 0; r < RANGES; r = r + 1) begin : g_range
            bl_hub_within look_up (
                .place(place), .range(ranges[97*r +: 97]), .has(has_it[r]));
        end
    endgenerate
    // The page of the target in its quarter of a slice: a read crosses none of its target.
    wire [1:0]  quarter = target[LOG_SLICE-1 -: 2];
    wire [33:0] page    = {{48-LOG_SLICE{1'b0}}, target[LOG_SLICE-3:12]};
    wire [20:0] pages   = quarter == 2'd3 ? OWN[20:0] : quarter == 2'd0 ? HOST[20:0]
                        : {1'b0, quarter} < MEMORIES[2:0] ? GPU[20:0] : 21'd0;
    wire [34:0] behind  = {1'b0, page} - {14'd0, pages};
    wire takes    = s_tvalid & s_tready;
    wire sizes    = placed | (takes & s_early);
    wire goes     = m_tvalid & m_tready;
    wire is_last  = left == {19'd0, m_bytes};
    assign s_tready = ~has & ~stops;
    assign m_tvalid = sized & code == 8'd0 & ~stops;
    assign wrong    = sized ? code : 8'd0;
    assign idle     = ~has;
    assign m_source = source;
    assign m_own    = at_hub;
    assign m_end    = target + {35'd0, m_bytes};
    always @(posedge clk)
        if (rst) {has, placed, sized} <= 3'd0;
        else begin
            if (takes) has <= 1'b1;
            else if (stops | (goes & is_last)) has <= 1'b0;
            placed <= has & ~placed & ~sized & ~stops;
            if (goes | stops) sized <= 1'b0;
            else if (sizes) sized <= 1'b1;
        end
    always @(posedge clk) begin
        to_source <= 13'd4096 - {1'b0, source[11:0]};
        to_target <= 13'd4096 - {1'b0, target[11:0]};
        most      <= ends_all && (all_first || !ends_block) ? left[12:0]
                   : ends_block ? block_left[12:0] : REQUEST[12:0];
        owned     <= has_it;
        is_inside <= behind[34];
        at_hub    <= (source[47:24] & ranges[97*(RANGES-1) +: 24])
                     == ranges[97*(RANGES-1)+24 +: 24];
        if (sizes) begin
            m_bytes <= in_source & in_target ? most : source_first ? to_source : to_target;
            ends    <= blocks & block_left == {5'd0, most} & in_source & in_target;
            code    <= bad_size ? 8'd1 : bad_place ? 8'd2
                     : source[47:LOG_WINDOW] != 0 && !at_hub ? 8'd3
                     : target[47:LOG_WINDOW] == 0 ? 8'd4
                     : bad_next ? 8'd5 : owned == 0 ? 8'd7 : !is_inside ? 8'd10 : 8'd0;
        end
    end

    // ---- from read to read
    wire [47:0] source_next = (ends ? source_line : source)
                            + (ends ? {16'd0, source_stride} : {35'd0, m_bytes});
    wire [47:0] target_next = (ends ? target_line : target)
                            + (ends ? {16'd0, target_stride} : {35'd0, m_bytes});
    always @(posedge clk)
        if (~has) begin
            source        <= {d_source_high, d_source_low};
            source_line   <= {d_source_high, d_source_low};
            source_stride <= d_source_stride;
            target        <= {d_target_high, d_target_low};
            target_line   <= {d_target_high, d_target_low};
            target_stride <= d_target_stride;
            left          <= d_size;
            block         <= {d_block, 2'd0};
            block_left    <= {d_block, 2'd0};
            blocks        <= d_block != 16'd0;
            bad_size      <= d_size == 32'd0 || d_size[1:0] != 2'd0;
            bad_place     <= d_source_low[1:0] != 2'd0 || d_target_low[1:0] != 2'd0
                          || (d_block != 16'd0 && (d_source_stride[1:0] != 2'd0
                                                   || d_target_stride[1:0] != 2'd0));
            bad_next      <= d_next_low[4:0] != 5'd0;
        end else if (goes) begin
            source     <= source_next;
            target     <= target_next;
            left       <= left - {19'd0, m_bytes};
            block_left <= ends ? block : block_left - {5'd0, m_bytes};
            if (ends) source_line <= source_next;
            if (ends) target_line <= target_next;
        end
    wire unused = &{1'b0, d_next_high, d_next_low[31:5], REQUEST[31:13], HOST[31:21], GPU[31:21],
                    OWN[31:21], MEMORIES[31:3], behind[33:0], 1'b0};

`ifdef FORMAL
    // Assumed: the ranges stay; s_early is 1 where s_tdata has stood for three cycles, without a
    // request.
    // Rule 1: a read has whole words, not none and at most REQUEST bytes, and crosses no 4 KiB of
    // its source or its target.
    // Rule 2: it is inside of its block, and of what is left of the request, of which all is read.
    // Rule 3: a read that was offered stays until it is taken; none is offered of a fault.
    reg                 f_past = 1'b0, f_waits;
    reg  [1:0]          f_free;
    reg  [255:0]        f_data, f_before;
    reg  [RANGES*97-1:0] f_ranges;
    reg  [31:0]         f_left;
    reg  [108:0]        f_read;
    wire [108:0]        f_now = {m_source, m_end, m_bytes};
    wire [12:0]         f_source_end = {1'b0, m_source[11:0]} + m_bytes;
    wire [12:0]         f_target_end = {1'b0, target[11:0]} + m_bytes;
    always @(posedge clk) begin
        f_past   <= 1'b1;
        f_data   <= s_tdata;
        f_before <= f_data;
        f_ranges <= ranges;
        f_free   <= {f_free[0], ~has & ~rst};
        f_waits  <= m_tvalid & ~m_tready & ~rst;
        f_read   <= f_now;
        if (takes) f_left <= d_size;
        else if (goes) f_left <= f_left - {19'd0, m_bytes};
    end
    always @* begin
        if (!f_past) assume (rst);
        if (f_past) assume (ranges == f_ranges);
        if (s_early) assume (s_tvalid && f_free == 2'd3 && {2{s_tdata}} == {f_data, f_before});
        if (f_past && !rst) begin
            if (m_tvalid) begin
                assert (m_bytes != 13'd0 && m_bytes[1:0] == 2'd0 && {19'd0, m_bytes} <= REQUEST);
                assert (f_source_end <= 13'd4096 && f_target_end <= 13'd4096);
                assert ({19'd0, m_bytes} <= left);
                assert (!blocks || {5'd0, m_bytes} <= block_left);
                assert (has && f_left == left);
            end
            if (wrong != 8'd0) assert (!m_tvalid);
            if (f_waits && !stops) assert (m_tvalid && f_read == f_now);
        end
    end
`endif
endmodule
`default_nettype wire
