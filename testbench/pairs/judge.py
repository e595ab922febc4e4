"""A program as the tools see it: built, elaborated and linted alone and on its board, its
constraints read. Each check gives the lines that it has to say, none where all is well."""

import pathlib
import re
import shutil
import subprocess

import factors

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYSTEM = ROOT / "testbench/tests/system"
CELLS = SYSTEM / "vendor_cells.v"
# Of modules that stand in for the vendor's, which have ports and nothing else.
WAIVED = ("DECLFILENAME", "UNUSED", "UNDRIVEN", "MULTITOP")


def run(*words, cwd=None):
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=600)
    return done.returncode, done.stdout + done.stderr


class Judge:
    def __init__(self, bankloom, folder):
        self.bankloom, self.folder = pathlib.Path(bankloom).resolve(), pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        for file in factors.FILES:
            shutil.copy(ROOT / "examples" / file, self.folder)
        board = (ROOT / "boards/kc705/board.loom").read_text()
        (self.folder / "kc705_4.loom").write_text(
            board.replace("board kc705", "board kc705_4").replace("channels 1;", "channels 4;"))

    def written(self, text):
        (self.folder / "pair.loom").write_text(text)
        return self.folder / "pair.loom"

    def check(self, text):
        """The codes of the errors."""
        status, said = run(self.bankloom, "check", self.written(text))
        codes = set(re.findall(r"error (E\d+):", said))
        if status not in (0, 1) or bool(status) != bool(codes):
            raise SystemExit(f"check has status {status}:\n{text}{said}")
        return codes

    def build(self, row):
        """What is wrong, as (name of the check, lines)."""
        out = self.folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        status, said = run(self.bankloom, "build", self.written(factors.program(row)), "-q", "-o",
                           out)
        if status:
            return [("build", said)]
        return [(name, said) for name, said in self.checks(out) if said]

    def checks(self, out):
        yield from elaborate(out / "rtl/pair.v", [out / "rtl"])
        for inner, folder in (("pair_dma", "bench/dma"), ("pair", "opencl")):
            if (out / folder / f"{inner}.v").exists():
                yield from elaborate(out / folder / f"{inner}.v", [out / folder, out / "rtl"])
        project = out / "project"
        given, said = vendor_ip(project, self.folder)
        yield "vendor's IP", said
        for top in (*boards(project), "pair_shell"):
            yield from elaborate(project / f"{top}.v", [project, out / "rtl"],
                                 [CELLS, *given, *pll(project, self.folder)])
        yield from constraints(project, bool(given))


def elaborate(top, folders, cells=()):
    """Icarus and Verilator on one module and what lies below it."""
    libraries = [word for folder in folders for word in ("-y", folder)]
    if not top.exists():
        yield top.stem, "there is none"
        return
    status, said = run("iverilog", "-g2001", "-Wall", "-Wno-timescale", "-s", top.stem,
                       "-o", top.parent / "circuit.vvp", *libraries, top, *cells)
    yield f"icarus {top.stem}", said or ("" if status == 0 else f"status {status}")
    status, said = run(ROOT / "testbench/lint_verilator", "--top-module", top.stem, *libraries, top,
                       *cells)
    yield f"verilator {top.stem}", said or ("" if status == 0 else f"status {status}")


def boards(project):
    """The tops of the boards: one, or one for each domain of a bus on several FPGAs."""
    apart = sorted(path.stem for path in project.glob("pair_fpga*.v") if path.stem[-1].isdigit())
    return apart or ["pair_board"]


def vendor_ip(project, folder):
    """Modules without contents for the vendor's IP in the board's top, and what is wrong there."""
    top = project / "pair_board.v"
    if not top.exists() or not re.search(r"^ +bl_(pcie|mac) ", top.read_text(), re.MULTILINE):
        return [], ""
    stubs = folder / "stubs.v"
    status, said = run("python3", SYSTEM / "project_ip.py", project, "pair_board", ".*", stubs)
    stubs.write_text("".join(f"/* verilator lint_off {name} */\n" for name in WAIVED)
                     + stubs.read_text())
    return [stubs], "" if status == 0 else said


def pll(project, folder):
    """The module that the vendor's tool would make of ip.sh, its pins."""
    script = project / "ip.sh"
    found = re.search(r"gui_number_of_clocks=(\d)", script.read_text()) if script.exists() else None
    if not found:
        return []
    outputs = "".join(f", output wire outclk_{i}" for i in range(int(found[1])))
    off = "".join(f"/* verilator lint_off {name} */\n" for name in WAIVED)
    (folder / "bl_pll.v").write_text(f"{off}module bl_pll (input wire refclk, input wire rst, "
                                     f"output wire locked{outputs});\nendmodule\n")
    return [folder / "bl_pll.v"]


# Ending of a file, and kind of project_check.tcl: about the ports of the top of that name.
TCL = ((".qsf", "qsf"), (".sdc", "sdc"), ("_hw.tcl", "hw"), (".xdc", "xdc"))
DOMAIN = re.compile(r"_fpga\d+\.xdc$")  # of a board for each domain of a ring bus


def constraints(project, with_ip):
    """Every file of constraints in a Tcl interpreter; with the vendor's IP project_ip.py has read
    those of Quartus, whose clocks are the IP's."""
    for path in sorted(project.iterdir()):
        for ending, kind in TCL:
            if path.name.endswith(ending) and not (with_ip and kind in ("qsf", "sdc")):
                top = path.name[:-len(ending)]
                kind = "domain" if DOMAIN.search(path.name) else kind
                status, said = run("tclsh", SYSTEM / "project_check.tcl", kind, path,
                                   project / f"{top}.v")
                yield f"tcl {path.name}", "" if status == 0 else last(said)
    for top in boards(project):
        if (project / f"{top}.xdc").exists():
            status, said = run("tclsh", SYSTEM / "project_check.tcl", "vivado",
                               project / f"{top}.tcl", project / f"{top}.v")
            yield f"tcl {top}.tcl", "" if status == 0 else last(said)


def last(said):
    return (said.strip().splitlines() or ["nothing was said"])[-1]
