if [ "$1" = --traces ] && [ $# -eq 2 ]; then
	BACKFILL_TRACES=$(CDPATH='' cd -- "$2" && pwd) || exit 1
	export BACKFILL_TRACES
elif [ $# -gt 0 ]; then
	echo "usage: sh verify.sh [--traces DIR]" >&2
	exit 2
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
if said=$("$program" run "$here/spec.json" --out "$work/again" --formats csv 2>&1 >/dev/null) &&
	said=$(cd "$work/again" && $sums -c "$here/digests" 2>&1); then
	pass "results: jobs and runs came out again"
else
	echo "$said" | grep -v ': OK$'
	fail "results: the lines above"
fi
