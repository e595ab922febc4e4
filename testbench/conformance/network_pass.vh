// The network ports of all nodes, handed on to an instance that has the same.
        .clk(clk), .rst(rst), .s_net_tvalid(s_net_tvalid), .s_net_tready(s_net_tready), .s_net_tdata(s_net_tdata),
        .s_net_tkeep(s_net_tkeep), .s_net_tlast(s_net_tlast), .s_net_tdest(s_net_tdest), .s_net_tuser(s_net_tuser), .dst_ready(dst_ready),
        .m_net_tvalid(m_net_tvalid), .m_net_tready(m_net_tready), .m_net_tdata(m_net_tdata), .m_net_tkeep(m_net_tkeep),
        .m_net_tlast(m_net_tlast), .m_net_tid(m_net_tid), .m_net_tuser(m_net_tuser), .rx_epoch(rx_epoch), .rx_any(rx_any),
        .rx_source(rx_source)
