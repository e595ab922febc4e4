// SPDX-License-Identifier: ISC
// For simulation only, never part of a project: the read data mover of Intel's Avalon-MM DMA for
// PCI Express (Arria 10), by its user guide, with the host's bus as an AXI4 master in place of the
// link. What the guide leaves open is a choice of this model: how many descriptors it holds (8), in
// which order data of several requests come, and what becomes of a request that is answered with an
// error (a status without `done`, or none if SILENT).
// Contract: descriptors by RdAstRx*, split into requests of at most 512 bytes; answers by m_axi_r*,
// in order, are written to the local side by RdDma* as they come, several requests in any order;
// then the status by RdAstTx*. HOLD: cycles for which a request's data may be held back, none while
// `fast`. Source and destination are the same modulo a word. faults counts what the other side must
// not do: valid without ready READY_LATENCY cycles before, an id of the IP's own, a length of 0,
// addresses that are not multiples of 4.
`default_nettype none
module bl_a10_read_mover #(
    parameter DATA_W = 256,
    parameter MOVER_W = 256,
    parameter READY_LATENCY = 1,
    parameter HOLD = 16,
    parameter SILENT = 0,
    parameter [31:0] SEED = 32'd1,
    parameter COUNT_W = MOVER_W == 128 ? 6 : 5
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [159:0]         RdAstRxData_i,
    input  wire                 RdAstRxValid_i,
    output reg                  RdAstRxReady_o,
    output reg  [31:0]          RdAstTxData_o,
    output reg                  RdAstTxValid_o,
    output reg                  RdDmaWrite_o,
    output reg  [63:0]          RdDmaAddress_o,
    output reg  [MOVER_W-1:0]   RdDmaWriteData_o,
    output reg  [COUNT_W-1:0]   RdDmaBurstCount_o,
    output reg  [MOVER_W/8-1:0] RdDmaByteEnable_o,
    input  wire                 RdDmaWaitRequest_i,
    output reg  [63:0]          m_axi_araddr,
    output reg  [7:0]           m_axi_arlen,
    output reg                  m_axi_arvalid,
    input  wire                 m_axi_arready,
    input  wire [DATA_W-1:0]    m_axi_rdata,
    input  wire [1:0]           m_axi_rresp,
    input  wire                 m_axi_rlast,
    input  wire                 m_axi_rvalid,
    output wire                 m_axi_rready,
    input  wire                 fast,
    output reg  [31:0]          faults
);
    localparam TAGS  = 32, JOBS = 32, ROOM = 8;
    localparam BYTES = MOVER_W / 8, WORDS = 512 / BYTES, LANES = DATA_W / MOVER_W;
    localparam UNITS = MOVER_W / 32;              // granules in a word

    /* verilator lint_off WIDTH */
    /* verilator lint_off BLKSEQ */
    // descriptors that have come; those that are under way, a place each
    reg [159:0] queue [0:15];
    integer     queued, begun, came;
    reg [7:0]   id [0:JOBS-1];
    reg         used [0:JOBS-1], whole [0:JOBS-1], bad [0:JOBS-1];
    integer     left [0:JOBS-1];                  // granules not written yet, of what was asked for
    // the descriptor that is being split
    reg         busy;
    reg [63:0]  source, target;
    integer     rest, job;
    // requests: granules, those written, words that have come
    reg         open [0:TAGS-1], broken [0:TAGS-1];
    reg [63:0]  local_at [0:TAGS-1];
    integer     of [0:TAGS-1], size [0:TAGS-1], sent [0:TAGS-1], have [0:TAGS-1], held [0:TAGS-1];
    integer     first [0:TAGS-1], skip [0:TAGS-1];
    integer     tag, answer;                      // the next one; that of the next answer
    reg [MOVER_W-1:0] store [0:TAGS*WORDS-1];
    // the burst that is being written
    integer     burst, word, words_left, t, j, k, lane, most, pick, from, to, granules;
    reg         writing;
    reg [31:0]  lfsr;
    reg [4:0]   was_ready;

    assign m_axi_rready = 1'b1;

    // words of a request that can be written now: all that came, but whole ones of 64 bytes unless
    // they are its last
    function integer ready_words;
        input [4:0] number;
        integer all, full;
        begin
            all  = (first[number] + size[number] + UNITS - 1) / UNITS;
            full = have[number] >= all ? all : have[number];
            if (full < all) full = full - (full + skip[number]) % (64 / BYTES);
            ready_words = full - sent[number];
        end
    endfunction

    task next_random;
        lfsr = {lfsr[30:0], lfsr[31] ^ lfsr[21] ^ lfsr[1] ^ lfsr[0]};
    endtask

    task take_descriptor;
        begin
            if (READY_LATENCY == 0 ? ~RdAstRxReady_o : ~was_ready[READY_LATENCY-1])
                if (READY_LATENCY != 0) faults <= faults + 1;
            if (READY_LATENCY != 0 || RdAstRxReady_o) begin
                if (RdAstRxData_i[152:146] == 7'd127 || RdAstRxData_i[145:128] == 0
                    || RdAstRxData_i[1:0] != 0 || RdAstRxData_i[65:64] != 0
                    || (RdAstRxData_i[31:0] - RdAstRxData_i[95:64]) % BYTES != 0
                    || queued == 16) faults <= faults + 1;
                queue[came % 16] = RdAstRxData_i;
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

    // the next request: up to a multiple of 512 bytes
    task ask;
        begin
            granules = (512 - source % 512) / 4;
            if (granules > rest) granules = rest;
            open[tag]     = 1'b1;
            broken[tag]   = 1'b0;
            of[tag]       = job;
            local_at[tag] = target;
            first[tag]    = (target / 4) % UNITS;
            skip[tag]     = (source % 64) / BYTES;
            size[tag]     = granules;
            sent[tag]     = 0;
            have[tag]     = 0;
            next_random;
            held[tag]     = HOLD > 0 && !fast && lfsr[2:0] == 0 ? lfsr[15:8] % HOLD : 0;
            left[job]     = left[job] + granules;
            from = source % (DATA_W / 8);
            m_axi_araddr  <= source - from;
            m_axi_arlen   <= (from + 4 * granules - 1) / (DATA_W / 8);
            m_axi_arvalid <= 1'b1;
            // words that come before the first one of the local side
            have[tag]     = -(from / BYTES);
            tag    = (tag + 1) % TAGS;
            source = source + 4 * granules;
            target = target + 4 * granules;
            rest   = rest - granules;
            if (rest == 0) {busy, whole[job]} = 2'b01;
        end
    endtask

    // of a request with an error: what is written until now stays, and the burst under way is
    // written to its end
    task give_up;
        begin
            most = writing && burst == answer ? word + words_left : sent[answer];
            most = most == 0 ? 0 : most * UNITS - first[answer];
            if (most < size[answer]) begin
                left[of[answer]] = left[of[answer]] - (size[answer] - most);
                size[answer]     = most;
                bad[of[answer]]  = 1'b1;
            end
            if (!writing || burst != answer) open[answer] = 1'b0;
        end
    endtask

    task take_word;
        begin
            for (lane = 0; lane < LANES; lane = lane + 1) begin
                if (have[answer] >= 0 && have[answer] < WORDS)
                    store[answer*WORDS+have[answer]] = m_axi_rdata[MOVER_W*lane +: MOVER_W];
                have[answer] = have[answer] + 1;
            end
            if (m_axi_rresp != 0) broken[answer] = 1'b1;
            if (m_axi_rlast) begin
                if (broken[answer]) give_up;
                answer = (answer + 1) % TAGS;
            end
        end
    endtask

    // which request: the oldest that has something, or by lot another one, unless `fast`
    task choose;
        begin
            pick = -1;
            next_random;
            for (k = 0; k < TAGS; k = k + 1) begin
                t = (tag + k) & (TAGS - 1);
                if (open[t] & ~broken[t]) begin
                    if (held[t] == 0 && (pick < 0 || !fast && lfsr[k]))
                        if (ready_words(t) > 0) pick = t;
                end
            end
            if (pick >= 0) begin
                burst      = pick;
                most       = ready_words(pick);
                // some of what there is: whole ones of 64 bytes, or all
                if (lfsr[7] && most > 64 / BYTES) most = 64 / BYTES - (sent[pick] + skip[pick])
                    % (64 / BYTES);
                words_left = most;
                word       = sent[pick];
                writing    = 1'b1;
                RdDmaAddress_o    <= local_at[pick] - local_at[pick] % BYTES + BYTES * word;
                RdDmaBurstCount_o <= most;
            end
        end
    endtask

    task write_word;
        begin
            RdDmaWrite_o      <= 1'b1;
            RdDmaWriteData_o  <= store[burst*WORDS+word];
            from = word == 0 ? first[burst] : 0;
            to   = first[burst] + size[burst] - word * UNITS;
            if (to > UNITS) to = UNITS;
            for (k = 0; k < UNITS; k = k + 1)
                RdDmaByteEnable_o[4*k +: 4] <= {4{k >= from && k < to}};
            left[of[burst]] = left[of[burst]] - (to - from);
            word            = word + 1;
            sent[burst]     = word;
            words_left      = words_left - 1;
            if (word * UNITS >= first[burst] + size[burst]) open[burst] = 1'b0;
            if (words_left == 0) writing = 1'b0;
        end
    endtask

    task tell;
        begin
            next_random;
            RdAstTxValid_o <= 1'b0;
            pick = -1;
            for (k = 0; k < JOBS; k = k + 1) begin
                j = (k + lfsr[4:0]) & (JOBS - 1);
                if (used[j] & whole[j]) if (pick < 0 && left[j] == 0) pick = j;
            end
            if (pick >= 0) begin
                used[pick] = 1'b0;
                RdAstTxValid_o <= ~bad[pick] | SILENT == 0;
                RdAstTxData_o  <= {23'd0, ~bad[pick], id[pick]};
            end
        end
    endtask

    always @(posedge clk) begin
        was_ready <= {was_ready[3:0], RdAstRxReady_o};
        if (RdAstRxValid_i) take_descriptor;
        next_random;
        RdAstRxReady_o <= queued + 2 * READY_LATENCY < ROOM & (HOLD == 0 | fast | (|lfsr[3:2]));
        tell;
        if (m_axi_arvalid & m_axi_arready) m_axi_arvalid <= 1'b0;
        if (!busy && queued > 0) begin_descriptor;
        if (busy && !open[tag] && (~m_axi_arvalid | m_axi_arready)) ask;
        if (m_axi_rvalid) take_word;
        if (HOLD > 0) for (t = 0; t < TAGS; t = t + 1) if (held[t] > 0) held[t] = held[t] - 1;
        if (~RdDmaWrite_o | ~RdDmaWaitRequest_i) begin
            RdDmaWrite_o <= 1'b0;
            if (!writing) choose;
            if (writing) write_word;
        end
        if (rst) begin
            for (j = 0; j < JOBS; j = j + 1) {used[j], whole[j], bad[j]} = 3'd0;
            for (t = 0; t < TAGS; t = t + 1) begin
                {open[t], broken[t]} = 2'd0;
                held[t] = 0;
            end
            queued = 0; begun = 0; came = 0; tag = 0; answer = 0; job = 0;
            {busy, writing} = 2'd0;
            lfsr = SEED == 0 ? 32'd1 : SEED;
            RdAstRxReady_o <= 1'b0;
            RdAstTxValid_o <= 1'b0;
            RdDmaWrite_o   <= 1'b0;
            m_axi_arvalid  <= 1'b0;
            was_ready      <= 5'd0;
            faults         <= 32'd0;
        end
    end
    /* verilator lint_on BLKSEQ */
    /* verilator lint_on WIDTH */
endmodule
`default_nettype wire
