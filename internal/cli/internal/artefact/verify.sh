#!/bin/sh
{intro}# BACKFILL names the program if it is not on the PATH. The exit code is 0 if every step passes.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
program=${BACKFILL:-backfill}
failed=0

pass() { echo "PASS: $*"; }
fail() { echo "FAIL: $*"; failed=1; }

if command -v sha256sum >/dev/null 2>&1; then
	sums=sha256sum
elif command -v shasum >/dev/null 2>&1; then
	sums='shasum -a 256'
else
	sums=false
	fail "files: neither sha256sum nor shasum is there to check them"
fi
if [ "$sums" = false ]; then
	:
elif said=$(cd "$here" && $sums -c SHA256SUMS 2>&1); then
	pass "files: {files} files have the SHA-256 that they were packed with"
else
	echo "$said" | grep -v ': OK$'
	fail "files: the lines above"
fi

if ! version=$("$program" version --json 2>&1); then
	fail "program: $program does not run; install it, or name it with BACKFILL=FILE"
	exit 1
fi
case $version in
*'"results": "{results}"'*) pass "program: its results are of version {results}" ;;
*) fail "program: its results are not of version {results}: use backfill {version}" ;;
esac
case $version in
*'"version": "{version}"'*) ;;
*) echo "NOTE: the folder was packed by backfill {version}, and this is $("$program" version)" ;;
esac

{step}
if [ "$failed" -eq 0 ]; then
	echo "PASS: everything"
else
	echo "FAIL: see the lines that begin with FAIL"
fi
exit "$failed"
