#!/usr/bin/env python3
"""Whether a Quartus project with the vendor's IP in its top is complete: project_ip.py FOLDER NAME
OPEN, with the project's folder, its top, and a pattern of the ports that may still be open.

Every port of the top is on a pin, placed or said to be of an unknown place, or open for a memory
controller and then virtual; every pin is a port; every pin leads somewhere. Each IP has a file in
the project. The constraints name clocks that they make, of ports and nets that are there; every
clock of the top is made, and every pin that is no clock is cut or timed. With STUBS as a fourth
argument modules of the IP without contents are written there. Prints what is wrong; exit 1 then.
"""
import re
import sys
from pathlib import Path

IP = ("bl_pcie", "bl_mac", "bl_pcie_n", "bl_pcie_e", "bl_pcie_w", "bl_pcie_s", "bl_reconfig")
GIVEN = {"tx_out", "coreclkout_hip", "app_nreset_status", "tx_serial", "clk_txmac", "clk_rxmac",
         "l4_tx_ready", "tx_lanes_stable", "rx_pcs_ready", "core_clk_out", "rc_pll_locked",
         "dlup_exit", "hotrst_exit", "l2_exit", "ltssm", "tl_cfg_add", "tl_cfg_ctl",
         "tl_cfg_ctl_wr", "app_msi_ack", "tx_st_ready0", "busy", *(f"tx_out{i}" for i in range(8)),
         *(f"rx_st_{name}0" for name in "valid bardec data sop eop empty err".split())}
CLOCKS = ("coreclkout_hip", "clk_txmac", "clk_rxmac", "core_clk_out")


def instances(text, modules):
    for module in modules:
        for found in re.finditer(rf"^    {module}\s+\w+ \((.*?)\);", text, re.S | re.M):
            yield module, re.findall(r"\.(\w+)\(([^)]*)\)", found[1])


def stubs(text, path):
    ranges = {m[2]: m[1] or "" for m in
              re.finditer(r"wire\s+(\[\d+:\d+\])?\s*(\w+)", text)}
    made = ""
    for module, connections in instances(text, IP):
        if f"module {module} (" in made:
            continue
        ports = []
        for port, net in connections:
            out = port.endswith("_o") or port in GIVEN or port.startswith("l4_rx_")
            out |= module == "bl_reconfig" and port == "reconfig_togxb"
            out |= module != "bl_reconfig" and port == "reconfig_fromgxb"
            bits = re.match(r"(\d+)'", net)
            width = f"[{int(bits[1]) - 1}:0]" if bits and bits[1] != "1" else ranges.get(net, "")
            ports.append(f"    {'output' if out else 'input'} wire {width} {port}")
        made += f"module {module} (\n" + ",\n".join(ports) + "\n);\nendmodule\n"
    Path(path).write_text(made)


def pins(text, qsf, may_open):
    head = text[text.index("module "):text.index(");")]
    ports = re.findall(r"(?:input |output) wire\s+(?:\[\d+:\d+\])?\s*(\w+)", head)
    placed = {re.sub(r"\[.*", "", name) for name in
              re.findall(r"set_location_assignment PIN_\S+ -to \{([^}]*)\}", qsf)}
    virtual = {re.sub(r"\[.*", "", name) for name in
               re.findall(r"VIRTUAL_PIN ON -to \{([^}]*)\}", qsf)}
    chosen = set(re.findall(r"^# (\w+) is a clock", qsf, re.M))
    body = text[text.index(");"):]
    for port in ports:
        if port not in placed | virtual | chosen:
            yield f"port {port} has no pin and is no port for IP"
        if port in virtual | chosen and not re.fullmatch(may_open, port):
            yield f"port {port} is open"
        if not re.search(rf"\b{port}\b", body):
            yield f"port {port} leads nowhere"
    for pin in (placed | virtual | chosen) - set(ports):
        yield f"{pin} is no port of the top"


def constraints(text, sdc, ports_open):
    ports = set(re.findall(r"(?:input |output) wire\s+(?:\[\d+:\d+\])?\s*(\w+)", text))
    nets = set(re.findall(r"wire\s+(?:\[\d+:\d+\])?\s*(\w+);", text))
    made = set(re.findall(r"create_clock .*?-name \{(\w+)\}", sdc))
    for name in re.findall(r"get_ports \{(\w+)", sdc):
        if name not in ports:
            yield f"constraint of no port: {name}"
    for name in re.findall(r"get_nets \{(\w+)\}", sdc):
        if name not in nets:
            yield f"constraint of no net: {name}"
    used = {name for line in re.findall(r"^bl_(?:fifo|bits) \{[^}]*\} (.*)$", sdc, re.M)
            for group in re.findall(r"\{([^}]*)\}", line) for name in group.split()}
    used |= set(re.findall(r"get_clocks \{(\w+)\}", sdc))
    for name in used - made:
        yield f"no clock {name} is made"
    timed = set(re.findall(r"get_(?:ports|nets) \{(\w+)", sdc))
    clocks = {net for _, wires in instances(text, IP) for port, net in wires
              if port in CLOCKS}
    for name in clocks | {port for port in ports if port.startswith("pin_") or port in ports_open}:
        if name not in timed:
            yield f"{name} is not constrained"


def main():
    folder, top, may_open = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    text = (folder / f"{top}.v").read_text()
    qsf, sdc = (folder / f"{top}.qsf").read_text(), (folder / f"{top}.sdc").read_text()
    if len(sys.argv) > 4:
        stubs(text, sys.argv[4])
    wrong = [*pins(text, qsf, may_open), *constraints(text, sdc, [])]
    for module, _ in instances(text, IP):
        if not re.search(rf'IP_FILE "ip/(?:\w+/)?{module}\.q?ip"', qsf):
            wrong.append(f"{module} has no file")
    for file in re.findall(r'VERILOG_FILE "([^"]*)"', qsf):
        if not (folder / file).exists():
            wrong.append(f"no {file}")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
