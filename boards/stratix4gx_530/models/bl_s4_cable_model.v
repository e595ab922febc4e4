// SPDX-License-Identifier: ISC
`default_nettype none
// Model of an end of a link of PCI Express of eight lanes, for simulation only: not its coding, but
// its rate and whether it is there.
// Contract: TLPs are double words, `s_tlp` with `s_count` of them when s_toggle changes, and m_*
// the same of what comes. On the lanes goes a symbol of 7 bits at each change of bit 7: 0 when
// nothing is sent, else the number of double words, then five symbols for each. `alive`: symbols
// come. Without `on` nothing is sent, and nothing that came is kept. Times are ns.
module bl_s4_cable_model #(
    parameter SYMBOL = 0.2,  // 7 bits: 4.4 GB/s
    parameter IDLE = 20
) (
    input  wire          on,
    input  wire [7:0]    rx,
    output reg  [7:0]    tx,
    output reg           alive,
    input  wire          s_toggle,
    input  wire [2175:0] s_tlp,
    input  wire [6:0]    s_count,
    output reg           m_toggle,
    output reg  [2175:0] m_tlp,
    output reg  [6:0]    m_count
);
    reg [2175:0] tlps [0:255];
    reg [6:0]    counts [0:255];
    reg [7:0]    in = 0, out = 0;
    reg          sends = 0;
    integer      i;
    initial begin
        tx = 0;
        alive = 0;
        m_toggle = 0;
    end
    always @(s_toggle) if ($time > 0) begin
        tlps[in] = s_tlp;
        counts[in] = s_count;
        in = in + 1;
    end
    task symbol;
        input [6:0] bits;
        begin
            tx = {~tx[7], bits};
            #(SYMBOL);
        end
    endtask
    always begin
        wait (in != out);
        sends = 1;
        #(SYMBOL);
        if (on) symbol(counts[out]);
        for (i = 0; i < 5 * counts[out] && on; i = i + 1)
            symbol(tlps[out][32*(i/5) + 7*(i%5) +: 7] & (i % 5 == 4 ? 7'h0f : 7'h7f));
        out = on ? out + 1 : in;
        sends = 0;
    end
    always begin
        #(IDLE);
        if (!on) tx = 0;
        else if (!sends) tx = {~tx[7], 7'd0};
    end

    // ---- what comes
    reg [2175:0] tlp;
    integer      left = 0, at = 0;
    real         seen = 0;
    always @(rx[7]) begin
        seen = $realtime;
        if (!on || (^rx) === 1'bx) left = 0;
        else if (left == 0) begin
            left = 5 * rx[6:0];
            at = 0;
            m_count = rx[6:0];
            tlp = 0;
        end else begin
            if (at % 5 == 4) tlp[32*(at/5)+28 +: 4] = rx[3:0];
            else tlp[32*(at/5) + 7*(at%5) +: 7] = rx[6:0];
            at = at + 1;
            left = left - 1;
            if (left == 0) begin
                m_tlp = tlp;
                m_toggle = ~m_toggle;
            end
        end
    end
    always begin
        #(IDLE);
        alive = on && $realtime - seen < 3 * IDLE && seen != 0;
        if (!alive) left = 0;
    end
endmodule
`default_nettype wire
