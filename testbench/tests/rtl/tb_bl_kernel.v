// config: -Ptb_bl_kernel.BYTES=65536
// long config: -Ptb_bl_kernel.BYTES=1048576
// config: -Ptb_bl_kernel.BYTES=65536 -Ptb_bl_kernel.HALF=2000 -Ptb_bl_kernel.HOST_HALF=2247
// The ends of a kernel joined as in one: memory and a channel are its sources, memory and a channel
// its targets. Prints a table of the time that the templates take for 4 B and for BYTES, with the
// memory's own cycles apart, and fails when it is longer than what their contracts say, or a byte
// is wrong. Simulated, at 222.5 MHz for clk and 250 MHz for host_clk by default.
module tb_bl_kernel;
    parameter BYTES     = 65536;
    parameter HALF      = 2247;         // ps of half a period of clk
    parameter HOST_HALF = 2000;         // and of host_clk
    parameter LATENCY   = 250;          // cycles from arvalid to rvalid, from wlast to bvalid

    localparam DATA_W = 256, LANES = 8;
    localparam READ_AT = 64'h1000, WRITE_AT = 64'h12345000;

    reg               clk, rst, host_clk, host_rst;
    reg               r_valid, w_valid, t_valid;
    wire              r_ready, w_ready, t_ready;
    reg  [63:0]       r_address, w_address;
    reg  [31:0]       r_length, w_length, t_length;
    reg               c_valid;
    wire              c_ready;
    reg  [DATA_W-1:0] c_data;
    reg  [LANES-1:0]  c_keep;
    reg  [1:0]        to_valid, from_valid, to, from;
    wire [1:0]        to_ready, from_ready;
    wire              r_failed, w_failed, done, idle;

    // source 0 reads, 1 takes; target 0 writes, 1 sends
    wire [1:0]          s_valid, s_ready, s_last, m_valid, m_ready, m_last;
    wire [2*DATA_W-1:0] s_data, m_data;
    wire [2*LANES-1:0]  s_keep, m_keep;
    assign m_ready[1] = 1'b1;

    wire [63:0]         araddr, awaddr;
    wire [7:0]          arlen, awlen;
    wire                arvalid, rready, awvalid, wvalid, wlast, bready;
    reg                 rvalid, bvalid;
    reg  [DATA_W-1:0]   rdata;
    wire [DATA_W-1:0]   wdata;
    wire [DATA_W/8-1:0] wstrb;

    bl_kernel_read read (
        .clk(clk), .rst(rst), .s_tvalid(r_valid), .s_tready(r_ready), .s_address(r_address),
        .s_length(r_length), .m_axis_tvalid(s_valid[0]), .m_axis_tready(s_ready[0]),
        .m_axis_tdata(s_data[DATA_W-1:0]), .m_axis_tkeep(s_keep[LANES-1:0]),
        .m_axis_tlast(s_last[0]), .failed(r_failed), .host_clk(host_clk), .host_rst(host_rst),
        .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arvalid(arvalid),
        .m_axi_arready(1'b1), .m_axi_rdata(rdata), .m_axi_rresp(2'd0), .m_axi_rlast(1'b0),
        .m_axi_rvalid(rvalid), .m_axi_rready(rready));

    bl_kernel_take take (
        .clk(clk), .rst(rst), .s_tvalid(t_valid), .s_tready(t_ready), .s_length(t_length),
        .s_axis_tvalid(c_valid), .s_axis_tready(c_ready), .s_axis_tdata(c_data),
        .s_axis_tkeep(c_keep), .drop(1'b0), .m_axis_tvalid(s_valid[1]), .m_axis_tready(s_ready[1]),
        .m_axis_tdata(s_data[2*DATA_W-1:DATA_W]), .m_axis_tkeep(s_keep[2*LANES-1:LANES]),
        .m_axis_tlast(s_last[1]));

    bl_kernel_switch switch (
        .clk(clk), .rst(rst), .s_to_tvalid(to_valid), .s_to_tready(to_ready), .s_to(to),
        .s_from_tvalid(from_valid), .s_from_tready(from_ready), .s_from(from),
        .s_axis_tvalid(s_valid), .s_axis_tready(s_ready), .s_axis_tdata(s_data),
        .s_axis_tkeep(s_keep), .s_axis_tlast(s_last), .m_axis_tvalid(m_valid),
        .m_axis_tready(m_ready), .m_axis_tdata(m_data), .m_axis_tkeep(m_keep),
        .m_axis_tlast(m_last), .idle(idle));

    bl_kernel_write write (
        .clk(clk), .rst(rst), .s_tvalid(w_valid), .s_tready(w_ready), .s_address(w_address),
        .s_length(w_length), .s_axis_tvalid(m_valid[0]), .s_axis_tready(m_ready[0]),
        .s_axis_tdata(m_data[DATA_W-1:0]), .s_axis_tkeep(m_keep[LANES-1:0]),
        .s_axis_tlast(m_last[0]), .done(done), .failed(w_failed), .host_clk(host_clk),
        .host_rst(host_rst), .m_axi_awaddr(awaddr), .m_axi_awlen(awlen),
        .m_axi_awvalid(awvalid), .m_axi_awready(1'b1), .m_axi_wdata(wdata),
        .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_wvalid(wvalid), .m_axi_wready(1'b1),
        .m_axi_bresp(2'd0), .m_axi_bvalid(bvalid), .m_axi_bready(bready));

    always #HALF clk = ~clk;
    always #HOST_HALF host_clk = ~host_clk;

    integer broken, l, i, c;
    task fail;
        input integer kind;
        if (broken == 0) begin
            broken = kind;
            $display("kind %0d at %0d ps", kind, $time);
        end
    endtask

    function [31:0] granule;
        input integer number;
        granule = number * 32'h9e3779b1 + 1;
    endfunction

    // ---- the memory: granule n of what is read lies at READ_AT + 4 n, of any address
    reg [71:0] asked [0:255];
    integer    due [0:255], b_due [0:255];
    integer    a_in, a_out, beat, b_in, b_out, host_now, w_bytes;
    reg [63:0] place;
    always @(posedge host_clk) if (host_rst) {rvalid, bvalid} <= 0;
    else begin
        host_now = host_now + 1;
        if (arvalid) begin
            asked[a_in % 256] = {araddr, arlen};
            due[a_in % 256] = host_now + LATENCY - 1;
            a_in = a_in + 1;
        end
        rvalid <= a_in != a_out && due[a_out % 256] <= host_now;
        if (a_in != a_out && due[a_out % 256] <= host_now) begin
            place = asked[a_out % 256][71:8] + 32 * beat;
            for (i = 0; i < LANES; i = i + 1)
                rdata[32*i +: 32] <= granule((place - READ_AT) / 4 + i);
            beat = beat + 1;
            if (beat > asked[a_out % 256][7:0]) begin beat = 0; a_out = a_out + 1; end
        end
        if (wvalid) begin
            for (i = 0; i < 32; i = i + 1) if (wstrb[i]) begin
                if (i % 4 == 0 && wdata[8*i +: 32] !== granule(w_bytes / 4)) fail(1);
                w_bytes = w_bytes + 1;
            end
            if (wlast) begin b_due[b_in % 256] = host_now + LATENCY - 1; b_in = b_in + 1; end
        end
        bvalid <= b_in != b_out && b_due[b_out % 256] <= host_now;
        if (b_in != b_out && b_due[b_out % 256] <= host_now) b_out = b_out + 1;
    end

    // ---- times of what is seen first and last, in ps
    integer at_command, at_ar, at_r, at_channel, at_w, at_aw, at_b, at_done, at_sent;
    integer m_bytes;
    always @(posedge clk) begin
        if (r_valid && r_ready) at_command = $time;
        if (c_valid && c_ready && at_channel == 0) at_channel = $time;
        if (m_valid[1]) begin
            at_sent = $time;
            for (l = 0; l < LANES; l = l + 1) if (m_keep[LANES+l]) begin
                if (m_data[DATA_W + 32*l +: 32] !== granule(m_bytes / 4)) fail(2);
                m_bytes = m_bytes + 4;
            end
        end
        if (done) at_done = $time;
    end
    always @(posedge host_clk) begin
        if (arvalid && at_ar == 0) at_ar = $time;
        if (rvalid && at_r == 0) at_r = $time;
        if (awvalid) at_aw = $time;
        if (wvalid) at_w = $time;
        if (bvalid) at_b = $time;
    end

    // ---- the channel gives full words, and what is left at the end
    integer c_left, c_given;
    always @(posedge clk) if (!rst && (!c_valid || c_ready)) begin
        #1 c_valid = c_left > 0;
        for (c = 0; c < LANES; c = c + 1) begin
            c_keep[c] = 4 * c < c_left;
            c_data[32*c +: 32] = granule(c_given / 4 + c);
        end
        c_left  = c_left - 32;
        c_given = c_given + 32;
    end
    always @(posedge clk) if (r_valid && r_ready) begin #1 r_valid = 0; end
    always @(posedge clk) if (w_valid && w_ready) begin #1 w_valid = 0; end
    always @(posedge clk) if (t_valid && t_ready) begin #1 t_valid = 0; end
    always @(posedge clk) begin #1 {to_valid, from_valid} = 0; end

    // a move of `bytes` from one end to another, whose numbers are known before; sources and
    // targets as above; ends when the last byte is seen and the response has come
    integer waited;
    task move;
        input integer source;
        input integer target;
        input integer bytes;
        input integer lane;
        begin
            @(negedge clk);
            to[0] = target; to[1] = target; from[0] = source; from[1] = source;
            to_valid[source] = 1; from_valid[target] = 1;
            {at_ar, at_r, at_channel} = 0;
            {w_bytes, m_bytes} = 0;
            if (target == 0) begin
                w_valid = 1; w_address = WRITE_AT + 4 * lane; w_length = bytes / 4;
            end
            if (source == 1) begin t_valid = 1; t_length = bytes / 4; end
            repeat (20) @(negedge clk);
            at_done = 0;
            if (source == 0) begin
                r_valid = 1; r_address = READ_AT; r_length = bytes / 4;
            end else begin c_left = bytes; c_given = 0; end
            waited = 0;
            while (waited < bytes / 8 + 2000 && (target == 0 ? at_done == 0 : m_bytes < bytes))
            begin
                @(negedge clk);
                waited = waited + 1;
            end
            if (target == 0 ? w_bytes != bytes || at_done == 0 : m_bytes != bytes) fail(3);
            if (r_failed || w_failed) fail(4);
            repeat (5) @(negedge clk);
            if (!idle) fail(5);
        end
    endtask

    // ---- the table: worst of several phases of the two clocks
    integer worst_read, worst_r, worst_write, worst_done, worst_all, all, k;
    task row;                           // its name stands before it
        input integer limit;            // ps
        input integer measured;
        begin
            $display(" | %0d.%0d | %0d.%0d |", limit / (2 * HALF), 10 * limit / (2 * HALF) % 10,
                     measured / (2 * HALF), 10 * measured / (2 * HALF) % 10);
            if (measured > limit) fail(6);
        end
    endtask

    task least;                         // 4 B, in cycles of clk
        begin
            {worst_read, worst_r, worst_write, worst_done, worst_all} = 0;
            for (k = 0; k < 16; k = k + 1) begin
                move(0, 1, 4, 0);
                if (at_ar - at_command > worst_read) worst_read = at_ar - at_command;
                if (at_sent - at_r > worst_r) worst_r = at_sent - at_r;
                move(1, 0, 4, 0);
                if (at_w - at_channel > worst_write) worst_write = at_w - at_channel;
                if (at_aw - at_channel > worst_write) worst_write = at_aw - at_channel;
                if (at_done - at_b > worst_done) worst_done = at_done - at_b;
                move(0, 0, 4, k % LANES);
                all = at_w - at_command - (at_r - at_ar);
                if (all > worst_all) worst_all = all;
            end
            $display("| 4 B, cycles of clk: worst of 16 phases | at most | measured |");
            $display("|---|---|---|");
            $write("| command to arvalid"); row(10 * HOST_HALF, worst_read);
            $write("| rvalid to the sending channel"); row(10 * HALF, worst_r);
            $write("| receiving channel to awvalid and wvalid"); row(6 * HALF + 6 * HOST_HALF,
                                                                     worst_write);
            $write("| bvalid to done"); row(8 * HALF, worst_done);
            $write("| memory to memory on one card, without the memory"); row(14 * HALF
                + 16 * HOST_HALF, worst_all);
        end
    endtask

    task rate;                          // Gbit/s, between a move's first word and its last one
        input integer begun;
        input integer ended;
        integer       ideal;            // ps for its words at the slower clock
        begin
            ideal = BYTES / 32 * 2 * (HALF > HOST_HALF ? HALF : HOST_HALF);
            $display(" | %0d | %0d | %0d.%0d |", ended - begun, ideal,
                     BYTES * 8 / ((ended - begun) / 1000),
                     BYTES * 80 / ((ended - begun) / 1000) % 10);
            if (ended - begun > ideal / 100 * 101 + 60 * HALF) fail(7);
        end
    endtask

    initial begin
        broken = 0; {clk, host_clk, r_valid, w_valid, t_valid, c_valid, to_valid, from_valid} = 0;
        {to, from, rvalid, bvalid} = 0;
        {a_in, a_out, beat, b_in, b_out, host_now, w_bytes, m_bytes, c_left, c_given} = 0;
        {at_command, at_ar, at_r, at_channel, at_w, at_aw, at_b, at_done, at_sent} = 0;
        rst = 1; host_rst = 1;
        #(20 * (HALF + HOST_HALF));
        @(negedge host_clk) host_rst = 0;
        @(negedge clk) rst = 0;
        repeat (10) @(negedge clk);
        least;
        $display("| %0d B | ps | ps at a word a cycle of the slower clock | Gbit/s |", BYTES);
        $display("|---|---|---|---|");
        move(0, 1, BYTES, 0);
        $write("| memory to sending channel, from rvalid on"); rate(at_r, at_sent);
        move(1, 0, BYTES, 0);
        $write("| receiving channel to memory"); rate(at_channel, at_w);
        move(0, 0, BYTES, 3);
        $write("| memory to memory, to another lane, from rvalid on"); rate(at_r, at_w);
        if (broken != 0)
            $display("FAIL kind %0d (1 and 2 data, 3 few, 4 failed, 5 not idle, 6 late, 7 rate)",
                     broken);
        else $display("PASS");
        $finish(0);
    end
endmodule
