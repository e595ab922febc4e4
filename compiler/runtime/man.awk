# The man page bankloom-device(3) of the public headers: a section for each, what a comment says
# above what it is about. bl_device_registers.h comes first: its rows are constants of the others.
# usage: awk -v version=V -f man.awk HEADER...
function escaped(line) {
    gsub(/\\/, "\\e", line)
    gsub(/-/, "\\-", line)
    return line ~ /^[.']/ ? "\\&" line : line
}
function say(line) { print escaped(line) }
# A declaration, as it stands in the header.
function declare(line) {
    if (!open) print ".PP\n.nf\n.ft B"
    open = 1
    say(line)
}
function close_declaration() {
    if (open) print ".ft R\n.fi"
    open = 0
}
BEGIN {
    printf ".TH BANKLOOM-DEVICE 3 \"\" \"bankloom %s\" \"bankloom\"\n", version
    print ".SH NAME\nbankloom\\-device \\- host programs for clusters of FPGAs"
    print ".SH SYNOPSIS\n.nf\n.ft B"
    for (i = 2; i < ARGC; i++) {
        name = ARGV[i]
        sub(/^.*\//, "", name)
        print "#include <" name ">"
    }
    print ".PP\ncc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs bankloom\\-device)\n.ft R\n.fi"
}
# Rows of a table, and what makes constants of them.
NR == FNR && /^#define/ { table = $2; sub(/\(.*/, "", table) }
NR == FNR && /^ *ROW\(/ {
    split($0, field, /[(,] */)
    rows[table] = rows[table] field[2] " " field[3] " "
}
NR == FNR { next }
/^#define ROW/ {
    prefix = $0
    sub(/##.*/, "", prefix)
    sub(/^.* /, "", prefix)
    shift = $0 ~ /1 << / ? "1 << " : ""
}
/^ *BL_DEVICE_[A-Z_]*\(ROW\)/ {
    table = $1
    sub(/\(.*/, "", table)
    count = split(rows[table], field, " ")
    for (i = 1; i < count; i += 2) declare("    " prefix field[i] " = " shift field[i + 1] ",")
    next
}
FNR == 1 {
    close_declaration()
    name = FILENAME
    sub(/^.*\//, "", name)
    print ".SH " name
}
# Guards and what is of C++ only.
/^#ifdef __cplusplus/ { skipped = 1 }
skipped { if (/^#endif/) skipped = 0; next }
/^#/ || continued { continued = /\\$/; next }
# A comment that stands for itself.
/^\/\*/ {
    close_declaration()
    comment = 1
    print ".PP"
}
comment {
    end = index($0, "*/")
    line = $0
    sub(/^ *\/?\*+\/? */, "", line)
    sub(/^ +/, "", line)
    sub(/ *\*\/.*$/, "", line)
    if (line == "") print ".PP"
    else say(line)
    if (end) comment = 0
    next
}
/^$/ { next }
{ declare($0) }
END {
    close_declaration()
    print ".SH ENVIRONMENT\n.TP\n.B BANKLOOM_DEVICE"
    print "the device that is opened where a program names none: sim:DIR"
    print ".TP\n.B BL_SIM_MEMORY, BL_SIM_THREADS"
    print "of a simulation: the model of its memories; how many threads it runs on"
    print ".SH SEE ALSO\n.BR bankloom (1)"
}
