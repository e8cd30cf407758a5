#!/bin/bash
# --ncu, with a false GPU (fake_libcuda.c) and false ncu programs: numbers beside numbers, or one line that says why not.
source tests/script.sh
source tests/gpu_driver/fake_gpu.sh

copy_project "$work/project" || exit 2
sed -i '/^time /d; /^leaderboard/d' "$work"/project/labs/lab3*/lab.spec
cd "$work/project" || exit 2
grading="./grade lab3 --solution --seed 7 --todo 3.4 --device gpu --ncu"

# A false ncu: runs what comes after its options, as the real one does, then prints what is in the file `table`.
mkdir "$work/there" "$work/forbidden" "$work/broken"
cat >"$work/there/ncu" <<'END'
#!/bin/bash
echo "$*" >"${0%/ncu}/arguments"
while [[ $1 != */device ]]; do shift; done
echo "==PROF== Connected to process $$ (device)"
"$@"
echo "==PROF== Disconnected from process $$"
cat "${0%/ncu}/table"
END
metric() {
    printf '"0","7","device","127.0.0.1","%s","1","7","(32, 8, 1)","(2, 8, 64)","0","9.0","Command line profiler metrics","%s","%s","%s"\n' "$@"
}
{
    echo '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"'
    metric stencil_kernel l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum "" "53,816"
    metric stencil_kernel l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum sector "222,952"
    metric stencil_kernel l1tex__t_requests_pipe_lsu_mem_global_op_st.sum "" "7,688"
    metric stencil_kernel l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum sector "30,752"
    metric stencil_kernel l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum "" 0
    metric stencil_kernel smsp__thread_inst_executed_per_inst_executed.ratio "" 31.81
} >"$work/there/table"
cat >"$work/forbidden/ncu" <<'END'
#!/bin/bash
while [[ $1 != */device ]]; do shift; done
"$@"
echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the target device 0.'
exit 1
END
printf '#!/bin/sh\necho "==ERROR== The driver is too new."; exit 1\n' >"$work/broken/ncu"
chmod +x "$work"/*/ncu

check there env FAKE_LOG=$work/log FAKE_LOCK=$gpu_lock.lock PATH="$work/there:$PATH" bash -c "$grading --json $work/json > $work/output"
check it_was_alone test "$(grep ^start "$work/log" | tail -n 1 | cut -d' ' -f-3)" = 'start turn=alone others=0'
check heading says 'Counted by the simulator and by Nsight Compute on the Fake GPU'
check requests says 'global load requests 53816 53816'
check sectors says 'global load sectors 222952 222952 global store requests 7688 7688 global store sectors 30752 30752'
check conflicts says 'shared load bank conflicts 0 0 shared store bank conflicts 0 -'
check ratio says 'threads active an instruction [0-9.]+ 31.81'
check equal_is_said says 'Requests and sectors are equal\.'
check json_has_both grep -q '"global_load_sectors":{"simulator":222952,"ncu":222952}' "$work/json"
check asked_for_a_table grep -q -e '--csv .*--metrics l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,' "$work/there/arguments"

cp "$work/there/table" "$work/table"
sed -i 's/222,952/222,960/' "$work/there/table"
check differing_costs_nothing env PATH="$work/there:$PATH" bash -c "$grading > $work/output"
check differing_is_said says 'Requests and sectors are not all equal: .* Please report it, with your file'


# A kernel that the simulator has not run; then one for which ncu has no requests and sectors.
sed -i 's/"stencil_kernel"/"another_kernel"/' "$work/there/table"
check another_costs_nothing env PATH="$work/there:$PATH" bash -c "$grading > $work/output"
check another_is_shown says 'another_kernel, n=64 simulator ncu global load requests - 53816'
check another_is_not_compared says 'No request or sector count could be compared: '
check another_is_not_called_equal no says 'Requests and sectors are'
grep -vE '_(requests|sectors)_' "$work/table" >"$work/there/table"
check none_costs_nothing env PATH="$work/there:$PATH" bash -c "$grading > $work/output"
check none_is_shown says 'global load requests 53816 -'
check none_is_not_compared says 'No request or sector count could be compared: ncu gave none for these kernels'
check none_is_not_called_equal no says 'Requests and sectors are'

check forbidden_costs_nothing env PATH="$work/forbidden:$PATH" bash -c "$grading > $work/output"
check forbidden_is_explained says 'No counters of hardware, which costs no points: This user may not read the GPU.s counters \(ERR_NVGPUCTRPERM\)'
check broken_costs_nothing env PATH="$work/broken:$PATH" bash -c "$grading > $work/output"
check broken_is_told says 'which costs no points: Nsight Compute says: ==ERROR== The driver is too new.'
(exec 9<"$gpu_lock.lock" && flock --shared 9 && exec sleep 60) &
holder=$!
sleep 0.3
check busy_costs_nothing env WARPBOOK_GPU_MINUTES=0.02 PATH="$work/there:$PATH" bash -c "$grading > $work/output"
check busy_is_told says 'which costs no points: The GPU was busy with other gradings for 0.02 minutes: grade again'
kill $holder
wait $holder 2>/dev/null
if ! command -v ncu >/dev/null && [[ ! -e ${CUDA_HOME:-/usr/local/cuda}/bin/ncu ]] && ! compgen -G '/opt/nvidia/nsight-compute/*/ncu' >/dev/null; then
    check missing_costs_nothing exits_with 0 $grading
    check missing_is_told says 'Nsight Compute is not installed'
fi
check without_a_gpu exits_with 0 ./grade lab3 --solution --todo 3.4 --device sim --ncu
check without_a_gpu_is_told says 'No GPU was used, so there are no counters of hardware'
check not_asked_for exits_with 0 ./grade lab3 --solution --todo 3.4 --device sim
check nothing_is_said no says 'counters of hardware'
finish
