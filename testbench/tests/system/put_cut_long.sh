#!/bin/sh
# put_cut.sh, with each cable of four nodes cut in any of 50 moments.
# seconds: 900
BL_LONG=1 exec sh "$(dirname "$0")/put_cut.sh"
