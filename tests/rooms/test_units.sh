#!/bin/bash
# Files that share a compilation (grader/units.awk): those whose private names clash do not, and where they did, tests/rooms/units
# says so.
set -u
. tests/script.sh
mkdir -p "$work"/grader/{room,other} "$work"/files/obj/grader/{room,other} "$work"/build/{units,obj}/grader/room
cat >"$work/grader/room/adds.c" <<'END'
static int total;
static int step(void) {
    return 1;
}
int adds(void) {
    return total += step();
}
END
cat >"$work/grader/room/counts.c" <<'END'
static int total;
int counts(void) {
    return ++total;
}
END
cat >"$work/grader/room/calls.c" <<'END'
int step(void);
int calls(void) {
    return step();
}
END
echo 'int twice(int x) { return 2 * x; }' >"$work/grader/room/twice.c"
echo 'int step(void) { return 2; }' >"$work/grader/other/step.c"

units_of() { # these files of the room: what the units have
    (cd "$work" && awk -f "$OLDPWD/grader/units.awk" -v out=made "${@/#/grader/room/}" | sort | xargs cat)
}
includes() {
    printf '#include "grader/room/%s"\n' "$@"
}
check clashes_are_apart same <(units_of adds.c calls.c counts.c twice.c) <(includes adds.c twice.c calls.c counts.c)
check without_a_clash_all_are_together same <(units_of calls.c counts.c twice.c | head -n 3) <(includes calls.c counts.c twice.c)

for file in room/adds room/counts room/calls other/step; do
    cc -c "$work/grader/$file.c" -o "$work/files/obj/grader/$file.o"
done
together() { # these files in one unit
    printf '#include "grader/room/%s.c"\n' "$@" >"$work/build/units/grader/room/unit_1.c"
    cc -I"$work" -c "$work/build/units/grader/room/unit_1.c" -o "$work/build/obj/grader/room/unit_1.o" || exit 2
}
together counts calls
check a_right_unit exits_with 0 tests/rooms/units "$work/files" "$work/build"
together adds counts
check one_variable_of_two_files exits_with 1 tests/rooms/units "$work/files" "$work/build"
check it_is_named says 'adds.o and grader/room/counts.o have a private total'
together adds calls
check a_private_function_in_place_of_a_public_one exits_with 1 tests/rooms/units "$work/files" "$work/build"
check that_is_named_too says 'a private name has taken the place of step'
finish
