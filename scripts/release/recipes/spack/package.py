# For Spack's builtin repository. Set the checksum of the release's source archive.
from spack.package import *


class Backfill(GoPackage):
    """A laboratory for batch scheduling: replays the jobs of a parallel computer under any policy."""

    homepage = "https://github.com/backfill-lab/backfill"
    url = "https://github.com/backfill-lab/backfill/archive/refs/tags/v0.1.0.tar.gz"

    license("Apache-2.0")

    version("0.1.0", sha256="set-when-released")

    depends_on("go@1.26:", type="build")

    build_directory = "cmd/backfill"
