// SPDX-License-Identifier: ISC
`default_nettype none
// The descriptors of the host and those of the kernels in front of one mover: a queue of each, a
// choice between them, and the way back for their completions.
// Contract: s_host_* and s_kernel_* take descriptors; m_* gives the one that is chosen. Kernels
// come first, but not twice in a row while one of the host waits: each waits for one of the other
// side at most. Of each side at most 2^LOG_DONE descriptors are between the choice and the taking
// of their completion, for which there is room before they are chosen: a side that does not take
// its completions holds up no other. s_done_* takes the mover's completions {clocks, result, id} in
// the order of m_*, m_host_* and m_kernel_* give each to its side, in the order of its descriptors.
// An id that the side has not (host: 0 to 126, kernels: 128 to 254) goes nowhere: its completion
// has result 6 and 0 clocks. host_freed: in the cycle before, a place of the host's queue was
// freed. Outputs are registers but s_done_tready.
// Latency: 2 cycles, completion 1. Throughput: a descriptor a cycle.
module bl_dma_queue #(
    // log2 of the descriptors in each queue: 1..5
    parameter LOG_DEPTH = 5,
    // log2 of the descriptors of a side without a completion that was taken: 1..4
    parameter LOG_DONE = 4
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         s_host_tvalid,
    output wire         s_host_tready,
    input  wire [159:0] s_host_tdata,
    output reg          host_freed,
    input  wire         s_kernel_tvalid,
    output wire         s_kernel_tready,
    input  wire [159:0] s_kernel_tdata,
    output reg          m_tvalid,
    input  wire         m_tready,
    output reg  [159:0] m_tdata,
    input  wire         s_done_tvalid,
    output wire         s_done_tready,
    input  wire [47:0]  s_done_tdata,
    output wire         m_host_tvalid,
    input  wire         m_host_tready,
    output wire [47:0]  m_host_tdata,
    output wire         m_kernel_tvalid,
    input  wire         m_kernel_tready,
    output wire [47:0]  m_kernel_tdata
);
    localparam ID = 146;                          // where a descriptor has it

    generate
        if (LOG_DEPTH < 1 || LOG_DEPTH > 5) begin : g_check_log_depth
            bl_dma_queue_illegal_LOG_DEPTH illegal();
        end
        if (LOG_DONE < 1 || LOG_DONE > 4) begin : g_check_log_done
            bl_dma_queue_illegal_LOG_DONE illegal();
        end
    endgenerate

    // ---- the choice; [1] are the kernels, [0] is the host
    wire [1:0]   shown, pick;
    wire [159:0] host, kernel;
    wire         listable;
    reg  [1:0]   room_left;
    reg          kernel_last;
    wire         open   = listable & (~m_tvalid | m_tready);
    wire [1:0]   able   = shown & room_left & {2{open}};
    wire         of_kernels = able[1] & ~(kernel_last & able[0]);
    wire         of_host    = able[0] & ~of_kernels;
    wire [7:0]   host_id   = host[ID +: 8];
    wire [7:0]   kernel_id = kernel[ID +: 8];
    wire         refused   = of_kernels ? ~kernel_id[7] | (&kernel_id[6:0])
                                     : host_id[7] | (&host_id[6:0]);
    wire         taken     = |pick;

    assign pick = {of_kernels, of_host};

    bl_fifo #(.WIDTH(160), .LOG_DEPTH(LOG_DEPTH)) hosts (
        .clk(clk), .rst(rst), .s_tvalid(s_host_tvalid), .s_tready(s_host_tready),
        .s_tdata(s_host_tdata), .m_tvalid(shown[0]), .m_tready(pick[0]), .m_tdata(host));

    bl_fifo #(.WIDTH(160), .LOG_DEPTH(LOG_DEPTH)) kernels (
        .clk(clk), .rst(rst), .s_tvalid(s_kernel_tvalid), .s_tready(s_kernel_tready),
        .s_tdata(s_kernel_tdata), .m_tvalid(shown[1]), .m_tready(pick[1]), .m_tdata(kernel));

    always @(posedge clk) begin
        if (taken) m_tdata <= pick[1] ? kernel : host;
        if (taken & ~refused) m_tvalid <= 1'b1;
        else if (m_tready) m_tvalid <= 1'b0;
        if (taken) kernel_last <= pick[1];
        host_freed <= pick[0] & ~rst;
        if (rst) begin
            m_tvalid    <= 1'b0;
            kernel_last <= 1'b0;
        end
    end

    // ---- what was chosen and has no completion yet: {of a kernel, refused, id}
    wire       listed, of_kernel, was_refused;
    wire [7:0] id;
    wire       done = listed & (was_refused | s_done_tvalid);
    assign s_done_tready = listed & ~was_refused;

    bl_fifo #(.WIDTH(10), .LOG_DEPTH(LOG_DONE + 1)) list (
        .clk(clk), .rst(rst), .s_tvalid(taken), .s_tready(listable),
        .s_tdata({pick[1], refused, pick[1] ? kernel_id : host_id}),
        .m_tvalid(listed), .m_tready(done), .m_tdata({of_kernel, was_refused, id}));

    // ---- completions, for which there is room
    wire [47:0] result = was_refused ? {32'd0, 8'd6, id} : s_done_tdata;
    wire [1:0]  out, unused_ready;

    bl_fifo #(.WIDTH(48), .LOG_DEPTH(LOG_DONE)) host_done (
        .clk(clk), .rst(rst), .s_tvalid(done & ~of_kernel), .s_tready(unused_ready[0]),
        .s_tdata(result), .m_tvalid(m_host_tvalid), .m_tready(m_host_tready),
        .m_tdata(m_host_tdata));

    bl_fifo #(.WIDTH(48), .LOG_DEPTH(LOG_DONE)) kernel_done (
        .clk(clk), .rst(rst), .s_tvalid(done & of_kernel), .s_tready(unused_ready[1]),
        .s_tdata(result), .m_tvalid(m_kernel_tvalid), .m_tready(m_kernel_tready),
        .m_tdata(m_kernel_tdata));

    assign out = {m_kernel_tvalid & m_kernel_tready, m_host_tvalid & m_host_tready};

    localparam [31:0] MOST = (1 << LOG_DONE) - 1;
    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : g_side
            reg [LOG_DONE:0] under_way;
            always @(posedge clk) begin
                if (pick[i] & ~out[i]) begin
                    under_way    <= under_way + 1'b1;
                    room_left[i] <= under_way != MOST[LOG_DONE:0];
                end
                if (out[i] & ~pick[i]) begin
                    under_way    <= under_way - 1'b1;
                    room_left[i] <= 1'b1;
                end
                if (rst) begin
                    under_way    <= {(LOG_DONE+1){1'b0}};
                    room_left[i] <= 1'b1;
                end
            end
        end
    endgenerate

    wire unused = &{1'b0, unused_ready, MOST};

`ifdef FORMAL
    // The mover gives a completion of each descriptor that it took, in order, with its id and a bit
    // of what it took as its clocks.
    // Rule 1: any descriptor of a side, once taken, is completed to that side after exactly those
    // of the side that were before it, with its id: by the mover's completion when the id is the
    // side's, else with result 6 and 0 clocks.
    // Rule 2: m_* never has an id of no side; words that are offered and not taken stay.
    // Rule 3: while a side has a descriptor and room for its completion, at most one of the other
    // side is chosen before it.
    // Rule 4: there is room for every completion.
    // Rule 5: host_freed follows every host's descriptor that leaves its queue.
    // Rule 6: while a descriptor is here, the mover has none, and completions are taken, one is
    // offered or completed within 4 cycles.
    localparam LOG_FORMAL = LOG_DONE + 2;
    (* anyconst *) reg f_kernel;                  // the side that is looked at
    (* anyseq *) wire  f_pick;
    reg                f_past = 1'b0, f_track, f_held, f_freed;
    reg [LOG_DEPTH+LOG_DONE:0] f_ahead, f_count;
    reg [7:0]          f_id;
    reg                f_bit, f_refused;
    reg [8:0]          f_shown;
    reg [1:0]          f_waited [0:1];
    reg [2:0]          f_rests;
    reg [8:0]          f_moved [0:(1<<LOG_FORMAL)-1];
    reg [LOG_FORMAL-1:0] f_in, f_out;
    wire [7:0]  f_new_id = f_kernel ? s_kernel_tdata[ID +: 8] : s_host_tdata[ID +: 8];
    wire        f_new = f_kernel ? s_kernel_tvalid & s_kernel_tready
                                 : s_host_tvalid & s_host_tready;
    wire        f_new_bit = f_kernel ? s_kernel_tdata[0] : s_host_tdata[0];
    wire        f_end = f_kernel ? m_kernel_tvalid & m_kernel_tready
                                 : m_host_tvalid & m_host_tready;
    wire [47:0] f_end_data = f_kernel ? m_kernel_tdata : m_host_tdata;
    integer     f_i;
    always @(posedge clk) begin
        f_past  <= 1'b1;
        f_held  <= m_tvalid & ~m_tready & ~rst;
        f_shown <= {m_tdata[0], m_tdata[ID +: 8]};
        f_rests <= rst | f_count == 0 | m_tvalid | f_end | f_in != f_out | ~m_host_tready
            | ~m_kernel_tready ? 0 : f_rests + !(&f_rests);
        f_freed <= shown[0] & pick[0] & ~rst;
        f_count <= f_count + f_new - f_end;
        if (m_tvalid & m_tready) begin
            f_moved[f_in] <= {m_tdata[0], m_tdata[ID +: 8]};
            f_in <= f_in + 1'b1;
        end
        if (s_done_tvalid & s_done_tready) f_out <= f_out + 1'b1;
        if (f_track & f_end) begin
            f_ahead <= f_ahead - 1'b1;
            if (f_ahead == 0) f_track <= 1'b0;
        end
        if (~f_track & f_pick & f_new) begin
            f_track   <= 1'b1;
            f_ahead   <= f_count - f_end;
            f_id      <= f_new_id;
            f_bit     <= f_new_bit;
            f_refused <= f_new_id[7] != f_kernel | (&f_new_id[6:0]);
        end
        for (f_i = 0; f_i < 2; f_i = f_i + 1)
            if (pick[f_i] | ~shown[f_i] | ~room_left[f_i]) f_waited[f_i] <= 0;
            else if (pick[1-f_i] & f_waited[f_i] != 3) f_waited[f_i] <= f_waited[f_i] + 1'b1;
        if (rst) begin
            {f_track, f_count, f_in, f_out} <= 0;
            f_waited[0] <= 0;
            f_waited[1] <= 0;
        end
    end
    always @* begin
        assume (rst == !f_past);
        // bits 1 to 6 of an id are all treated the same
        assume (s_host_tdata[ID+1 +: 6] == {6{s_host_tdata[ID+1]}}
                && s_kernel_tdata[ID+1 +: 6] == {6{s_kernel_tdata[ID+1]}});
        assume (!s_done_tvalid | (f_in != f_out && {s_done_tdata[16], s_done_tdata[7:0]}
                                                   == f_moved[f_out]));
        if (f_past) begin
            if (f_track & f_end & f_ahead == 0) begin
                assert (f_end_data[7:0] == f_id);
                if (f_refused) assert (f_end_data[47:8] == 40'd6);
                else assert (f_end_data[16] == f_bit);
            end
            if (f_end) assert (f_count != 0);
            if (m_tvalid) assert (m_tdata[ID +: 7] != 7'd127);
            if (f_held) assert (m_tvalid && f_shown == {m_tdata[0], m_tdata[ID +: 8]});
            assert (f_waited[0] <= 1 && f_waited[1] <= 1);
            if (done) assert (of_kernel ? unused_ready[1] : unused_ready[0]);
            assert (host_freed == f_freed && f_rests < 5);
        end
    end
`endif
endmodule
`default_nettype wire
