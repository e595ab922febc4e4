# The bars of a bench, read by its script with `.` once $csv is set: columns
# bar,asked,measured,unit,holds.
echo "bar,asked,measured,unit,holds" >"$csv"

# bar NAME OPERATOR ASKED MEASURED UNIT: ">=" or "<="; what was not measured does not hold. NAME has
# no comma: they separate the columns.
bar() {
    holds=$(awk -v op="$2" -v asked="$3" -v measured="$4" 'BEGIN {
        met = op == ">=" ? measured + 0 >= asked + 0 : measured + 0 <= asked + 0
        print measured != "" && met ? "yes" : "no" }')
    echo "$1,$2 $3,$4,$5,$holds" >>"$csv"
}

# not_measured NAME REASON: a bar for which this run, or this machine, has not what it needs.
not_measured() { echo "$1,,,$2,skipped" >>"$csv"; }

bars_hold() { ! grep -q ',no$' "$csv"; }

# Prints them all; status 1 when one does not hold.
bars_print() {
    printf '\n'
    awk -F, '{ printf "%-58s %12s %12s %-16s %s\n", $1, $2, $3, $4, $5 }' "$csv"
    bars_hold
}
