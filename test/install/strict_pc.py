"""A strict reader of pkg-config files:  strict_pc.py [--libs] FILE

Each field and each variable once, no unknown field, no variable that is not there before it is used, and the fields
that every file needs. --libs prints what is linked. Exit 1 with the line that is wrong.
"""
import re
import sys

FIELDS = ["Name", "Description", "Version", "URL", "Requires", "Requires.private", "Conflicts", "Cflags", "Libs",
          "Libs.private"]


def read(path):
    variables, fields = {}, {}

    def fill(value):
        def look(match):
            if match[1] not in variables:
                raise ValueError(f"variable {match[1]} is not there")
            return variables[match[1]]
        return re.sub(r"\$\{([^}]*)\}", look, value)

    for number, line in enumerate(open(path, encoding="utf-8").read().split("\n"), 1):
        try:
            line = line.rstrip("\r")
            if line.strip() == "" or line.startswith("#"):
                continue
            match = re.fullmatch(r"([A-Za-z0-9_.]+)([=:])\s*(.*?)\s*", line)
            if not match:
                raise ValueError("neither a field nor a variable")
            name, kind, value = match.groups()
            known = variables if kind == "=" else fields
            if name.lower() in [other.lower() for other in known]:
                raise ValueError(f"{name} is there twice")
            if kind == ":" and name not in FIELDS:
                raise ValueError(f"field {name} is unknown")
            known[name] = fill(value)
        except ValueError as error:
            sys.exit(f"{path}:{number}: {error}: {line}")
    for name in ["Name", "Description", "Version", "Libs", "Cflags"]:
        if not fields.get(name):
            sys.exit(f"{path}: field {name} is missing")
    return fields


fields = read(sys.argv[-1])
if "--libs" in sys.argv[1:-1]:
    print(fields["Libs"])
