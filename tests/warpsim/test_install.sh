#!/bin/bash
# make install: a stranger's program is built with what it puts under PREFIX, and finds its GPU there.
set -u
. tests/script.sh
prefix=$work/usr
check install exits_with 0 make install PREFIX="$prefix"
check what_stays_here_is_said says 'grade stays in this folder, which it needs. Its man pages: make man'
check no_pages_of_a_command_that_is_not_installed test ! -e "$prefix/share/man" -a ! -e "$prefix/bin"
check man_pages_are_made exits_with 0 make man
for page in grade grade-run grade-model; do
    check "man_page/$page" grep -q "^.TH ${page^^} 1" "build/man/$page.1"
done
check help_says_what_is_installed eval 'make help | tr -s "\n " " " | grep -q "grade is not installed, and neither are its man pages"'
check only_public_names test -z "$(nm -D --defined-only "$prefix/lib/libwarpsim.so" | awk '$3 !~ /^warpsim_/')"
check only_public_names_in_the_archive \
    test -z "$(nm --defined-only -g "$prefix/lib/libwarpsim.a" | awk 'NF == 3 && $3 !~ /^warpsim_/')"
check header_of_200_lines test "$(wc -l <"$prefix/include/warpsim.h")" -le 200

# What pkg-config says, where it is not installed.
flags() {
    PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs "$@" warpsim 2>/dev/null ||
        sed -n "s|\${prefix}|$prefix|g; s/^Cflags: //p; s/^Libs[.a-z]*: //p" "$prefix/lib/pkgconfig/warpsim.pc"
}

# In a folder of its own: neither the project's headers nor its GPUs are near.
cp examples/warpsim/* "$work" && cd "$work" || exit 2
compile() { ${CC:-cc} -std=gnu11 -Wall -Wextra -Werror "$@"; }
check shared exits_with 0 compile run_ptx.c $(flags) -Wl,-rpath,"$prefix/lib" -o shared
# `make test-asan`: what the shared library brings along, a program with the archive needs.
check static exits_with 0 compile ${SANITIZE:+-fsanitize=address,undefined} run_ptx.c -I"$prefix/include" \
    "$prefix/lib/libwarpsim.a" -lm -ldl -lpthread -o static
for program in shared static; do
    check "${program}_runs" exits_with 0 "./$program" scale.ptx scale
    check "${program}_computes" says 'CUDA error 0, out.7. = 14'
    check "${program}_counts" says 'global_load_requests 32 global_load_sectors 125 '
    check "${program}_finds" exits_with 0 "./$program" scale.ptx scale_unguarded
    check "${program}_says_what" says 'CUDA error 700.* out-of-bounds: thread 232 of block 3: '
done
finish
