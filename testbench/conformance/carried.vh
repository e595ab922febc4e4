    // The endpoints of all nodes, and the flits and credits between them and a carrier.
    wire [NODES*NODES-1:0]        leave_valid, leave_ready, arrive_valid;
    wire [NODES*NODES*FLIT_W-1:0] leave_data, arrive_data;
    wire [NODES*NODES*4-1:0]      freed, credit;
    endpoints #(.NODES(NODES), .LANES(LANES), .ELEMS(ELEMS), .ELEM_W(ELEM_W), .LOG_BUFFER(LOG_BUFFER),
                .LANE_REACH(LANE_REACH), .PACKET_WORDS(PACKET_WORDS), .NODE_W(NODE_W),
                .CHAN_W(CHAN_W)) nodes (
        .m_flit_tvalid(leave_valid), .m_flit_tready(leave_ready), .m_flit_tdata(leave_data),
        .s_credit(credit), .s_flit_tvalid(arrive_valid), .s_flit_tdata(arrive_data), .m_credit(freed),
`include "network_pass.vh"
    );
