// Ethernet for the conformance benches: a MAC at each node, between them a switch that takes whole
// frames before it sends them on, DELAY cycles later. The MACs have the manners of real ones: a
// frame that pauses is destroyed (here it fails the bench), one below 60 bytes comes back with
// padding, what comes does not wait, and a bad frame is known at its last word. Frames are switched
// by the last byte of the address; for all nodes by one of ones.
// DROP, FLIP, REPEAT, REORDER: of so many in 10,000 frames. With `cut` nothing passes.
`timescale 1ns/1ps
`default_nettype none
module ethernet_switch #(
    parameter NODES = 4, WIDTH = 64, DELAY = 40, DROP = 0, FLIP = 0, REPEAT = 0, REORDER = 0,
    BYTES = WIDTH / 8
) (
    input  wire                   clk, rst, cut,
    input  wire [NODES-1:0]       s_tvalid, s_tlast,
    output reg  [NODES-1:0]       s_tready,
    input  wire [NODES*WIDTH-1:0] s_tdata,
    input  wire [NODES*BYTES-1:0] s_tkeep,
    output reg  [NODES-1:0]       m_tvalid, m_tlast, m_tuser,
    output reg  [NODES*WIDTH-1:0] m_tdata,
    output reg  [NODES*BYTES-1:0] m_tkeep
);
    localparam LONGEST = 2048, QUEUE = 16384, BEAT_W = WIDTH + BYTES + 2;

    // a frame that comes from a node; words {last, user, keep, data} to a node, and their times
    reg [7:0]        frame [0:NODES*LONGEST-1];
    reg [BEAT_W-1:0] queue [0:NODES*QUEUE-1];
    integer          when  [0:NODES*QUEUE-1];
    integer          size [0:NODES-1], wr [0:NODES-1], rd [0:NODES-1], gap [0:NODES-1];
    // a frame that another one overtakes
    reg [7:0]        held [0:NODES*LONGEST-1];
    integer          held_size [0:NODES-1];
    reg              broken [0:NODES-1];
    integer          now = 0, seed = 11, n, d, b, i;

    function strikes; input integer rate; strikes = ($random(seed) & 32'h7fffffff) % 10000 < rate;
    endfunction

    initial begin
        for (n = 0; n < NODES; n = n + 1) begin
            size[n] = 0;
            wr[n] = 0;
            rd[n] = 0;
            gap[n] = 0;
            held_size[n] = 0;
            broken[n] = 0;
        end
        s_tready = 0;
        m_tvalid = 0;
    end

    // Words of the frame of node `n` (or the held one, to node `d`) into the queue to node `d`.
    reg bad;
    task put; input from_held; integer length, padded, place; reg [BEAT_W-1:0] word; begin
        length = from_held ? held_size[d] : size[n];
        padded = length < 60 ? 60 : length;
        for (b = 0; b < padded; b = b + BYTES) begin
            word = 0;
            for (i = 0; i < BYTES && b + i < padded; i = i + 1) begin
                if (b + i < length)
                    word[i*8 +: 8] = from_held ? held[d*LONGEST+b+i] : frame[n*LONGEST+b+i];
                word[WIDTH+i] = 1;
            end
            word[WIDTH+BYTES]   = b + BYTES >= padded && bad;
            word[WIDTH+BYTES+1] = b + BYTES >= padded;
            place = d * QUEUE + wr[d] % QUEUE;
            queue[place] = word;
            when[place]  = now + DELAY;
            wr[d] = wr[d] + 1;
        end
    end endtask

    // The frame of node `n` at the input of the switch, for node `d`.
    task switched; begin
        bad = broken[n];
        if (cut || strikes(DROP)) bad = 0;
        else if (held_size[d] == 0 && strikes(REORDER)) begin
            for (i = 0; i < size[n]; i = i + 1) held[d*LONGEST+i] = frame[n*LONGEST+i];
            held_size[d] = size[n];
        end else begin
            if (strikes(FLIP)) begin
                bad = 1;
                frame[n*LONGEST+($random(seed) & 32'h7fffffff)%size[n]] = 8'h5a;
            end
            put(0);
            if (strikes(REPEAT)) put(0);
            bad = 0;
            if (held_size[d] != 0) begin
                put(1);
                held_size[d] = 0;
            end
        end
    end endtask

    always @(posedge clk) begin
        now = now + 1;
        for (n = 0; n < NODES; n = n + 1) begin
            if (size[n] != 0 && s_tready[n] && !s_tvalid[n]) broken[n] = 1;
            if (s_tvalid[n] && s_tready[n]) begin
                for (i = 0; i < BYTES; i = i + 1) if (s_tkeep[n*BYTES+i]) begin
                    frame[n*LONGEST+size[n]] = s_tdata[n*WIDTH+i*8 +: 8];
                    size[n] = size[n] + 1;
                end
                if (s_tlast[n]) begin
                    for (d = 0; d < NODES; d = d + 1)
                        if (d != n && (frame[n*LONGEST+5] == d || frame[n*LONGEST+5] == 8'hff))
                            switched;
                    if (broken[n]) begin
                        $display("FAIL node %0d pauses in a frame", n);
                        $finish(0);
                    end
                    gap[n] = 20 / BYTES;
                    size[n] = 0;
                    broken[n] = 0;
                end
            end else if (gap[n] > 0) gap[n] = gap[n] - 1;
            s_tready[n] <= (gap[n] == 0 || size[n] != 0) && $random(seed) % 16 != 0;
            // to the node
            m_tvalid[n] <= 0;
            m_tdata[n*WIDTH +: WIDTH] <= {WIDTH{1'bx}};
            m_tuser[n] <= 1'bx;
            m_tlast[n] <= 1'bx;
            if (rst) begin
                rd[n] = wr[n];
                size[n] = 0;
                held_size[n] = 0;
                broken[n] = 0;
            end else if (rd[n] != wr[n] && when[n*QUEUE+rd[n]%QUEUE] <= now) begin
                m_tvalid[n] <= 1;
                {m_tlast[n], m_tuser[n], m_tkeep[n*BYTES +: BYTES], m_tdata[n*WIDTH +: WIDTH]}
                    <= queue[n*QUEUE+rd[n]%QUEUE];
                rd[n] = rd[n] + 1;
            end
        end
    end
endmodule
`default_nettype wire
