#!/bin/sh
# Every message of the front end has a test that provokes it and a row in the reference, and a code
# belongs to one message only.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
failed=0
codes=$(sed -n 's/^BL_MESSAGE([A-Z0-9_]*, *"\([EW][0-9]*\)".*/\1/p' \
    compiler/base/messages/messages.def compiler/base/messages/messages_bus.def \
    compiler/base/messages/messages_kernel.def compiler/network/*/messages.def)
[ -n "$codes" ] || { echo "FAIL no messages found"; exit 1; }
for code in $codes; do
    [ "$(echo "$codes" | grep -c "$code")" -eq 1 ] ||
        { echo "FAIL $code stands for two messages"; failed=1; }
    case $code in E0*|W0*) grep -q "^| $code | " docs/language.md ||
        { echo "FAIL $code is not in docs/language.md"; failed=1; } ;; esac
    case $code in
        E0*|W0*) grep -q "// error:.*$code" testbench/tests/lang/*.loom ||
            grep -q "\"$code\"" testbench/tests/unit/test_*.c ||
            grep -q "^ *refused_with $code \|^kernels $code \|error $code: " \
                testbench/tests/system/*.sh ||
            { echo "FAIL $code has no test"; failed=1; } ;;
    esac
done
exit $failed
