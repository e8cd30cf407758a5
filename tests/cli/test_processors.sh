#!/bin/bash
# On one processor of several, as under taskset or Slurm, grade starts one thread and says that it has one core.
source tests/script.sh
copy_project "$work/project" || exit 2
cd "$work/project" || exit 2
if ! command -v taskset >/dev/null; then
    echo 'skip processors: there is no taskset here'
    exit 0
fi
first=$(taskset -cp $$ | sed 's/.*: //; s/[^0-9].*//')

# A simulator that writes down how it was started.
mv build/bin/device build/bin/real_device
cat >build/bin/device <<'END'
#!/bin/bash
echo " $* " >>"${0%/*}/arguments"
exec "${0%/*}/real_device" "$@"
END
chmod +x build/bin/device

workers_are() { # $1, each time
    grep -q . build/bin/arguments && ! grep -qv -e " --workers $1 " build/bin/arguments
}

check doctor_ends exits_with 0 taskset -c "$first" ./grade doctor
check doctor_counts_one says 'machine: 1 core for this process,'
check graded exits_with 0 taskset -c "$first" ./grade lab3 --solution --device sim --todo 3.1
check one_worker workers_are 1
rm build/bin/arguments
check graded_on_all exits_with 0 ./grade lab3 --solution --device sim --todo 3.1
check worker_for_each workers_are "$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)"
rm build/bin/arguments
check another_program exits_with 7 taskset -c "$first" ./grade run "$OLDPWD/build/tests/run_programs/ends"
check one_worker_there workers_are 1
rm build/bin/arguments
check number_given exits_with 0 taskset -c "$first" ./grade lab3 --solution --device sim --todo 3.1 --workers 3
check is_kept workers_are 3
finish
