"""python -m backfill ARGUMENTS is the command."""

import subprocess
import sys

from backfill._command import Error, command

try:
    sys.exit(subprocess.run([command(), *sys.argv[1:]]).returncode)
except Error as error:
    sys.exit(f"backfill: {error}")
except KeyboardInterrupt:
    sys.exit(1)  # the command has been told, too
