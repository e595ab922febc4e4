// A carrier's side of the flits and credits of all pairs (docs/networks.md, "The carrier"): in the head of a module.
    input  wire                          clk, rst,
    input  wire [NODES*NODES-1:0]        s_flit_tvalid,
    output wire [NODES*NODES-1:0]        s_flit_tready,
    input  wire [NODES*NODES*FLIT_W-1:0] s_flit_tdata,
    output wire [NODES*NODES*4-1:0]      m_credit,
    output wire [NODES*NODES-1:0]        m_flit_tvalid,
    output wire [NODES*NODES*FLIT_W-1:0] m_flit_tdata,
    input  wire [NODES*NODES*4-1:0]      s_credit,
    // an order to break down, for carriers that may stop; the nodes at which it has
    input  wire                          stop,
    output wire [NODES-1:0]              stopped
