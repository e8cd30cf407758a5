#!/bin/bash
# Lists of students as spreadsheets and course systems write them, in all their encodings; gradebook.csv is the same list, filled.
set -u
. tests/script.sh
. tests/class/files.sh
out=$work/out class=$work/class roster=$work/roster.csv
put() { mkdir -p "$class/$1" && submission "$2" >"$class/$1/divergence.cu"; }
put 'José Müller' lab1/right/pairs
put 'Zoë Nørgård' lab1/wrong/parity_not
put $'Rene\u0301 Doe' lab1/right/pairs # as macOS writes an é
class_exits() { exits_with "$1" ./grade class lab1 "$class" --out "$out" --seed 7 --roster "$roster"; }
gradebook_is() { cmp "$out/gradebook.csv" - >"$work/output" 2>&1; }

table='Full name,Email address,Lab 1\nJosé Müller,jm@x,%s\nZoë Nørgård,z@x,%s\nRené Doe,r@x,%s\n'
printf "$table" '' '' '' >"$roster"
check utf8 class_exits 0
check utf8_gradebook gradebook_is < <(printf "$table" 100 93 100)
printf "$table" '' '' '' | iconv -t WINDOWS-1252 >"$roster"
check windows_1252 class_exits 0
check its_bytes_stay gradebook_is < <(printf "$table" 100 93 100 | iconv -t WINDOWS-1252)
check names_are_utf8 grep -q '"José Müller"' "$out/class.csv"
printf "\xef\xbb\xbf$table" '' '' '' | tr , ';' >"$roster"
check bom_and_semicolons class_exits 0
check bom_and_semicolons_stay gradebook_is < <(printf "\xef\xbb\xbf$table" 100 93 100 | tr , ';')
printf "$table" '' '' '' | tr '\n' '\r' >"$roster"
check old_macintosh class_exits 0
check old_macintosh_gradebook gradebook_is < <(printf "$table" 100 93 100)
printf "$table" '' '' '' | iconv -t UTF-16 >"$roster"
check utf16 class_exits 2
check utf16_is_said complains 'is UTF-16, as "Unicode text" of a spreadsheet. Save it as CSV, in UTF-8'
printf 'Full name,Lab 1\n"José Müller,5\nBob,\n' >"$roster"
check an_open_quote class_exits 2
check an_open_quote_is_said complains 'in line 2 a cell begins with a quote that nothing closes'
: >"$roster"
check an_empty_file class_exits 2

printf 'Full name,Lab 1\nJosé Müller,\nJosé Müller,\nZoë Nørgård,7\n' >"$roster"
check a_name_twice class_exits 0
check who_is_not_on_it_is_counted says '2 have handed in and match nobody on the roster'
check nobody_is_guessed gradebook_is < <(printf 'Full name,Lab 1\nJosé Müller,\nJosé Müller,\nZoë Nørgård,93\n')
check the_note_says_why grep -q 'several students of the roster' "$out/class.csv"

# Moodle in another language: its numbers stand behind another word, and its points have a comma.
class=$work/moodle
put 'José Müller_501_assignsubmission_file_' lab1/wrong/parity_not
printf 'Identifier;"Full name";Grade;"Maximum Grade"\n"Teilnehmer/in 501";"J. Müller";;12,50\n' >"$roster"
check decimal_comma class_exits 0
check decimal_comma_gradebook gradebook_is < <(printf 'Identifier;"Full name";Grade;"Maximum Grade"\n"Teilnehmer/in 501";"J. Müller";11,625;12,50\n')
finish
