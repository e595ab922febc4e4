// SPDX-License-Identifier: ISC
// For simulation only, never part of a project: the write data mover of Intel's Avalon-MM DMA for
// PCI Express (Arria 10), by its user guide, with the host's bus as an AXI4 master in place of the
// link. What the guide leaves open is a choice of this model: how many descriptors it holds (8), in
// which order descriptors that are done at once are reported, and that one whose write is answered
// with an error gets a status without `done`, or none if SILENT.
// Contract: descriptors by WrAstRx*; their bytes are read from the local side by WrDma*, at most
// 512 in a burst, and written by m_axi_aw* and w*, in bursts that end at multiples of 512 bytes;
// the status by WrAstTx* comes when all of them are answered. HOLD: 0, or the local side is not
// read in some cycles, but for `fast`. Source and destination are the same modulo a word. faults
// counts what the other side must not do, as in bl_a10_read_mover, and data that nobody asked for.
`default_nettype none
module bl_a10_write_mover #(
    parameter DATA_W = 256,
    parameter MOVER_W = 256,
    parameter READY_LATENCY = 1,
    parameter HOLD = 16,
    parameter SILENT = 0,
    parameter [31:0] SEED = 32'd1,
    parameter COUNT_W = MOVER_W == 128 ? 6 : 5
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [159:0]        WrAstRxData_i,
    input  wire                WrAstRxValid_i,
    output reg                 WrAstRxReady_o,
    output reg  [31:0]         WrAstTxData_o,
    output reg                 WrAstTxValid_o,
    output reg                 WrDmaRead_o,
    output reg  [63:0]         WrDmaAddress_o,
    output reg  [COUNT_W-1:0]  WrDmaBurstCount_o,
    input  wire                WrDmaWaitRequest_i,
    input  wire [MOVER_W-1:0]  WrDmaReadData_i,
    input  wire                WrDmaReadDataValid_i,
    output reg  [63:0]         m_axi_awaddr,
    output reg  [7:0]          m_axi_awlen,
    output reg                 m_axi_awvalid,
    input  wire                m_axi_awready,
    output reg  [DATA_W-1:0]   m_axi_wdata,
    output reg  [DATA_W/8-1:0] m_axi_wstrb,
    output reg                 m_axi_wlast,
    output reg                 m_axi_wvalid,
    input  wire                m_axi_wready,
    input  wire [1:0]          m_axi_bresp,
    input  wire                m_axi_bvalid,
    output wire                m_axi_bready,
    input  wire                fast,
    output reg  [31:0]         faults
);
    localparam JOBS = 32, ROOM = 8, BURSTS = 64, KEPT = 256;
    localparam BYTES = MOVER_W / 8, LANES = DATA_W / MOVER_W, UNITS = MOVER_W / 32;

    /* verilator lint_off WIDTH */
    /* verilator lint_off BLKSEQ */
    reg [159:0] queue [0:15];
    integer     queued, begun, came;
    reg [7:0]   id [0:JOBS-1];
    reg         used [0:JOBS-1], whole [0:JOBS-1], bad [0:JOBS-1];
    integer     left [0:JOBS-1];                  // bursts not answered yet, of those asked for
    reg         busy;
    reg [63:0]  source, target;
    integer     rest, job;
    // bursts: those asked of the local side, those whose words are being written, those answered
    integer     of [0:BURSTS-1], first [0:BURSTS-1], size [0:BURSTS-1], lead [0:BURSTS-1];
    reg [63:0]  bus [0:BURSTS-1];
    integer     asked, requested, written, answered;
    // words that were read
    reg [MOVER_W-1:0] store [0:KEPT-1];
    integer     stored, taken, due;               // due: asked for and not come
    integer     word, lane, k, j, pick, granules, from, to, all;
    reg [5:0]   line;
    reg [31:0]  lfsr;
    reg [4:0]   was_ready;

    assign m_axi_bready = 1'b1;

    task next_random;
        lfsr = {lfsr[30:0], lfsr[31] ^ lfsr[21] ^ lfsr[1] ^ lfsr[0]};
    endtask

    task take_descriptor;
        begin
            if (READY_LATENCY != 0 && ~was_ready[READY_LATENCY > 0 ? READY_LATENCY - 1 : 0])
                faults <= faults + 1;
            if (READY_LATENCY != 0 || WrAstRxReady_o) begin
                if (WrAstRxData_i[152:146] == 7'd127 || WrAstRxData_i[145:128] == 0
                    || WrAstRxData_i[1:0] != 0 || WrAstRxData_i[65:64] != 0
                    || (WrAstRxData_i[31:0] - WrAstRxData_i[95:64]) % BYTES != 0
                    || queued == 16) faults <= faults + 1;
                queue[came % 16] = WrAstRxData_i;
                came   = came + 1;
                queued = queued + 1;
            end
        end
    endtask

    task begin_descriptor;
        begin
            job = -1;
            for (j = 0; j < JOBS; j = j + 1) if (job < 0 && !used[j]) job = j;
            if (job >= 0) begin
                {target, source} = queue[begun % 16][127:0];
                rest       = queue[begun % 16][145:128];
                id[job]    = queue[begun % 16][153:146];
                used[job]  = 1'b1;
                whole[job] = 1'b0;
                bad[job]   = 1'b0;
                left[job]  = 0;
                busy       = 1'b1;
                begun      = begun + 1;
                queued     = queued - 1;
            end
        end
    endtask

    // the next burst of the local side and of the bus
    task ask;
        begin
            granules = (512 - target % 512) / 4;
            if (granules > rest) granules = rest;
            of[asked % BURSTS]    = job;
            bus[asked % BURSTS]   = target;
            first[asked % BURSTS] = (target / 4) % UNITS;
            size[asked % BURSTS]  = granules;
            lead[asked % BURSTS]  = (target % (DATA_W / 8)) / BYTES;
            all = (first[asked % BURSTS] + granules + UNITS - 1) / UNITS;
            WrDmaRead_o       <= 1'b1;
            WrDmaAddress_o    <= source - source % BYTES;
            WrDmaBurstCount_o <= all;
            due       = due + all;
            left[job] = left[job] + 1;
            asked     = asked + 1;
            source    = source + 4 * granules;
            target    = target + 4 * granules;
            rest      = rest - granules;
            if (rest == 0) {busy, whole[job]} = 2'b01;
        end
    endtask

    task request;
        begin
            k = requested % BURSTS;
            from = bus[k] % (DATA_W / 8);
            m_axi_awaddr  <= bus[k] - from;
            m_axi_awlen   <= (from + 4 * size[k] - 1) / (DATA_W / 8);
            m_axi_awvalid <= 1'b1;
            requested = requested + 1;
        end
    endtask

    // a word of the bus, if all that belongs into it is there
    task write_word;
        begin
            line = written % BURSTS;
            all  = (first[line] + size[line] + UNITS - 1) / UNITS;
            to   = LANES - (word == 0 ? lead[line] : 0);       // words of the mover in it
            if (to > all - word) to = all - word;
            if (stored - taken >= to) begin
                m_axi_wvalid <= 1'b1;
                m_axi_wstrb  <= 0;
                from = word == 0 ? lead[line] : 0;
                for (lane = 0; lane < to; lane = lane + 1) begin
                    m_axi_wdata[MOVER_W*(from+lane) +: MOVER_W] <= store[taken % KEPT];
                    for (k = 0; k < UNITS; k = k + 1)
                        m_axi_wstrb[4*(UNITS*(from+lane)+k) +: 4]
                            <= {4{UNITS * word + k >= first[line]
                                  && UNITS * word + k < first[line] + size[line]}};
                    taken = taken + 1;
                    word  = word + 1;
                end
                m_axi_wlast <= word == all;
                if (word == all) begin
                    word    = 0;
                    written = written + 1;
                end
            end
        end
    endtask

    task tell;
        begin
            next_random;
            WrAstTxValid_o <= 1'b0;
            pick = -1;
            for (k = 0; k < JOBS; k = k + 1) begin
                j = (k + lfsr[4:0]) & (JOBS - 1);
                if (used[j] & whole[j])
                    if (pick < 0 && left[j] == 0 && (HOLD == 0 || fast || lfsr[5:4] != 0)) pick = j;
            end
            if (pick >= 0) begin
                used[pick] = 1'b0;
                WrAstTxValid_o <= ~bad[pick] | SILENT == 0;
                WrAstTxData_o  <= {23'd0, ~bad[pick], id[pick]};
            end
        end
    endtask

    always @(posedge clk) begin
        was_ready <= {was_ready[3:0], WrAstRxReady_o};
        if (WrAstRxValid_i) take_descriptor;
        next_random;
        WrAstRxReady_o <= queued + 2 * READY_LATENCY < ROOM & (HOLD == 0 | fast | (|lfsr[3:2]));
        tell;
        if (!busy && queued > 0) begin_descriptor;
        if (~WrDmaRead_o | ~WrDmaWaitRequest_i) begin
            WrDmaRead_o <= 1'b0;
            next_random;
            if (busy && asked - answered < BURSTS && due + stored - taken + 64 < KEPT
                && (HOLD == 0 || fast || lfsr[1:0] != 0)) ask;
        end
        if (WrDmaReadDataValid_i) begin
            if (due == 0) faults <= faults + 1;
            store[stored % KEPT] = WrDmaReadData_i;
            stored = stored + 1;
            due    = due - 1;
        end
        if (~m_axi_awvalid | m_axi_awready) begin
            m_axi_awvalid <= 1'b0;
            if (requested != asked) request;
        end
        if (~m_axi_wvalid | m_axi_wready) begin
            m_axi_wvalid <= 1'b0;
            if (written != requested - (m_axi_awvalid & ~m_axi_awready)) write_word;
        end
        if (m_axi_bvalid) begin
            left[of[answered % BURSTS]] = left[of[answered % BURSTS]] - 1;
            if (m_axi_bresp != 0) bad[of[answered % BURSTS]] = 1'b1;
            answered = answered + 1;
        end
        if (rst) begin
            for (j = 0; j < JOBS; j = j + 1) {used[j], whole[j], bad[j]} = 3'd0;
            queued = 0; begun = 0; came = 0; job = 0; word = 0;
            asked = 0; requested = 0; written = 0; answered = 0;
            stored = 0; taken = 0; due = 0;
            busy = 1'b0;
            lfsr = SEED == 0 ? 32'd1 : SEED;
            WrAstRxReady_o <= 1'b0;
            WrAstTxValid_o <= 1'b0;
            WrDmaRead_o    <= 1'b0;
            m_axi_awvalid  <= 1'b0;
            m_axi_wvalid   <= 1'b0;
            was_ready      <= 5'd0;
            faults         <= 32'd0;
        end
    end
    /* verilator lint_on BLKSEQ */
    /* verilator lint_on WIDTH */
endmodule
`default_nettype wire
