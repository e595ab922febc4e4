#!/bin/sh
# A sweep as an array job of a real Slurm on this one machine, of which four members share six
# tasks: munged, slurmctld and slurmd are started by hand, in a folder of their own, and ended
# again. Skipped where Slurm is missing (Debian: slurm-wlm, munge) or this is not root.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=$here/../../../examples/counting_sort/counting_sort.loom
PATH=$PATH:/usr/sbin
for tool in munged slurmctld slurmd sbatch squeue; do
    command -v $tool >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: slurmd needs root"; exit 77; }
out=$(mktemp -d) || exit 1
failed=0
fail() { echo "FAIL: $*"; failed=1; }
started=
stop() {
    # shellcheck disable=SC2086
    [ -z "$started" ] || kill $started 2>/dev/null
    sleep 1
    rm -rf "$out"
}
trap stop EXIT
chmod 755 "$out"
export SLURM_CONF=$out/slurm.conf
host=$(hostname -s) cores=$(getconf _NPROCESSORS_ONLN)
mkdir "$out/munge" "$out/state" "$out/spool" && chmod 700 "$out/munge"
dd if=/dev/urandom of="$out/munge/key" bs=1024 count=1 2>/dev/null && chmod 400 "$out/munge/key"
socket=$out/munge.socket
munged \
    --foreground --force --key-file="$out/munge/key" --socket="$socket" \
    --log-file="$out/munge/log" --pid-file="$out/munge/pid" \
    --seed-file="$out/munge/seed" >"$out/munged.log" 2>&1 &
started=$!
cat >"$SLURM_CONF" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$out/state
SlurmdSpoolDir=$out/spool
SlurmctldPidFile=$out/slurmctld.pid
SlurmdPidFile=$out/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
MaxArraySize=5
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
sleep 1
slurmctld -D >"$out/slurmctld.log" 2>&1 &
started="$started $!"
slurmd -D >"$out/slurmd.log" 2>&1 &
started="$started $!"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    sinfo -h -o %T 2>/dev/null | grep -q idle && break
    sleep 1
done
sinfo -h -o %T | grep -q idle || { tail -n 5 "$out"/*.log; fail \
    "no node of Slurm is idle after 20 s"; exit 1; }

"$BANKLOOM" sweep "$program" --nodes 2 --channels 2 --keys 1K --fuse none/table,histogram/all \
    -o "$out/s" --slurm || fail "--slurm"
sbatch --parsable "$out/s/sweep.slurm" >"$out/refused" 2>&1 &&
    fail "an array of six is taken where five are too many"
job=$(sbatch --parsable --array=1-4 "$out/s/sweep.slurm") || fail "sbatch"
echo "job $job, $(cat "$out"/s/points/slurm-*.list | wc -l) tasks for 4 members on $cores cores"
begin=$(date +%s)
while [ -n "$(squeue -h -j "$job" 2>/dev/null)" ]; do
    [ $(($(date +%s) - begin)) -lt 900 ] || { fail "the job does not end"; break; }
    sleep 1
done
echo "done after $(($(date +%s) - begin)) s"
[ "$(ls "$out/s/points" | grep -c "^slurm-${job}_[1-4].log$")" = 4 ] &&
    [ "$(cat "$out/s/points/slurm-${job}_"*.log | grep -c ': done$')" = 6 ] ||
    { head -n 5 "$out"/s/points/slurm-*.log; fail "the members' logs do not tell of six tasks"; }
"$BANKLOOM" sweep --gather "$out/s" || { tail -n 5 "$out"/*.log; fail "gathering"; }
"$BANKLOOM" sweep "$program" --nodes 2 --channels 2 --keys 1K --fuse none/table,histogram/all \
    -o "$out/here" -q || fail "the same without Slurm"
cmp "$out/s/sweep.csv" "$out/here/sweep.csv" || fail \
    "Slurm's results differ from those of this machine"
sed 's/^/    /' "$out/s/sweep.csv" | cut -d, -f1-16
exit $failed
