// SPDX-License-Identifier: ISC
`default_nettype none
// Register slice: cuts every path between its two sides, at full throughput.
// Contract: words leave in the order in which they came; s_tready, m_tvalid and m_tdata are
// registers. Holds two words.
// Latency: 1 cycle. Throughput: 1 word a cycle.
module bl_skid #(
    // bits in a word: 1 or more
    parameter WIDTH = 32
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             s_tvalid,
    output wire             s_tready,
    input  wire [WIDTH-1:0] s_tdata,
    output reg              m_tvalid,
    input  wire             m_tready,
    output reg  [WIDTH-1:0] m_tdata
);
    generate
        if (WIDTH < 1) begin : g_check_width
            bl_skid_illegal_WIDTH illegal();
        end
    endgenerate

    reg             spare_valid;
    reg [WIDTH-1:0] spare;

    wire move = m_tready | ~m_tvalid;

    assign s_tready = ~spare_valid;

    always @(posedge clk) begin
        if (~spare_valid) spare <= s_tdata;
        if (move) m_tdata <= spare_valid ? spare : s_tdata;
    end

    always @(posedge clk) begin
        if (rst) begin
            m_tvalid    <= 1'b0;
            spare_valid <= 1'b0;
        end else begin
            if (move) m_tvalid <= spare_valid | s_tvalid;
            spare_valid <= ~move & (spare_valid | s_tvalid);
        end
    end

`ifdef FORMAL
    // Rule 1: the slice offers a word exactly when it holds one, and takes one exactly when fewer
    // than two are in it.
    // Rule 2: any word, once taken, leaves after exactly the words that were in front of it,
    // unchanged.
    // Rule 3: a word that is offered and not taken stays.
    (* anyseq *) wire f_pick;
    reg             f_reset = 1'b0, f_track = 1'b0, f_held = 1'b0;
    reg [1:0]       f_count, f_ahead;
    reg [WIDTH-1:0] f_value, f_shown;
    always @(posedge clk) begin
        f_reset <= 1'b1;
        f_held  <= !rst && m_tvalid && !m_tready;
        f_shown <= m_tdata;
        if (rst) begin
            f_count <= 0;
            f_track <= 1'b0;
        end else begin
            f_count <= f_count + (s_tvalid & s_tready) - (m_tvalid & m_tready);
            if (f_track && m_tvalid && m_tready) begin
                f_ahead <= f_ahead - 1'b1;
                if (f_ahead == 0) f_track <= 1'b0;
            end
            if (!f_track && f_pick && s_tvalid && s_tready) begin
                f_track <= 1'b1;
                f_value <= s_tdata;
                f_ahead <= f_count - (m_tvalid & m_tready);
            end
        end
    end
    always @* begin
        if (!f_reset) assume (rst);
        if (f_reset) begin
            assert (f_count <= 2);
            assert (m_tvalid == (f_count != 0));
            assert (s_tready == (f_count != 2));
            if (f_held) assert (m_tvalid && m_tdata == f_shown);
            if (f_track) begin
                assert (f_ahead < f_count);
                if (f_ahead == 0) assert (m_tvalid && m_tdata == f_value);
                else assert (spare == f_value);
            end
        end
    end
`endif
endmodule
`default_nettype wire
