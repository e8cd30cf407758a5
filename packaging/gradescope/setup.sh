#!/bin/bash
# Gradescope runs this once, as root, when it builds the image of the assignment.
set -eu
autograder=${AUTOGRADER:-/autograder}
cd "$autograder/source"
bash warpbook/packaging/install.sh
cd warpbook
make -s "$(cat lab)"
make -s class
