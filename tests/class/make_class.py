"""A made-up class in the layout of a course system: make_class.py LAYOUT FOLDER COUNT SOURCE FILES...

LAYOUT is moodle, moodle_flat, canvas, blackboard, gradescope, github or folder. Makes FOLDER/SOURCE-NAME, which is printed, FOLDER/roster.csv
and FOLDER/expected.tsv: for each student the number and the file whose mark it has to be, or "no file", "nothing". SOURCE is the
name of the lab's file, as in "labs/lab1_warp_divergence/divergence.cu"; FILES are dealt out in turn. The mistakes are those that
students make, one in eight; names have blanks, accents, quotes and signs of the shell.
"""
import csv
import io
import os
import shutil
import sys
import tarfile
import zipfile

layout, folder, count, place = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
files = [(f, open(f, "rb").read()) for f in sys.argv[5:]]
source = place.rsplit("/", 1)[1]
stem = source[: -len(".cu")]
flat = layout in ("moodle_flat", "canvas", "blackboard")  # all that a student hands in is one level of names


def zipped(*members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in members:
            z.writestr(name, data)
    return out.getvalue()


def tarred(*members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as t:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            t.addfile(info, io.BytesIO(data))
    return out.getvalue()


# What one has handed in, each a list of (name, bytes): the right file, in the ways that it comes.
ways = [
    lambda d: [(source, d)],
    lambda d: [(source, d), ("answers.txt", b"1 = 2\n")],
    lambda d: [(f"{stem.capitalize()} (1).cu", d)],
    lambda d: [(source + ".txt", d)],
    lambda d: [("all.zip", zipped((f"project/{place}", d), ("project/other.cu", b"no"), ("__MACOSX/._" + source, b"x")))],
    lambda d: [("hand in.tar.gz", tarred(("inner.zip", zipped((source, d)))))],
    lambda d: [("my solution.cu", d), ("report.pdf", b"%PDF")],
    lambda d: [("up.zip", zipped(("../../../../etc/" + source, d)))],
]
# What is no submission.
mistakes = [
    lambda d: [("report.pdf", b"%PDF")],
    lambda d: [(source, b"")],
    lambda d: [("all.zip", zipped((source, d))[:200])],
    lambda d: [("bomb.zip", zipped((source, bytes(5 << 20))))],
    lambda d: [("a.cu", d), ("b.cu", d + b"// changed\n")],
    lambda d: [(source, b"\xff\xfe" + d.decode("utf-8", "replace").encode("utf-16-le"))],
    lambda d: [("deep.zip", zipped(("b.zip", zipped(("c.zip", zipped(("d.zip", zipped((source, d))))))))),],
    lambda d: [("many.zip", zipped(*[(f"f{i}.o", b"") for i in range(5100)]))],
    None,  # nothing at all
]
odd = ["José Müller", "O'Neil \"Zé\"", "=1+1 Doe", "$(touch hacked); rm -rf", "Ann-Marie van der Berg", "Łukasz Żak", "张伟", "Doe"]


def who(i):
    return f"{odd[i % len(odd)]} {i}" if i % 4 == 0 else f"Stu Dent {i}"


def prefix(i, attempt):
    """What the system puts before the name of student i's file; a folder's where it ends with '/'."""
    number, plain = 1000 + i, f"stu{i}"
    return {
        "moodle": f"{who(i).replace('/', '')}_{number}_assignsubmission_file_/",
        "moodle_flat": f"{who(i)}_{number}_assignsubmission_file_",
        "canvas": f"{plain}{'_LATE' if i % 5 == 0 else ''}_{number}_{90000 + 10 * i + attempt}_",
        "blackboard": f"Lab 1_{plain}_attempt_2026-03-0{4 + attempt}-12-30-{10 + i % 50}_",
        "gradescope": f"assignment_77_export/submission_{5000 + i}/",
        "github": f"lab-1-{plain}/",
        "folder": f"{plain}/",
    }[layout]


entries, expected, metadata = [], [], ["---"]
for i in range(count):
    name, data = files[i % len(files)]
    wrong = i % 8 == 7
    items = mistakes[i // 8 % len(mistakes)] if wrong else ways[i % len(ways)]
    expected.append((1000 + i, "nothing" if items is None and (flat or layout == "folder") else "no file" if wrong else name))
    two = not wrong and layout in ("canvas", "blackboard") and i % 8 == 0  # an earlier version
    if two:
        entries.append((prefix(i, 0) + source, files[(i + 1) % len(files)][1]))
    for n, d in items(data) if items else []:
        if layout == "github" and n == source:
            n = place
        entries.append((prefix(i, 1) + (n.replace(source, stem + "-1.cu") if two and layout == "canvas" else n), d))
    if items is None and not flat and layout != "folder":
        entries.append((prefix(i, 1), None))
    if layout == "blackboard" and items:
        entries.append((f"{prefix(i, 1)[:-1]}.txt", f"Name: {who(i)} (stu{i})\r\nAssignment: Lab 1\r\n".encode()))
    metadata += [f"submission_{5000 + i}:", "  :submitters:", f"  - :name: '{who(i)}'".replace("'Neil", "''Neil"), f"    :sid: '{1000 + i}'",
                 f"    :email: stu{i}@x.edu", "  :created_at: 2026-03-04 20:52:46.417943000 Z", "  :score: 0.0"]
if layout == "gradescope":
    entries.append(("assignment_77_export/submission_metadata.yml", "\n".join(metadata).encode()))

os.makedirs(folder, exist_ok=True)
where = os.path.join(folder, {"folder": "class.tar.gz", "github": "class"}.get(layout, "class.zip"))
if layout == "folder":
    with tarfile.open(where, "w:gz") as t:
        for name, data in entries:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            t.addfile(info, io.BytesIO(data))
elif layout == "github":
    shutil.rmtree(where, ignore_errors=True)
    for name, data in entries:
        path = os.path.join(where, name)
        os.makedirs(path if data is None else os.path.dirname(path), exist_ok=True)
        if data is not None:
            open(path, "wb").write(data)
else:
    with zipfile.ZipFile(where, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as z:
        for name, data in entries:
            z.writestr(name, data or b"")
with open(os.path.join(folder, "roster.csv"), "w", newline="") as f:
    table = csv.writer(f)
    table.writerow(["Student", "ID", "Username", "Email", "Lab 1 (4711)"])
    table.writerows([who(i), 1000 + i, f"stu{i}", f"stu{i}@x.edu", ""] for i in range(count))
with open(os.path.join(folder, "expected.tsv"), "w") as f:
    f.writelines(f"{number}\t{what}\n" for number, what in expected)
print(where)
